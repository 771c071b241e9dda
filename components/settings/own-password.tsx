// Changing one's own password; every other session of the same person ends.
"use client"

import { type FormEvent, useState } from "react"
import { Button } from "@/components/ui/button"
import { Field } from "@/components/ui/field"
import { changePasswordAction } from "@/lib/actions/people"
import { errorsByField } from "@/lib/client/field-errors"
import { Section } from "./section"
import { useChange } from "./use-change"

export function OwnPassword() {
  const { busy, error, change } = useChange()
  const [done, setDone] = useState(false)
  const errors = error ? errorsByField(["next"], error) : {}
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const given = new FormData(form)
    setDone(false)
    const saved = await change(changePasswordAction, {
      current: String(given.get("current") ?? ""),
      next: String(given.get("next") ?? ""),
    })
    if (saved === undefined) return
    form.reset()
    setDone(true)
  }
  return (
    <Section title="Your password" about="Your other sessions end when it changes." wide>
      <form onSubmit={(event) => void save(event)} noValidate className="grid max-w-[360px] gap-3">
        <Field
          label="Present password"
          name="current"
          type="password"
          autoComplete="current-password"
          error={errors.form}
        />
        <Field
          label="New password"
          name="next"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters."
          error={errors.next}
        />
        <div className="flex items-center gap-3">
          <Button type="submit" busy={busy}>
            Change the password
          </Button>
          <span role="status" className="text-small text-text-2">
            {done && "Changed. Your other sessions have ended."}
          </span>
        </div>
      </form>
    </Section>
  )
}
