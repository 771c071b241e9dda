// A message to the agent whose plan lies open, without deciding anything.
"use client"

import { useRef, useState } from "react"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { TextArea } from "@/components/ui/field"
import { sendMessageAction } from "@/lib/actions/send-message"
import { announce } from "@/lib/client/announce"
import { callAction } from "@/lib/client/call-action"
import type { QueueItem } from "@/lib/core/page-views"

export function MessageDialog({ item, onClose }: { item: QueueItem; onClose: () => void }) {
  const { name, status } = item.agent
  const [content, setContent] = useState("")
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const send = async () => {
    if (busy) return
    if (!content.trim()) return setError("There is nothing to send yet.")
    setBusy(true)
    const answer = await callAction(sendMessageAction, { team: item.team.id, to: name, content: content.trim() })
    setBusy(false)
    if (!answer.ok) return setError(answer.error.message)
    // The dialog gives way to the plan; a notice would cover its decision.
    announce(`Sent to ${name}.`)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Message ${name}`}
      description={
        status === "waiting"
          ? `${name} waits for your decision; it reads this together with the answer.`
          : `${name} reads it in its next turn.`
      }
      initialFocus={field}
      onSubmit={() => void send()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" hint="⌘⏎" busy={busy} onClick={() => void send()}>
            Send to {name}
          </Button>
        </>
      }
    >
      <TextArea
        ref={field}
        label={`Message to ${name}`}
        labelHidden
        rows={4}
        maxLength={20_000}
        value={content}
        error={error}
        onChange={(event) => {
          setContent(event.target.value)
          setError(null)
        }}
        className="mt-2.5"
      />
    </Dialog>
  )
}
