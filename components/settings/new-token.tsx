// Making a token: what it may do, and the one moment in which it can be copied.
"use client"

import { type FormEvent, useRef, useState } from "react"
import { useTeams } from "@/components/live/live-app"
import { Banner } from "@/components/ui/banner"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { Field, SelectField } from "@/components/ui/field"
import { createTokenAction } from "@/lib/actions/tokens"
import { errorsByField } from "@/lib/client/field-errors"
import { ShownOnce } from "./shown-once"
import { useChange } from "./use-change"

type Scope = "read" | "decide" | "operate" | "agent"

export function NewTokenDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [made, setMade] = useState<string | null>(null)
  const close = (next: boolean) => {
    onOpenChange(next)
    if (!next) setMade(null)
  }
  return made ? (
    <ShownOnce
      secret={made}
      title="Copy the token now"
      description="It is shown this once; the server keeps only its hash."
      open={open}
      onClose={() => close(false)}
    />
  ) : (
    <Make open={open} onOpenChange={close} onMade={setMade} />
  )
}

type MakeProps = { open: boolean; onOpenChange: (open: boolean) => void; onMade: (token: string) => void }

function Make({ open, onOpenChange, onMade }: MakeProps) {
  const teams = useTeams()
  const { busy, error, change } = useChange()
  const [scope, setScope] = useState<Scope>("read")
  const form = useRef<HTMLFormElement>(null)
  const first = useRef<HTMLInputElement>(null)
  const errors = error ? errorsByField(["name", "team", "agent", "scope"], error) : {}
  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (name: string) => String(given.get(name) ?? "").trim()
    const answer = await change(createTokenAction, {
      name: text("name"),
      scope,
      ...(scope === "agent" ? { team: text("team"), agent: text("agent") } : {}),
    })
    if (answer) onMade(answer.token)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Make a token"
      description="It acts in your name. An agent token can never decide."
      initialFocus={first}
      onSubmit={() => form.current?.requestSubmit()}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" busy={busy} hint="⌘⏎" onClick={() => form.current?.requestSubmit()}>
            Make the token
          </Button>
        </>
      }
    >
      <form ref={form} onSubmit={(event) => void make(event)} noValidate className="mt-3 grid gap-3">
        <Field ref={first} label="Name" name="name" placeholder="CI" autoComplete="off" error={errors.name} />
        <SelectField
          label="It may"
          value={scope}
          onChange={(event) => setScope(event.target.value as Scope)}
          error={errors.scope}
        >
          <option value="read">read: see everything you see</option>
          <option value="decide">decide: also approve and reject</option>
          <option value="operate">operate: everything an operator may</option>
          <option value="agent">agent: join one team as a teammate</option>
        </SelectField>
        {scope === "agent" && (
          <div className="grid gap-3 md:grid-cols-2">
            <SelectField label="Team" name="team" error={errors.team}>
              {teams.map(({ team }) => (
                <option key={team.id} value={team.id}>
                  {team.name}
                </option>
              ))}
            </SelectField>
            <Field
              label="Its name there"
              name="agent"
              placeholder="claude-code"
              autoComplete="off"
              error={errors.agent}
            />
          </div>
        )}
        {errors.form && <Banner framed urgent tone="fail" fact={errors.form} />}
      </form>
    </Dialog>
  )
}
