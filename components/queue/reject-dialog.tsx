// Rejecting asks for words: a field, the comments that go along, and nothing is sent without either.
"use client"

import { type RefObject, useRef, useState } from "react"
import { useShallow } from "zustand/react/shallow"
import { inPlanOrder } from "@/components/plan/drafts"
import { useDesk, useDeskState } from "@/components/plan/plan-desk"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { TextArea } from "@/components/ui/field"

type Props = {
  agent: string
  thing: string
  /** The decision bar: after a decision the focus stays there. */
  bar: RefObject<HTMLElement | null>
  onCancel: () => void
  onSend: () => void
}

export function RejectDialog({ agent, thing, bar, onCancel, onSend }: Props) {
  const desk = useDesk()
  const words = useDeskState((state) => state.draft.words)
  const comments = useDeskState(useShallow((state) => inPlanOrder(state.draft.comments)))
  const field = useRef<HTMLTextAreaElement>(null)
  const [error, setError] = useState<string | null>(null)
  const sent = useRef(false)
  const send = () => {
    if (words.trim() || comments.length > 0) {
      sent.current = true
      return onSend()
    }
    setError(`Say why: ${agent} plans again after what you write.`)
    field.current?.focus()
  }
  return (
    <Dialog
      open
      size="s"
      onOpenChange={(open) => !open && onCancel()}
      title={`Reject ${agent}’s ${thing}`}
      description={
        thing === "plan"
          ? `${agent} reads this and plans again. Its gate stays shut.`
          : `${agent} is told so, with your words.`
      }
      onSubmit={send}
      initialFocus={field}
      finalFocus={() => (sent.current && bar.current) || true}
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" hint="⌘⏎" onClick={send}>
            Reject and send
          </Button>
        </>
      }
    >
      <TextArea
        ref={field}
        label={`Words to ${agent}`}
        labelHidden
        rows={4}
        maxLength={20_000}
        value={words}
        error={error}
        onChange={(event) => {
          desk.setWords(event.target.value)
          setError(null)
        }}
        className="mt-2.5"
      />
      {comments.length > 0 && (
        <ul className="mt-2.5 grid max-h-40 gap-1.5 overflow-y-auto">
          {comments.map((comment) => (
            <li key={comment.id} className="cut border-l-2 border-ink pl-2.5 text-small text-text-2">
              {comment.line !== undefined && `Line ${comment.line}: `}
              {comment.text}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
