// Asks a teammate to leave: what is in flight, what becomes of each thing, a reason it reads. Forcing is a second step.
"use client"

import { useEffect, useRef, useState } from "react"
import { getInFlightAction } from "@/lib/actions/get-in-flight"
import { requestShutdownAction } from "@/lib/actions/request-shutdown"
import { callAction } from "@/lib/client/call-action"
import type { AgentStatus } from "@/lib/core/agent"
import type { InFlight } from "@/lib/core/page-views"
import type { Request } from "@/lib/core/request"
import { Button } from "../ui/button"
import { Dialog } from "../ui/dialog"
import { Field } from "../ui/field"
import { SkeletonRows } from "../ui/skeleton"
import { FlightList } from "./flight-list"
import { ForceDialog } from "./force-dialog"
import { askSentence, flightLines } from "./in-flight-lines"

export type ShutdownDialogProps = {
  team: string
  name: string
  status: AgentStatus
  /** The gate, where the caller knows it: what opened it is named. */
  gate?: { open: boolean; title: string | null }
  /** What the caller already knows to be in flight, shown until the server has answered. */
  known?: InFlight
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Told once it was asked, or forced; the request may already have ended. */
  onAsked?: (request: Request) => void
}

export function ShutdownDialog({ team, name, status, gate, known, open, onOpenChange, onAsked }: ShutdownDialogProps) {
  const [read, setRead] = useState<InFlight | null>(null)
  const [reason, setReason] = useState("")
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [forcing, setForcing] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (!open) return
    let current = true
    setRead(null)
    setError(null)
    void callAction(getInFlightAction, { team, name }).then((answer) => {
      if (!current) return
      if (answer.ok) setRead(answer.value)
      else setError(answer.error.message)
    })
    return () => {
      current = false
    }
  }, [open, team, name])

  const ask = async () => {
    if (busy) return
    setBusy(true)
    setError(null)
    const given = reason.trim()
    const answer = await callAction(requestShutdownAction, { team, name, ...(given ? { reason: given } : {}) })
    setBusy(false)
    if (!answer.ok) return setError(answer.error.message)
    done(answer.value)
  }
  const done = (request: Request) => {
    setReason("")
    setForcing(false)
    onOpenChange(false)
    onAsked?.(request)
  }
  const flight = read ?? known ?? null
  const lines = flight ? flightLines(flight, gate ?? { open: false, title: null }, status) : []
  return (
    <>
      <Dialog
        open={open && !forcing}
        onOpenChange={onOpenChange}
        title={`Shut down ${name}?`}
        description={askSentence(name, status)}
        closable
        initialFocus={field}
        onSubmit={ask}
        footer={
          <>
            <Button variant="quiet" onClick={() => setForcing(true)} className="mr-auto -ml-3 text-fail!">
              Force instead…
            </Button>
            <Button onClick={() => onOpenChange(false)}>Cancel</Button>
            <Button variant="primary" hint="⌘⏎" busy={busy} onClick={ask}>
              Ask {name} to leave
            </Button>
          </>
        }
      >
        <div className="mt-2.5">
          {flight ? <FlightList lines={lines} /> : !error && <SkeletonRows rows={[["w-3/5"], ["w-2/5"]]} />}
          <Field
            ref={field}
            label={`Reason, optional; ${atRest(status) ? "it goes on record" : `${name} reads it`}`}
            maxLength={4_000}
            value={reason}
            error={error}
            onChange={(event) => setReason(event.target.value)}
            className="mt-3.5"
          />
        </div>
      </Dialog>
      <ForceDialog
        team={team}
        name={name}
        open={open && forcing}
        asked={false}
        known={flight ?? undefined}
        onOpenChange={(next) => setForcing(next)}
        onForced={done}
      />
    </>
  )
}

/** Who rests leaves in code, before any turn could read a word. */
const atRest = (status: AgentStatus): boolean => status === "idle" || status === "waiting" || status === "failed"
