// Deciding: optimistic, bound to the digest that was shown, taken back with the reason when the server refuses.
"use client"

import { useRef, useState } from "react"
import { commentsAsMessage, toComments } from "@/components/plan/drafts"
import { useDesk } from "@/components/plan/plan-desk"
import { decideRequestAction } from "@/lib/actions/decide-request"
import { sendMessageAction } from "@/lib/actions/send-message"
import { announce } from "@/lib/client/announce"
import { callAction } from "@/lib/client/call-action"
import type { ActionFailure } from "@/lib/core/action-result"
import type { QueueItem, Viewer } from "@/lib/core/page-views"
import type { Request } from "@/lib/core/request"
import { type Bar, type BarInput, OPEN_BAR, pressed } from "./decision-machine"
import { useQueueStore } from "./queue-store"

export function useDecision(item: QueueItem, viewer: Viewer) {
  const store = useQueueStore()
  const desk = useDesk()
  const [bar, setBar] = useState<Bar>(OPEN_BAR)
  const live = useRef(bar)
  /** This page's own decision is not news to it. */
  const [decidedHere, setDecidedHere] = useState(false)
  const [messageSent, setMessageSent] = useState<string | null>(null)

  const step = (input: BarInput): boolean => {
    const next = pressed(live.current, input)
    live.current = next.bar
    setBar(next.bar)
    return next.send
  }

  const decide = async (approve: boolean): Promise<void> => {
    const { comments, words } = desk.getState().draft
    const feedback = words.trim()
    const before = item.request
    const sent = { comments: toComments(comments), ...(feedback ? { feedback } : {}) }
    setDecidedHere(true)
    store.replace(expected(before, approve, feedback, item.team.policy.approvals, viewer))
    const answer = await callAction(decideRequestAction, {
      request_id: before.request_id,
      approve,
      payload_sha256: before.payload_sha256,
      ...sent,
    })
    if (answer.ok) {
      store.replace(answer.value)
      desk.clear()
      step({ type: "settled" })
      announce(answer.value.status === "pending" ? "Countersigned; more are needed." : `Plan ${answer.value.status}.`)
    } else takeBack(before, answer.error)
  }

  const takeBack = (before: Request, error: ActionFailure) => {
    const now = requestIn(error)
    setDecidedHere(false)
    store.replace(now && now.status !== "pending" ? now : before)
    step({ type: "refused", reason: error.message })
    announce(error.message, "assertive")
    store.refresh()
  }

  const sendUnsent = async (): Promise<void> => {
    const content = commentsAsMessage(item.title, desk.getState().draft)
    const answer = await callAction(sendMessageAction, { team: item.team.id, to: item.agent.name, content })
    setMessageSent(answer.ok ? `Sent to ${item.agent.name}.` : answer.error.message)
    if (answer.ok) desk.clear()
  }

  return { bar, step, decide, decidedHere, sendUnsent, messageSent }
}

/** What the request will be if the server agrees. */
function expected(request: Request, approve: boolean, feedback: string, quorum: number, viewer: Viewer): Request {
  const by = `human:${viewer.name}`
  const at = new Date().toISOString()
  const approvals = approve ? [...request.approvals, { by, at }] : request.approvals
  if (approve && approvals.length < quorum) return { ...request, approvals }
  const resolution = { by, reason: "decided" as const, feedback, at }
  return { ...request, approvals, status: approve ? "approved" : "rejected", resolution }
}

function requestIn(error: ActionFailure): Request | null {
  const request = error.details?.request
  return typeof request === "object" && request !== null && "status" in request ? (request as Request) : null
}
