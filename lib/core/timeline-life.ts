// One request from first to last: its steps with the times between them, the wait for an answer, and who ended it how.

import { protocolOf } from "./protocols"
import type { Glyph } from "./timeline-arrow"
import { dataOf } from "./timeline-data"
import type { TimelineEvent } from "./timeline-event"
import { actor, plainWords, say } from "./timeline-words"

export type LifeStep = {
  seq: number
  at: string
  glyph: Glyph | "forward" | "went-on"
  text: string
  /** Words of others, shown in quotes. */
  quote: string
  note: string
  /** Milliseconds since the step before, when both belong to one burst. */
  gap: number | null
  /** The wait for an answer goes on after this step. */
  waiting: boolean
  /** The wait began here and lasts until then, or until now. */
  held: { until: string | null } | null
}

export type LifeHead = {
  title: string
  label: string
  type: string
  /** One sentence on how it stands. */
  standing: string
  mark: "open" | "approved" | "rejected" | "faint"
  digest: string
  plan: boolean
}

const BURST_MS = 1_000
const RISK: Record<string, string> = { low: "low risk", medium: "medium risk", high: "high risk" }

export function lifeHead(events: readonly TimelineEvent[]): LifeHead {
  const opened = events.find((event) => event.type === "request.opened")
  const decided = events.find((event) => event.type === "request.decided")
  const asked = opened ? dataOf(opened, "request.opened") : {}
  const answer = decided ? dataOf(decided, "request.decided") : {}
  const type = asked.request?.type ?? answer.request_type ?? ""
  const protocol = protocolOf(type)
  const target = asked.request?.target ?? answer.target ?? ""
  const leaves = protocol?.onApproved.includes("terminate") ?? false
  const title = leaves ? `Shut down ${target}` : (asked.title ?? answer.title ?? "A request")
  const base = {
    title,
    label: protocol?.label ?? type.replaceAll("_", " "),
    type,
    digest: asked.request?.payload_sha256 ?? "",
    plan: protocol?.revisable ?? false,
  }
  if (!decided)
    return {
      ...base,
      mark: "open",
      standing: protocol?.answeredBy === "target" ? `Waits for ${target}’s answer` : "Waits for a person",
    }
  const { by = "system", reason = "decided" } = answer.resolution ?? {}
  const approved = answer.status === "approved"
  const mark = reason !== "decided" ? "faint" : approved ? "approved" : "rejected"
  const sender = asked.request?.sender ?? answer.sender ?? ""
  if (leaves) return { ...base, mark, standing: leaving(target, approved, by, reason) }
  if (reason !== "decided") return { ...base, mark, standing: `Ended without an answer: ${reason}` }
  const carried = approved && events.some((event) => event.type === "gate.opened") ? `, carried out by ${sender}` : ""
  return { ...base, mark, standing: `${approved ? "Approved" : "Rejected"} by ${actor(by).text}${carried}` }
}

function leaving(target: string, approved: boolean, by: string, reason: string): string {
  if (reason === "forced") return `Ended by ${actor(by).text}`
  if (reason === "expired") return `${target} gave no answer in time`
  return approved ? `${target} agreed and left` : `${target} refused to leave`
}

export function lifeSteps(events: readonly TimelineEvent[]): LifeStep[] {
  const decided = events.find((event) => event.type === "request.decided")
  const steps: LifeStep[] = []
  for (const event of events) {
    const step = stepOf(event, decided)
    if (!step) continue
    const before = steps.at(-1)
    const gap = before ? Date.parse(event.at) - Date.parse(before.at) : null
    steps.push({
      seq: event.seq,
      at: event.at,
      note: "",
      quote: "",
      held: null,
      waiting: decided === undefined || event.seq < decided.seq,
      ...step,
      gap: gap !== null && gap >= 0 && gap < BURST_MS ? gap : null,
    })
  }
  return steps
}

type Told = Pick<LifeStep, "glyph" | "text"> & Partial<LifeStep>

function stepOf(event: TimelineEvent, decided: TimelineEvent | undefined): Told | null {
  const name = event.agent ?? "it"
  switch (event.type) {
    case "request.opened": {
      const { request } = dataOf(event, "request.opened")
      const by = actor(request?.opened_by ?? request?.sender ?? "system").text
      const held = { until: decided?.at ?? null }
      if (protocolOf(request?.type ?? "")?.onApproved.includes("terminate"))
        return {
          glyph: "open",
          text: `${by} asked ${request?.target ?? name} to leave`,
          quote: String(request?.payload?.reason ?? ""),
          held,
        }
      const risk = RISK[request?.effective_risk ?? ""]
      return {
        glyph: "open",
        text: `${by} submitted it`,
        note: `Revision ${request?.revision ?? 1}${risk ? `, ${risk}` : ""}`,
        held,
      }
    }
    case "request.recommended": {
      const { recommendation, approvals } = dataOf(event, "request.recommended")
      if (!recommendation)
        return {
          glyph: "open",
          text: `${actor(approvals?.at(-1)?.by ?? "human").text} approved it`,
          note: "More approvals are needed",
        }
      return {
        glyph: "ring",
        text: `lead recommends to ${recommendation.approve ? "approve" : "reject"}`,
        quote: recommendation.feedback ?? "",
      }
    }
    case "request.decided":
      return decidedStep(event)
    case "response.forwarded":
      return {
        glyph: "forward",
        text: `${actor(dataOf(event, "response.forwarded").from ?? "lead").text} forwarded the answer`,
      }
    case "response.ignored":
      return {
        glyph: "block",
        text: plainWords(say`${actor(dataOf(event, "response.ignored").by ?? name)} answered as well`),
        note: "Ignored",
      }
    case "gate.opened":
      return { glyph: "gate-open", text: "Gate opened" }
    case "turn.started":
      return { glyph: "went-on", text: `${name} went on, turn ${dataOf(event, "turn.started").turn ?? ""}` }
    case "gate.closed":
      return {
        glyph: "gate-shut",
        text: `Gate shut, ${SHUT[dataOf(event, "gate.closed").reason ?? ""]?.(name) ?? name}`,
      }
    case "agent.terminated":
      return { glyph: "end", text: `${name} left` }
    default:
      return null
  }
}

const SHUT: Record<string, (name: string) => string> = {
  finished: (name) => `${name} finished`,
  superseded: (name) => `${name} plans anew`,
  reassigned: (name) => `${name} has new work`,
  shutdown: (name) => `${name} left`,
  revoked: () => "taken back",
}

function decidedStep(event: TimelineEvent): Told {
  const { status, resolution, comments, target = "", request_type = "" } = dataOf(event, "request.decided")
  const { by = "system", reason = "decided", feedback = "" } = resolution ?? {}
  const approved = status === "approved"
  const glyph = reason !== "decided" ? "faint" : approved ? "approved" : "rejected"
  const count = comments ?? resolution?.comments?.length ?? 0
  const note = count === 0 ? "" : `${count} comment${count === 1 ? "" : "s"}`
  if (protocolOf(request_type)?.onApproved.includes("terminate"))
    return {
      glyph,
      text: leaving(target, approved, by, reason).replace("agreed and left", "agreed to leave"),
      quote: feedback,
    }
  if (reason !== "decided") return { glyph, text: `It ended: ${reason}`, quote: feedback }
  return { glyph, text: `${actor(by).text} ${approved ? "approved" : "rejected"} it`, quote: feedback, note }
}
