// What a person does to an agent from roster or agent page: message, resume, take the approval back; with the dialogs they need.
"use client"

import { type ReactNode, useCallback, useMemo, useState } from "react"
import { resumeAgentAction } from "@/lib/actions/resume-agent"
import { revokeGateAction } from "@/lib/actions/revoke-gate"
import { callAction } from "@/lib/client/call-action"
import { showToast } from "@/lib/client/toasts"
import type { Agent } from "@/lib/core/agent"
import { useLive } from "../live/live-team"
import type { RowVerbs } from "../roster/row-menu"
import { useShutdown } from "../shutdown/shutdown-watch"
import { MessageDialog } from "./message-dialog"

/** Failures are told in a toast: what failed may have scrolled away meanwhile. */
const failed = (sentence: string) => showToast({ tone: "fail", text: sentence })

export function useAgentVerbs(): { verbs: RowVerbs; dialogs: ReactNode } {
  const [addressed, setAddressed] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const agent = useLive((state) => state.view.agents.find((candidate) => candidate.name === addressed))
  const askToLeave = useShutdown()
  const onResume = useCallback(async ({ team, name }: Agent) => {
    const answer = await callAction(resumeAgentAction, { team, name })
    if (!answer.ok) failed(`${name} was not resumed. ${answer.error.message}`)
  }, [])
  const onRevoke = useCallback(async ({ team, name }: Agent) => {
    const answer = await callAction(revokeGateAction, { team, name })
    if (!answer.ok) failed(`${name}’s approval was not taken back. ${answer.error.message}`)
  }, [])
  const onMessage = useCallback(({ name }: Agent) => {
    setAddressed(name)
    setOpen(true)
  }, [])
  const onShutdown = useCallback(({ name }: Agent) => askToLeave(name), [askToLeave])
  const verbs = useMemo(
    () => ({ onMessage, onShutdown, onRevoke, onResume }),
    [onMessage, onShutdown, onRevoke, onResume],
  )
  const dialogs = agent ? <MessageDialog key={agent.name} agent={agent} open={open} onOpenChange={setOpen} /> : null
  return { verbs, dialogs }
}
