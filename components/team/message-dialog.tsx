// A person's words to one agent; it says when they will be read.
"use client"

import { useRef, useState } from "react"
import { sendMessageAction } from "@/lib/actions/send-message"
import { callAction } from "@/lib/client/call-action"
import type { Agent } from "@/lib/core/agent"
import { Button } from "../ui/button"
import { Dialog } from "../ui/dialog"
import { TextArea } from "../ui/field"
import { useDraft } from "./use-draft"

type Props = { agent: Agent; open: boolean; onOpenChange: (open: boolean) => void }

export function MessageDialog({ agent, open, onOpenChange }: Props) {
  const [text, setText] = useDraft(`${agent.name}.${agent.team}`)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const send = async () => {
    if (busy) return
    if (text.trim() === "") return setProblem("Write something first.")
    setBusy(true)
    const answer = await callAction(sendMessageAction, { team: agent.team, to: agent.name, content: text.trim() })
    setBusy(false)
    if (!answer.ok) return setProblem(`${answer.error.message} Your text is kept.`)
    setText("")
    setProblem(null)
    onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Message ${agent.name}`}
      description={whenRead(agent)}
      initialFocus={field}
      onSubmit={send}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" hint="⌘⏎" busy={busy} onClick={send}>
            Send to {agent.name}
          </Button>
        </>
      }
    >
      <TextArea
        ref={field}
        label={`Your words to ${agent.name}`}
        labelHidden
        rows={4}
        value={text}
        error={problem}
        onChange={(event) => {
          setText(event.target.value)
          setProblem(null)
        }}
        className="mt-3"
      />
    </Dialog>
  )
}

function whenRead(agent: Agent): string {
  switch (agent.status) {
    case "waiting":
      return "It waits for a decision: your message is kept and read together with it."
    case "working":
      return "It is in a turn and reads this at the beginning of the next."
    case "stopping":
      return "It was asked to leave and may be gone before it reads this."
    case "failed":
      return "It has failed and reads this when it is resumed."
    default:
      return "It reads this at once."
  }
}
