// The sign-in form. A link with a code signs in by itself; the code is used up and leaves the address.
"use client"

import { type FormEvent, useEffect, useRef, useState } from "react"
import { Button } from "@/components/ui/button"
import { Field, useFocusOnError } from "@/components/ui/field"
import { Mark } from "@/components/ui/mark"
import { signInAction } from "@/lib/actions/sign-in"
import { callAction } from "@/lib/client/call-action"
import { safePath } from "@/lib/client/safe-path"

type Props = { code?: string; next?: string; accounts: boolean }
type Credentials = Parameters<typeof signInAction>[0]

export function SignIn({ code, next, accounts }: Props) {
  const [way, setWay] = useState<"token" | "account">(accounts ? "account" : "token")
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(code !== undefined)
  const redeemed = useRef(false)

  const signIn = async (credentials: Credentials) => {
    setBusy(true)
    setError(null)
    const answer = await callAction(signInAction, credentials)
    // A new document: everything that stays live begins with the session.
    if (answer.ok) return window.location.replace(safePath(next))
    setBusy(false)
    const wrongToken = "token" in credentials && answer.error.code === "unauthenticated"
    setError(wrongToken ? "That token is not the one this server was started with." : answer.error.message)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a code is redeemed once, when the page opens.
  useEffect(() => {
    if (code === undefined || redeemed.current) return
    redeemed.current = true
    window.history.replaceState(null, "", next ? `/sign-in?next=${encodeURIComponent(next)}` : "/sign-in")
    void signIn({ code })
  }, [code])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const value = (name: string) => String(form.get(name) ?? "")
    if (way === "token") void signIn({ token: value("token").trim() })
    else void signIn({ name: value("name").trim(), password: value("password") })
  }

  const form = useRef<HTMLFormElement>(null)
  useFocusOnError(form, error)
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-8">
      <div className="w-full max-w-[440px] rounded-m border border-line bg-surface px-6 pt-5.5 pb-6">
        <h1 className="flex items-center gap-1.5 font-semibold tracking-[-0.01em]">
          <Mark state="approved" />
          Countersign
        </h1>
        <p className="mt-2.5 text-text-2">
          {way === "token"
            ? "Open the link printed at the start, or paste the operator token."
            : "Sign in with your name and password."}
        </p>
        <form ref={form} onSubmit={submit} className="mt-3 grid gap-3">
          {way === "token" ? (
            <Field
              key="token"
              label="Operator token"
              labelHidden
              name="token"
              type="password"
              autoComplete="current-password"
              required
              autoFocus
              error={error}
            />
          ) : (
            <>
              <Field
                key="name"
                label="Name"
                name="name"
                autoComplete="username"
                autoCapitalize="none"
                required
                autoFocus
              />
              <Field
                label="Password"
                name="password"
                type="password"
                autoComplete="current-password"
                required
                error={error}
              />
            </>
          )}
          <Button type="submit" variant="primary" busy={busy} className="w-full">
            {busy && code !== undefined ? "Signing in" : "Sign in"}
          </Button>
        </form>
        {accounts && (
          <Button
            variant="quiet"
            size="s"
            className="mt-3 -ml-2"
            onClick={() => {
              setWay(way === "token" ? "account" : "token")
              setError(null)
            }}
          >
            {way === "token" ? "Use a name and password" : "Use the operator token"}
          </Button>
        )}
      </div>
    </main>
  )
}
