// What the lanes and threads look like at one moment, and how one event changes that.
import { HUMAN } from "./ids"
import { protocolOf } from "./protocols"
import { dataOf } from "./timeline-data"
import type { TimelineEvent } from "./timeline-event"

export const LANE_STATES = ["none", "idle", "working", "waiting", "stopping", "failed"] as const
export type LaneState = (typeof LANE_STATES)[number]

/** A request from its opening to its consequence. */
export type Thread = {
  readonly id: string
  /** Decided: the event that ends it, and when it was decided. */
  readonly ends: { readonly type: string; readonly at: string } | null
}

export type TimelineState = {
  lanes: Map<string, LaneState>
  /** Replaced, never changed, so that rows may keep the array they saw. */
  threads: readonly Thread[]
}

/** The moment before the first event that is loaded, as the server tells it. */
export type TimelineStart = {
  lanes: Record<string, LaneState>
  threads: readonly Thread[]
}

export const EMPTY_START: TimelineStart = { lanes: {}, threads: [] }

export const startState = (start: TimelineStart): TimelineState => ({
  lanes: new Map(Object.entries(start.lanes)),
  threads: start.threads,
})

export const copyState = (state: TimelineState): TimelineState => ({
  lanes: new Map(state.lanes),
  threads: state.threads,
})

/** A person is always there; an agent is there from its spawning to its end. */
export const laneState = (state: TimelineState, lane: string): LaneState =>
  lane === HUMAN ? "idle" : (state.lanes.get(lane) ?? "none")

const asLane = (status: string | undefined): LaneState =>
  status === "shutdown" || status === undefined
    ? "none"
    : (LANE_STATES as readonly string[]).includes(status)
      ? (status as LaneState)
      : "idle"

/** Moves the state past one event, in place; `copyState` first to keep the one before. */
export function advance(state: TimelineState, event: TimelineEvent): void {
  endLateThreads(state, event)
  const name = event.agent
  switch (event.type) {
    case "agent.spawned":
      if (name) state.lanes.set(name, asLane(dataOf(event, "agent.spawned").agent?.status ?? "idle"))
      break
    case "agent.status_changed":
      if (name) state.lanes.set(name, asLane(dataOf(event, "agent.status_changed").status))
      break
    case "agent.terminated":
      if (name) state.lanes.set(name, "none")
      break
    case "request.opened":
      openThread(state, event.request_id)
      break
    case "request.decided":
      decideThread(state, event)
      break
  }
  endOwnThread(state, event)
}

function openThread(state: TimelineState, id: string | null): void {
  if (id === null || state.threads.some((thread) => thread.id === id)) return
  state.threads = [...state.threads, { id, ends: null }]
}

/** An answer is whole when what it brings about has happened: the gate opens, the agent leaves, or the words arrive. */
export function endOf(requestType: string, status: string | undefined): string {
  const protocol = protocolOf(requestType)
  const consequences = (status === "approved" ? protocol?.onApproved : protocol?.onRejected) ?? []
  if (consequences.includes("terminate")) return "agent.terminated"
  if (consequences.includes("open_gate")) return "gate.opened"
  return protocol?.answeredBy === "target" ? "request.decided" : "response.forwarded"
}

function decideThread(state: TimelineState, event: TimelineEvent): void {
  const { request_type = "", status } = dataOf(event, "request.decided")
  const ends = { type: endOf(request_type, status), at: event.at }
  state.threads = state.threads.map((thread) => (thread.id === event.request_id ? { ...thread, ends } : thread))
}

function endOwnThread(state: TimelineState, event: TimelineEvent): void {
  if (event.request_id === null) return
  const left = state.threads.filter((thread) => !(thread.id === event.request_id && thread.ends?.type === event.type))
  if (left.length < state.threads.length) state.threads = left
}

/** A decision whose consequence does not come at once (withdrawn, superseded) ends there; leaving may take a while. */
function endLateThreads(state: TimelineState, event: TimelineEvent): void {
  const late = ({ ends }: Thread) =>
    ends !== null && ends.type !== "agent.terminated" && Date.parse(event.at) - Date.parse(ends.at) > AT_ONCE_MS
  if (state.threads.some(late)) state.threads = state.threads.filter((thread) => !late(thread))
}

const AT_ONCE_MS = 1_000
