// Puts a task on the board: what, more about it, what must be done first, and for whom.
"use client"

import { useRef, useState } from "react"
import { createTaskAction } from "@/lib/actions/create-task"
import { callAction } from "@/lib/client/call-action"
import { type Agent, isLead } from "@/lib/core/agent"
import type { Task } from "@/lib/core/task"
import { Button } from "../ui/button"
import { Dialog } from "../ui/dialog"
import { Field, SelectField, TextArea, useFocusOnError } from "../ui/field"

type Props = {
  team: string
  tasks: readonly Task[]
  agents: readonly Agent[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

const EMPTY = { subject: "", description: "", after: "", owner: "" }

export function AddTaskDialog({ team, tasks, agents, open, onOpenChange }: Props) {
  const [given, setGiven] = useState(EMPTY)
  const [error, setError] = useState<string | null>(null)
  /** How often it was tried with something missing. */
  const [tries, setTries] = useState(0)
  const tried = tries > 0
  const fields = useRef<HTMLDivElement>(null)
  useFocusOnError(fields, tries)
  const [busy, setBusy] = useState(false)
  const after = numbersIn(given.after)
  const unknown = after.filter((id) => !tasks.some((task) => task.id === id))
  const wrongAfter = unknown.length > 0 ? `There is no task ${unknown.join(", ")}.` : null
  const submit = async () => {
    if (busy) return
    if (given.subject.trim() === "" || wrongAfter) return setTries(tries + 1)
    setBusy(true)
    setError(null)
    const result = await callAction(createTaskAction, {
      team,
      subject: given.subject.trim(),
      ...(given.description.trim() ? { description: given.description } : {}),
      ...(after.length > 0 ? { blocked_by: after } : {}),
      ...(given.owner ? { owner: given.owner } : {}),
    })
    setBusy(false)
    if (!result.ok) return setError(result.error.message)
    setGiven(EMPTY)
    setTries(0)
    onOpenChange(false)
  }
  const alive = agents.filter((agent) => !isLead(agent.name) && agent.status !== "shutdown")
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a task"
      description="Anybody in the team can claim it, once nothing stands in its way."
      onSubmit={submit}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" hint="⌘⏎" busy={busy} onClick={submit}>
            Add the task
          </Button>
        </>
      }
    >
      <div ref={fields} className="mt-3 grid gap-3">
        <Field
          label="What is to be done"
          maxLength={300}
          value={given.subject}
          error={tried && given.subject.trim() === "" ? "Say what is to be done." : null}
          onChange={(event) => setGiven({ ...given, subject: event.target.value })}
        />
        <TextArea
          label="More about it, optional"
          value={given.description}
          onChange={(event) => setGiven({ ...given, description: event.target.value })}
        />
        <div className="grid grid-cols-2 gap-3">
          <Field
            label="Not before tasks"
            placeholder="17, 18"
            inputMode="numeric"
            value={given.after}
            error={wrongAfter}
            onChange={(event) => setGiven({ ...given, after: event.target.value })}
          />
          <SelectField
            label="For"
            value={given.owner}
            hint={given.owner ? "Its gate shuts: a new task needs a new plan." : undefined}
            onChange={(event) => setGiven({ ...given, owner: event.target.value })}
          >
            <option value="">whoever claims it</option>
            {alive.map((agent) => (
              <option key={agent.name}>{agent.name}</option>
            ))}
          </SelectField>
        </div>
        {error && (
          <p role="alert" className="font-medium text-fail">
            {error}
          </p>
        )}
      </div>
    </Dialog>
  )
}

const numbersIn = (text: string): number[] => [...new Set((text.match(/\d+/g) ?? []).map(Number))]
