// Which turns are shown, and what each heading adds: the plan it runs under, or that it was asked to leave.
import { LEAD } from "@/lib/core/ids"
import type { Message } from "@/lib/core/message"
import type { Request } from "@/lib/core/request"
import { requestTitle } from "../team/request-words"
import { callFate } from "./call-fate"
import type { TurnNote } from "./turn-view"
import type { Turn, TurnItem } from "./turns"

export type TranscriptFilter = "all" | "plans" | "blocked"

const isPlan = (item: TurnItem): boolean => item.kind === "tool" && item.name === "submit_plan"
const isBlocked = (item: TurnItem, agent: string): boolean =>
  item.kind === "tool" && callFate(item, agent).kind === "blocked"

export const hasPlan = (turn: Turn): boolean => turn.items.some(isPlan)
export const blockedIn = (turn: Turn, agent: string): number =>
  turn.items.filter((item) => isBlocked(item, agent)).length

export function onlyMatching(turns: readonly Turn[], filter: TranscriptFilter, agent: string): Turn[] {
  if (filter === "all") return [...turns]
  const wanted = (item: TurnItem) => (filter === "plans" ? isPlan(item) : isBlocked(item, agent))
  return turns.map((turn) => ({ ...turn, items: turn.items.filter(wanted) })).filter((turn) => turn.items.length > 0)
}

/** A turn that took an approval of its own runs under that plan; one that took a shutdown request was asked to leave. */
export function turnNotes(
  messages: readonly Message[],
  requests: readonly Request[],
  agent: string,
): Map<number, TurnNote> {
  const known = new Map(requests.map((request) => [request.request_id, request]))
  const notes = new Map<number, TurnNote>()
  for (const message of messages) {
    const requestId = message.metadata.request_id
    if (message.turn === null || !requestId) continue
    if (message.type === "plan_approval_response" && message.metadata.approve === true) {
      const request = known.get(requestId)
      // The lead is told of every decision; only the one who asked works under it.
      if (agent === LEAD) continue
      notes.set(message.turn, { kind: "under", title: request ? requestTitle(request) : "its plan" })
    }
    if (message.type === "shutdown_request") notes.set(message.turn, { kind: "asked-to-leave", requestId })
  }
  return notes
}
