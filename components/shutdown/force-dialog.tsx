// The second confirmation before an agent is ended: what is cut off, and the way back has the focus.
"use client"

import { useEffect, useRef, useState } from "react"
import { getInFlightAction } from "@/lib/actions/get-in-flight"
import { requestShutdownAction } from "@/lib/actions/request-shutdown"
import { callAction } from "@/lib/client/call-action"
import type { InFlight } from "@/lib/core/page-views"
import type { Request } from "@/lib/core/request"
import { Button } from "../ui/button"
import { Dialog } from "../ui/dialog"
import { Ago } from "../ui/time"
import { forceSentence } from "./in-flight-lines"

type Props = {
  team: string
  name: string
  open: boolean
  /** It was asked already; otherwise this goes back to the asking. */
  asked: boolean
  known?: InFlight
  onOpenChange: (open: boolean) => void
  onForced: (request: Request) => void
}

export function ForceDialog({ team, name, open, asked, known, onOpenChange, onForced }: Props) {
  const [read, setRead] = useState<InFlight | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    let current = true
    setError(null)
    setRead(null)
    void callAction(getInFlightAction, { team, name }).then((answer) => {
      if (current && answer.ok) setRead(answer.value)
    })
    return () => {
      current = false
    }
  }, [open, team, name])
  const flight = read ?? known
  const force = async () => {
    if (busy) return
    setBusy(true)
    const answer = await callAction(requestShutdownAction, { team, name, force: true })
    setBusy(false)
    if (!answer.ok) return setError(answer.error.message)
    onOpenChange(false)
    onForced(answer.value)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="s"
      title={`End ${name} now?`}
      initialFocus={back}
      description={flight ? <Sentence flight={flight} /> : `${name} ends at once, whatever it is in.`}
      footer={
        <>
          <Button ref={back} onClick={() => onOpenChange(false)}>
            {asked ? "Keep waiting" : "Back"}
          </Button>
          <Button variant="danger" busy={busy} onClick={force}>
            End {name} now
          </Button>
        </>
      }
    >
      {error && (
        <p role="alert" className="mt-2 font-medium text-fail">
          {error}
        </p>
      )}
    </Dialog>
  )
}

function Sentence({ flight }: { flight: InFlight }) {
  return forceSentence(flight).map((part) => (
    <span key={part.text}>
      {part.code && <code>{part.code}</code>}
      {part.text}
      {part.since && (
        <>
          <Ago since={part.since} />.
        </>
      )}{" "}
    </span>
  ))
}
