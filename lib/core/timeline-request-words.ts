// Sentences for requests: how each protocol is asked and answered, and what a protocol not named here falls back to.
import { type Protocol, protocolOf } from "./protocols"
import { dataOf } from "./timeline-data"
import type { TimelineEvent } from "./timeline-event"
import { actor, agent, quote, quoted, say, type Words } from "./timeline-words"

const labelOf = (type: string): string => protocolOf(type)?.label ?? type.replaceAll("_", " ")

/** The request asks one agent to end: its sentences speak of leaving, whatever the protocol is called. */
const endsTarget = (protocol: Protocol | undefined): boolean => protocol?.onApproved.includes("terminate") ?? false
const isPlan = (protocol: Protocol | undefined): boolean => protocol?.onApproved.includes("open_gate") ?? false

export function openedWords(event: TimelineEvent): Words {
  const { title = "", request } = dataOf(event, "request.opened")
  const { type = "", target = "", revision = 1 } = request ?? {}
  const sender = request?.opened_by ?? request?.sender ?? "system"
  const protocol = protocolOf(type)
  if (endsTarget(protocol)) {
    const reason = request?.payload?.reason
    return say`${actor(sender)} asked ${agent(target)} to leave${quoted(": ", typeof reason === "string" ? reason : "")}`
  }
  if (isPlan(protocol))
    return revision > 1
      ? say`${actor(sender)} submitted revision ${revision}${quoted(", ", title)}`
      : say`${actor(sender)} submitted ${quote(title)}`
  return say`${actor(sender)} asks for ${labelOf(type)}${quoted(": ", title)}`
}

export function recommendedWords(event: TimelineEvent): Words {
  const { recommendation, approvals } = dataOf(event, "request.recommended")
  if (recommendation) {
    const verdict = recommendation.approve ? "approve" : "reject"
    return say`${actor(recommendation.by ?? "lead")} recommends to ${verdict}${quoted(": ", recommendation.feedback ?? "")}`
  }
  return say`${actor(approvals?.at(-1)?.by ?? "human")} approved; more approvals are needed`
}

export function decidedWords(event: TimelineEvent): Words {
  const { request_type = "", status, resolution, target = "" } = dataOf(event, "request.decided")
  const { by = "system", reason = "decided", feedback = "" } = resolution ?? {}
  const protocol = protocolOf(request_type)
  const approved = status === "approved"
  if (endsTarget(protocol)) return leaveWords(agent(target).text, approved, by, reason, feedback)
  const what = isPlan(protocol) ? "plan" : labelOf(request_type)
  const sender = agent(dataOf(event, "request.decided").sender ?? "")
  if (reason === "withdrawn") return say`${sender}’s ${what} was withdrawn${quoted(": ", feedback)}`
  if (reason === "superseded") return say`${sender}’s ${what} gave way to a newer one`
  if (reason === "expired") return say`${sender}’s ${what} ran out of time and counts as rejected`
  if (reason === "forced") return say`${actor(by)} ended ${sender}’s ${what}`
  return say`${actor(by)} ${approved ? "approved" : "rejected"}${remarks(event, feedback)}`
}

/** `it with 3 comments`, `: “words”`, both, or just `it`. */
function remarks(event: TimelineEvent, feedback: string): Words {
  const { comments, resolution } = dataOf(event, "request.decided")
  const count = comments ?? resolution?.comments?.length ?? 0
  if (count === 0) return feedback.trim() === "" ? say` it` : quoted(": ", feedback)
  return say` it with ${count} comment${count === 1 ? "" : "s"}${quoted(": ", feedback)}`
}

function leaveWords(target: string, approved: boolean, by: string, reason: string, feedback: string): Words {
  const name = agent(target)
  if (reason === "forced") return say`${actor(by)} ends ${name} by force`
  if (reason === "expired") return say`${name} gave no answer in time`
  if (reason === "withdrawn" || reason === "superseded") return say`The request that ${name} leave was taken back`
  return approved
    ? say`${name} agreed to leave${quoted(": ", feedback)}`
    : say`${name} refused to leave${quoted(": ", feedback)}`
}
