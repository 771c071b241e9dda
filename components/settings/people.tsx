// Accounts: who there is, in which role, and adding or removing one.
"use client"

import { type FormEvent, useRef, useState } from "react"
import { Banner } from "@/components/ui/banner"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { Field, SelectField } from "@/components/ui/field"
import { Moment } from "@/components/ui/time"
import { changeRoleAction, createUserAction, deleteUserAction } from "@/lib/actions/people"
import { errorsByField } from "@/lib/client/field-errors"
import type { Viewer } from "@/lib/core/page-views"
import { Confirm } from "./confirm"
import { Rows, SettingsRow } from "./rows"
import { Section } from "./section"
import { useChange } from "./use-change"

type Role = Viewer["role"]
type Person = { name: string; role: Role; created_at: string }

const ROLES: { value: Role; does: string }[] = [
  { value: "viewer", does: "sees" },
  { value: "reviewer", does: "sees and decides" },
  { value: "operator", does: "starts, messages, shuts down, sets policy, invites" },
]

export function People({ people, viewer }: { people: Person[]; viewer: Viewer }) {
  const { error, change } = useChange()
  const [adding, setAdding] = useState(false)
  return (
    <Section
      title="People"
      about="A viewer sees. A reviewer also decides. An operator does everything."
      wide
      action={<Button onClick={() => setAdding(true)}>Add a person</Button>}
    >
      {error && <Banner framed urgent tone="fail" fact={error} />}
      {people.length === 0 ? (
        <p className="text-text-2">
          No accounts yet. You are signed in with the operator token; decisions stand on the timeline as yours.
        </p>
      ) : (
        <Rows label="People">
          {people.map((person) => (
            <SettingsRow
              key={person.name}
              title={person.name === viewer.name ? `${person.name}, you` : person.name}
              note={
                <>
                  Since <Moment at={person.created_at} />
                </>
              }
              action={
                <>
                  <SelectField
                    label={`Role of ${person.name}`}
                    labelHidden
                    value={person.role}
                    disabled={person.name === viewer.name}
                    onChange={(event) =>
                      void change(changeRoleAction, { name: person.name, role: event.target.value as Role })
                    }
                  >
                    {ROLES.map(({ value }) => (
                      <option key={value} value={value}>
                        {value}
                      </option>
                    ))}
                  </SelectField>
                  {person.name !== viewer.name && (
                    <Confirm
                      button="Remove"
                      label={`Remove ${person.name}`}
                      title={`Remove ${person.name}?`}
                      verb={`Remove ${person.name}`}
                      onConfirm={() => change(deleteUserAction, { name: person.name })}
                    >
                      {person.name} is signed out everywhere, and tokens they made stop working. What they decided stays
                      on the timeline.
                    </Confirm>
                  )}
                </>
              }
            />
          ))}
        </Rows>
      )}
      <AddPerson open={adding} onOpenChange={setAdding} />
    </Section>
  )
}

function AddPerson({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { busy, error, change } = useChange()
  const form = useRef<HTMLFormElement>(null)
  const first = useRef<HTMLInputElement>(null)
  const errors = error ? errorsByField(["name", "password", "role"], error) : {}
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (name: string) => String(given.get(name) ?? "")
    const added = await change(createUserAction, {
      name: text("name").trim(),
      password: text("password"),
      role: text("role") as Role,
    })
    if (added) onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a person"
      description="They sign in with this name and password and can change the password."
      initialFocus={first}
      onSubmit={() => form.current?.requestSubmit()}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" busy={busy} hint="⌘⏎" onClick={() => form.current?.requestSubmit()}>
            Add the person
          </Button>
        </>
      }
    >
      <form ref={form} onSubmit={(event) => void add(event)} noValidate className="mt-3 grid gap-3">
        <Field ref={first} label="Name" name="name" autoComplete="off" autoCapitalize="none" error={errors.name} />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters."
          error={errors.password}
        />
        <SelectField label="Role" name="role" defaultValue="reviewer">
          {ROLES.map(({ value, does }) => (
            <option key={value} value={value}>
              {value}: {does}
            </option>
          ))}
        </SelectField>
        {errors.form && <Banner framed urgent tone="fail" fact={errors.form} />}
      </form>
    </Dialog>
  )
}
