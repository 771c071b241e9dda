// The shutdown under way, at the lower right where it covers no text; closing it cancels nothing.
"use client"

import { type ReactNode, useEffect, useId, useState } from "react"
import { requestShutdownAction } from "@/lib/actions/request-shutdown"
import { announce } from "@/lib/client/announce"
import { callAction } from "@/lib/client/call-action"
import type { Agent } from "@/lib/core/agent"
import type { InFlight } from "@/lib/core/page-views"
import type { Request } from "@/lib/core/request"
import { Button, IconButton } from "../ui/button"
import { Icon } from "../ui/icon"
import { RequestTag } from "../ui/tag"
import { ForceDialog } from "./force-dialog"
import { HandshakeSteps } from "./handshake-steps"
import { SignaturePair } from "./signature-pair"
import { useHandshake } from "./use-handshake"

type Props = {
  request: Request
  agent: Agent | null
  claimed: readonly number[]
  inFlight: InFlight
  canOperate: boolean
  /** Asked again or forced; after a refusal that is another request, which may have ended already. */
  onAsked: (request: Request) => void
  onClose: () => void
}

export function HandshakePanel({ request, agent, claimed, inFlight, canOperate, onAsked, onClose }: Props) {
  const state = useHandshake(request, agent)
  const [forcing, setForcing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const name = request.target
  const { phase } = state
  useEffect(() => {
    if (phase === "left") announce(`${name} left.`)
    if (phase === "refused") announce(`${name} refused to leave.`)
  }, [phase, name])
  const askAgain = async () => {
    setBusy(true)
    setError(null)
    const answer = await callAction(requestShutdownAction, { team: request.team, name })
    setBusy(false)
    if (!answer.ok) return setError(answer.error.message)
    onAsked(answer.value)
  }
  const refused = phase === "refused"
  return (
    <>
      <Frame title={titleOf(name, phase)} requestId={request.request_id} onClose={onClose}>
        <div className="px-5 pt-1 pb-[18px]">
          {refused && (
            <blockquote className="mt-2 border-l-2 border-text-3 py-0.5 pl-3 text-talk whitespace-pre-wrap [overflow-wrap:anywhere]">
              {state.refusal || "It gave no reason."}
            </blockquote>
          )}
          <SignaturePair request={request} />
          {refused ? (
            <p className="text-text-2">
              {name} works on{agent?.gate === "open" ? " with its gate open" : ""}. You can let it finish and ask again,
              or force it: that ends its running command, and a file it was writing keeps its old content.
            </p>
          ) : (
            <HandshakeSteps request={request} state={state} claimed={claimed} />
          )}
          {error && (
            <p role="alert" className="mt-2 font-medium text-fail">
              {error}
            </p>
          )}
        </div>
        <footer className="flex flex-wrap items-center gap-2 border-t border-line py-3 pr-4 pl-5">
          {refused ? (
            <>
              {canOperate && (
                <Button variant="warn" onClick={() => setForcing(true)} className="mr-auto">
                  Force…
                </Button>
              )}
              {canOperate && (
                <Button busy={busy} onClick={askAgain}>
                  Ask again
                </Button>
              )}
              <Button variant="primary" onClick={onClose}>
                Let it finish
              </Button>
            </>
          ) : (
            <>
              <span className="flex-1 text-small text-text-3">
                {phase === "left" ? "Its inbox and transcript are kept." : "Goes on if you close this."}
              </span>
              {phase === "left" && <Button onClick={onClose}>Close</Button>}
              {phase !== "left" && phase !== "ending" && canOperate && (
                <Button variant="warn" onClick={() => setForcing(true)}>
                  Force…
                </Button>
              )}
            </>
          )}
        </footer>
      </Frame>
      <ForceDialog
        team={request.team}
        name={name}
        open={forcing}
        asked
        known={inFlight}
        onOpenChange={setForcing}
        onForced={(forced) => {
          setForcing(false)
          onAsked(forced)
        }}
      />
    </>
  )
}

const titleOf = (name: string, phase: string): string =>
  phase === "refused" ? `${name} refused to leave` : phase === "left" ? `${name} left` : `Shutting down ${name}`

function Frame(props: { title: string; requestId: string; onClose: () => void; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      data-handshake
      className="fixed inset-x-2 bottom-[64px] z-30 overflow-hidden rounded-l bg-raised shadow-modal md:inset-x-auto md:right-4 md:bottom-4 md:w-[364px]"
    >
      <header className="flex items-center gap-2 pt-3.5 pr-3 pl-5">
        <h2 id={id} className="cut flex-1 text-read font-semibold">
          {props.title}
        </h2>
        <RequestTag id={props.requestId} />
        <IconButton label="Close; it goes on without you watching" onClick={props.onClose}>
          <Icon name="close" />
        </IconButton>
      </header>
      {props.children}
    </section>
  )
}
