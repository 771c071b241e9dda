// What a row draws on the lanes: who turns to whom and in which manner, and the sign that stands where it happens.
import { HUMAN, LEAD } from "./ids"
import { protocolOf } from "./protocols"
import { dataOf } from "./timeline-data"
import type { TimelineEvent } from "./timeline-event"
import { kindOf } from "./timeline-kind"
import { isPerson, laneOf } from "./timeline-words"

export type Arrow = {
  from: string
  to: string
  /** Solid asks, dashed answers, thin talks. */
  style: "ask" | "answer" | "talk"
  /** Drawn in ink: a person's hand. */
  person: boolean
  /** A cross instead of a head: it was not accepted. */
  ignored: boolean
}

export type Glyph =
  | "ring"
  | "tick"
  | "open"
  | "approved"
  | "rejected"
  | "faint"
  | "block"
  | "gate-open"
  | "gate-shut"
  | "end"
  | "failed"
  | "pause"
  | "dot"

export type Drawing = { lane: string | null; glyph: Glyph; arrow: Arrow | null }

function arrow(
  from: string | null,
  to: string | null,
  style: Arrow["style"],
  person = false,
  ignored = false,
): Arrow | null {
  return from === null || to === null || from === to ? null : { from, to, style, person, ignored }
}

export function drawingOf(event: TimelineEvent): Drawing {
  const at = (lane: string | null, glyph: Glyph, drawn: Arrow | null = null): Drawing => ({ lane, glyph, arrow: drawn })
  switch (event.type) {
    case "team.created":
    case "team.resumed":
    case "policy.changed":
      return at(laneOf(dataOf(event, "policy.changed").by) ?? HUMAN, "ring")
    case "team.paused":
      return at(LEAD, "pause")
    case "agent.spawned": {
      const by = dataOf(event, "agent.spawned").by
      const from = event.agent === LEAD ? null : laneOf(by)
      return at(from ?? event.agent, "ring", arrow(from, event.agent, "ask", isPerson(by)))
    }
    case "agent.status_changed":
      return at(event.agent, dataOf(event, "agent.status_changed").status === "failed" ? "failed" : "dot")
    case "agent.terminated":
      return at(event.agent, "end")
    case "message.sent": {
      const { from, to } = dataOf(event, "message.sent")
      return at(laneOf(from), "ring", arrow(laneOf(from), laneOf(to), "talk", isPerson(from)))
    }
    case "request.opened":
      return opened(event)
    case "request.recommended":
      return recommended(event)
    case "request.decided":
      return decided(event)
    case "response.forwarded": {
      const { from, to } = dataOf(event, "response.forwarded")
      return at(laneOf(from), "ring", arrow(laneOf(from), laneOf(to), "answer", isPerson(from)))
    }
    case "response.ignored": {
      const from = laneOf(dataOf(event, "response.ignored").by) ?? event.agent
      return at(from, "ring", arrow(from, from === LEAD ? HUMAN : LEAD, "talk", from === HUMAN, true))
    }
    case "gate.opened":
      return at(event.agent, "gate-open")
    case "gate.closed":
      return at(event.agent, "gate-shut")
    case "gate.blocked":
      return at(event.agent, "block")
    case "turn.failed":
      return at(event.agent, "failed")
    case "tool.started":
    case "tool.finished":
      return at(event.agent, kindOf(event) === "tool" ? "tick" : "dot")
    case "task.created": {
      const task = dataOf(event, "task.created").task
      return at(laneOf(task?.created_by) ?? event.agent, "dot")
    }
    default:
      return at(event.agent, "dot")
  }
}

function opened(event: TimelineEvent): Drawing {
  const { sender, target } = dataOf(event, "request.opened").request ?? {}
  const from = laneOf(sender)
  return { lane: from, glyph: "ring", arrow: arrow(from, laneOf(target), "ask", isPerson(sender)) }
}

/** Advice goes from the lead to the person; an approval short of the number is a person's. */
function recommended(event: TimelineEvent): Drawing {
  const { recommendation, approvals } = dataOf(event, "request.recommended")
  if (recommendation) return { lane: LEAD, glyph: "ring", arrow: arrow(LEAD, HUMAN, "answer") }
  const by = approvals?.at(-1)?.by
  return { lane: laneOf(by) ?? HUMAN, glyph: "open", arrow: arrow(HUMAN, LEAD, "ask", true) }
}

function decided(event: TimelineEvent): Drawing {
  const { request_type = "", status, resolution, sender, target } = dataOf(event, "request.decided")
  const by = resolution?.by ?? "system"
  const answered = protocolOf(request_type)?.answeredBy === "target"
  const lane = laneOf(by) ?? laneOf(answered ? target : sender)
  const glyph = resolution?.reason !== "decided" ? "faint" : status === "approved" ? "approved" : "rejected"
  if (isPerson(by)) return { lane: HUMAN, glyph, arrow: arrow(HUMAN, answered ? laneOf(target) : LEAD, "ask", true) }
  if (laneOf(by) === null) return { lane, glyph: "faint", arrow: null }
  if (answered) return { lane, glyph: status === "approved" ? "ring" : "rejected", arrow: arrow(lane, LEAD, "answer") }
  return { lane, glyph, arrow: null }
}
