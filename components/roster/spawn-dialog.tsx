// Brings a teammate in by hand: its name, its role, its first instructions, and whether it needs a plan.
"use client"

import { useRef, useState } from "react"
import { spawnTeammateAction } from "@/lib/actions/spawn-teammate"
import { callAction } from "@/lib/client/call-action"
import { Button } from "../ui/button"
import { Dialog } from "../ui/dialog"
import { CheckField, Field, TextArea, useFocusOnError } from "../ui/field"
import { nameProblem } from "./name-problem"

type Props = { team: string; open: boolean; onOpenChange: (open: boolean) => void }

const EMPTY = { name: "", role: "", prompt: "", plan_required: true }

export function SpawnDialog({ team, open, onOpenChange }: Props) {
  const [given, setGiven] = useState(EMPTY)
  const [error, setError] = useState<string | null>(null)
  /** How often it was tried with something missing. */
  const [tries, setTries] = useState(0)
  const tried = tries > 0
  const fields = useRef<HTMLDivElement>(null)
  useFocusOnError(fields, tries)
  const [busy, setBusy] = useState(false)
  const wrongName = nameProblem(given.name)
  const complete = wrongName === null && given.role.trim() !== "" && given.prompt.trim() !== ""
  const submit = async () => {
    if (busy) return
    if (!complete) return setTries(tries + 1)
    setBusy(true)
    setError(null)
    const result = await callAction(spawnTeammateAction, { team, ...given })
    setBusy(false)
    if (!result.ok) return setError(result.error.message)
    setGiven(EMPTY)
    setTries(0)
    onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Spawn a teammate"
      description="It starts at once with what you write here, and reports to the lead."
      onSubmit={submit}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" hint="⌘⏎" busy={busy} onClick={submit}>
            Spawn {given.name || "it"}
          </Button>
        </>
      }
    >
      <div ref={fields} className="mt-3 grid gap-3">
        <div className="grid grid-cols-2 gap-3">
          <Field
            label="Name"
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            value={given.name}
            error={tried ? wrongName : null}
            onChange={(event) => setGiven({ ...given, name: event.target.value })}
          />
          <Field
            label="Role"
            placeholder="backend"
            maxLength={200}
            value={given.role}
            error={tried && given.role.trim() === "" ? "Say what it is." : null}
            onChange={(event) => setGiven({ ...given, role: event.target.value })}
          />
        </div>
        <TextArea
          label="First instructions"
          rows={4}
          value={given.prompt}
          error={tried && given.prompt.trim() === "" ? "Say what it should do." : null}
          onChange={(event) => setGiven({ ...given, prompt: event.target.value })}
        />
        <CheckField
          label="Needs an approved plan before it changes anything"
          hint={given.plan_required ? undefined : "It writes files and runs commands without asking anybody."}
          checked={given.plan_required}
          onChange={(event) => setGiven({ ...given, plan_required: event.target.checked })}
        />
        {error && (
          <p role="alert" className="font-medium text-fail">
            {error}
          </p>
        )}
      </div>
    </Dialog>
  )
}
