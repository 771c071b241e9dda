// A shutdown as a person watches it: asked, finishing, waiting for its answer, left or refused. Pure; the panel draws it.
import type { Agent } from "@/lib/core/agent"
import type { Event } from "@/lib/core/event"
import type { EventData } from "@/lib/core/event-data"
import type { Message } from "@/lib/core/message"
import type { Request } from "@/lib/core/request"

/** How long an agent may stay silent once the question has reached it. */
export const GRACE_SECONDS = 30

export type Phase = "asked" | "finishing" | "answering" | "ending" | "left" | "refused"

export type Handshake = {
  phase: Phase
  /** What it was in when asked, once that is over. */
  finished: { summary: string; outcome: string; at: string } | null
  /** What it is in now. */
  finishing: { summary: string; since: string } | null
  /** When its silence ends it. */
  deadline: string | null
  answeredAt: string | null
  leftAt: string | null
  forced: boolean
  expired: boolean
  refusal: string | null
  releasedTasks: number[]
}

type Facts = {
  request: Request
  agent: Pick<Agent, "status" | "activity" | "generation" | "ended_at"> | null
  messages: readonly Message[]
  events: readonly Event[]
  /** What it was in when it was asked; its beginning may lie before the events at hand. */
  begun?: Agent["activity"]
}

export function handshakeOf({ request, agent, messages, events, begun = null }: Facts): Handshake {
  const question = messages.find((message) => message.type === "shutdown_request" && message.to === request.target)
  const delivered = question?.delivered_at ?? null
  const gone = leavingOf(request, events)
  const same = agent !== null && agent.generation === request.generation
  const leftAt = gone?.at ?? (same && agent.status === "shutdown" ? agent.ended_at : null)
  const tool = same && agent.activity?.kind === "tool" ? agent.activity : null
  const resolution = request.resolution
  const refused = request.status === "rejected" && resolution?.reason === "decided"
  return {
    phase: phaseOf(request, { delivered: delivered !== null, gone: leftAt !== null, running: tool !== null }),
    finished: finishedOf(request, events, begun),
    finishing: tool && !delivered ? { summary: tool.summary ?? tool.tool ?? "a tool", since: tool.since } : null,
    deadline: delivered && request.status === "pending" ? after(delivered, GRACE_SECONDS) : null,
    answeredAt: resolution?.at ?? null,
    leftAt,
    forced: resolution?.reason === "forced",
    expired: resolution?.reason === "expired",
    refusal: refused ? (resolution?.feedback ?? "") : null,
    releasedTasks: gone?.tasks ?? [],
  }
}

function phaseOf(request: Request, facts: { delivered: boolean; gone: boolean; running: boolean }): Phase {
  if (facts.gone) return "left"
  if (request.status === "rejected") return "refused"
  if (request.status === "approved") return "ending"
  if (facts.delivered) return "answering"
  return facts.running ? "finishing" : "asked"
}

/** It left for this request when its end comes after the asking and names its generation. */
function leavingOf(request: Request, events: readonly Event[]): { at: string; tasks: number[] } | null {
  const event = events.find(
    (candidate) =>
      candidate.type === "agent.terminated" &&
      candidate.agent === request.target &&
      (candidate.data as EventData["agent.terminated"]).generation === request.generation,
  )
  return event ? { at: event.at, tasks: (event.data as EventData["agent.terminated"]).released_tasks } : null
}

/** The last tool that ended between the asking and the answer: what "it finishes first" meant. */
function finishedOf(request: Request, events: readonly Event[], begun: Agent["activity"]): Handshake["finished"] {
  const isOf = (event: Event, type: string) => event.type === type && event.agent === request.target
  const end = events.findLast(
    (event) =>
      isOf(event, "tool.finished") && event.at >= request.created_at && !OWN_TOOLS.has(String(event.data.tool)),
  )
  if (!end) return null
  const data = end.data as EventData["tool.finished"]
  const start = events.find((event) => isOf(event, "tool.started") && event.data.tool_use_id === data.tool_use_id)
  const summary = (start?.data as EventData["tool.started"] | undefined)?.summary
  const remembered = begun?.tool === data.tool ? begun.summary : undefined
  return { summary: summary || remembered || data.tool, outcome: data.outcome, at: end.at }
}

const OWN_TOOLS = new Set(["respond_shutdown", "check_inbox", "send_message"])

const after = (at: string, seconds: number): string => new Date(Date.parse(at) + seconds * 1_000).toISOString()

/** Whole seconds left, never below zero. */
export const secondsLeft = (deadline: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(deadline) - now) / 1_000))

/** The countdown speaks three times, not thirty. */
export const spoken = (seconds: number): string | null =>
  seconds === 30 || seconds === 10
    ? `${seconds} seconds left to answer`
    : seconds === 0
      ? "Its time to answer is over"
      : null
