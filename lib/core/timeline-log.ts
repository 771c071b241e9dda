// A contiguous stretch of one team's events with checkpoints of the state, so that any row in it can be drawn alone.
import { LEAD } from "./ids"
import { dataOf } from "./timeline-data"
import type { TimelineEvent } from "./timeline-event"
import { type EventKind, kindOf } from "./timeline-kind"
import type { SentenceContext } from "./timeline-sentence"
import { fillSlots, type Slots, takeSlot } from "./timeline-slots"
import {
  advance,
  copyState,
  EMPTY_START,
  type LaneState,
  laneState,
  startState,
  type Thread,
  type TimelineStart,
  type TimelineState,
} from "./timeline-state"
import { AT_ONCE_MS } from "./timeline-tool-words"

/** Events between two checkpoints: drawing one row replays at most this many. */
export const BLOCK = 256
const blockOf = (seq: number): number => Math.floor(seq / BLOCK)

/** What an event is beside itself: sorted, and told what its sentence needs. */
export type LoggedEvent = {
  event: TimelineEvent
  kind: EventKind
  context: SentenceContext
}

type Replay = {
  first: number
  states: TimelineState
  changes: { seq: number; lane: string; to: LaneState }[]
  threads: (readonly Thread[])[]
}

export class TimelineLog {
  /** The number of the first loaded event; the last is `first + entries.length - 1`. */
  first = 1
  entries: LoggedEvent[] = []
  /** Which column each request's thread runs in. */
  readonly slots: Slots = new Map()
  /** The protocol of each request whose opening or end is loaded. */
  readonly protocols = new Map<string, string>()
  private end: TimelineState = startState(EMPTY_START)
  private checkpoints = new Map<number, TimelineState>()
  private replays = new Map<number, Replay>()
  private columns = new WeakMap<Replay, WeakMap<readonly string[], LaneState[][]>>()
  /** Calls that run, and finished ones whose start is not loaded yet, by `tool_use_id`. */
  private running = new Map<string, LoggedEvent>()
  private unnamed = new Map<string, LoggedEvent>()
  /** Starts that became quiet because their call ended at once. */
  private hushed: number[] = []

  constructor(start: TimelineStart, events: readonly TimelineEvent[]) {
    this.reset(start, events)
  }

  get last(): number {
    return this.first + this.entries.length - 1
  }

  at(seq: number): LoggedEvent | undefined {
    return this.entries[seq - this.first]
  }

  /** Begins anew somewhere else in the history. */
  reset(start: TimelineStart, events: readonly TimelineEvent[]): void {
    this.first = events[0]?.seq ?? 1
    this.entries = []
    this.checkpoints.clear()
    this.replays.clear()
    this.running.clear()
    this.unnamed.clear()
    this.hushed = []
    this.slots.clear()
    this.end = startState(start)
    for (const { id } of this.end.threads) takeSlot(this.slots, id, this.end.threads)
    this.checkpoints.set(blockOf(this.first), copyState(this.end))
    for (const event of events) this.push(event)
  }

  /** Adds what comes next; an event that is already there, or that leaves a gap, changes nothing. Answers how many were added. */
  append(events: readonly TimelineEvent[]): number {
    const before = this.entries.length
    for (const event of events) {
      if (this.entries.length === 0) this.reset(EMPTY_START, [event])
      else if (event.seq === this.last + 1) this.push(event)
    }
    return this.entries.length - before
  }

  /** Adds what came before, in full; rows that are drawn already keep their drawing. */
  prepend(start: TimelineStart, events: readonly TimelineEvent[]): boolean {
    const head = events[0]
    if (!head || events.at(-1)?.seq !== this.first - 1) return false
    const state = startState(start)
    const stretches = new Map(state.threads.map(({ id }) => [id, { id, from: head.seq, to: null as number | null }]))
    this.checkpoints.set(blockOf(head.seq), copyState(state))
    const earlier = events.map((event) => {
      if (event.seq % BLOCK === 0) this.checkpoints.set(blockOf(event.seq), copyState(state))
      const before = state.threads
      const entry = this.log(event, state)
      for (const { id } of state.threads) if (!stretches.has(id)) stretches.set(id, { id, from: event.seq, to: null })
      for (const { id } of before)
        if (!state.threads.some((thread) => thread.id === id)) stretches.get(id)!.to = event.seq
      return entry
    })
    fillSlots(this.slots, [...stretches.values()])
    this.replays.delete(blockOf(this.first))
    this.entries = earlier.concat(this.entries)
    this.first = head.seq
    return true
  }

  private push(event: TimelineEvent): void {
    const block = blockOf(event.seq)
    if (event.seq % BLOCK === 0) this.checkpoints.set(block, copyState(this.end))
    this.entries.push(this.log(event, this.end))
    if (event.type === "request.opened" && event.request_id) takeSlot(this.slots, event.request_id, this.end.threads)
    this.replays.delete(block)
  }

  /** The starts that fell silent since this was last asked: their rows give way to "it ran". */
  takeHushed(): number[] {
    const hushed = this.hushed
    this.hushed = []
    return hushed
  }

  private log(event: TimelineEvent, state: TimelineState): LoggedEvent {
    const entry: LoggedEvent = { event, kind: kindOf(event), context: {} }
    if (event.type === "message.sent") {
      const { to = LEAD } = dataOf(event, "message.sent")
      if (laneState(state, to) === "waiting") entry.context = { kept: true }
    }
    this.learnProtocol(event)
    this.joinCall(entry)
    advance(state, event)
    return entry
  }

  /** A call's end is told what its start was about, whichever of the two is loaded first. */
  private joinCall(entry: LoggedEvent): void {
    const { type } = entry.event
    if (type !== "tool.started" && type !== "tool.finished") return
    const { tool_use_id = "" } = dataOf(entry.event, "tool.finished")
    const started = type === "tool.started" ? entry : this.running.get(tool_use_id)
    const finished = type === "tool.finished" ? entry : this.unnamed.get(tool_use_id)
    if (!started) this.unnamed.set(tool_use_id, entry)
    else if (!finished) this.running.set(tool_use_id, entry)
    if (!started || !finished) return
    this.running.delete(tool_use_id)
    this.unnamed.delete(tool_use_id)
    finished.context = { summary: dataOf(started.event, "tool.started").summary ?? "" }
    if ((dataOf(finished.event, "tool.finished").ms ?? 0) >= AT_ONCE_MS) return
    started.kind = "quiet"
    this.hushed.push(started.event.seq)
  }

  private learnProtocol(event: TimelineEvent): void {
    if (event.request_id === null) return
    if (event.type === "request.opened")
      this.protocols.set(event.request_id, dataOf(event, "request.opened").request?.type ?? "")
    if (event.type === "request.decided")
      this.protocols.set(event.request_id, dataOf(event, "request.decided").request_type ?? "")
  }

  /** The lanes just before an event, or after the newest one when `seq` is past it. */
  lanesBefore(seq: number, lanes: readonly string[]): readonly LaneState[] {
    if (seq > this.last) return lanes.map((lane) => laneState(this.end, lane))
    const replay = this.replayOf(seq)
    return this.columnsOf(replay, lanes)[seq - replay.first]!
  }

  threadsBefore(seq: number): readonly Thread[] {
    if (seq > this.last) return this.end.threads
    const replay = this.replayOf(seq)
    return replay.threads[seq - replay.first]!
  }

  /** Everybody who is there just before an event, and in which state; outside the stretch, at its nearer end. */
  presentBefore(seq: number): ReadonlyMap<string, LaneState> {
    if (seq > this.last) return this.end.lanes
    const replay = this.replayOf(Math.max(seq, this.first))
    const lanes = new Map(replay.states.lanes)
    for (const change of replay.changes) if (change.seq < seq) lanes.set(change.lane, change.to)
    return lanes
  }

  private replayOf(seq: number): Replay {
    const block = blockOf(seq)
    const known = this.replays.get(block)
    if (known) return known
    const first = Math.max(this.first, block * BLOCK)
    const states = this.checkpoints.get(block)!
    const replay: Replay = { first, states, changes: [], threads: [] }
    const state = copyState(states)
    for (let each = first; each <= Math.min(this.last, block * BLOCK + BLOCK - 1); each++) {
      const { event } = this.at(each)!
      replay.threads.push(state.threads)
      advance(state, event)
      const lane = event.agent
      if (lane && event.type.startsWith("agent.")) replay.changes.push({ seq: each, lane, to: laneState(state, lane) })
    }
    if (this.replays.size > 64) this.replays.clear()
    this.replays.set(block, replay)
    return replay
  }

  private columnsOf(replay: Replay, lanes: readonly string[]): LaneState[][] {
    const byLanes = this.columns.get(replay) ?? new WeakMap<readonly string[], LaneState[][]>()
    this.columns.set(replay, byLanes)
    const known = byLanes.get(lanes)
    if (known) return known
    const rows: LaneState[][] = []
    let row = lanes.map((lane) => laneState(replay.states, lane))
    let next = 0
    for (let offset = 0; offset < replay.threads.length; offset++) {
      rows.push(row)
      for (; replay.changes[next]?.seq === replay.first + offset; next++) {
        const { lane, to } = replay.changes[next]!
        const column = lanes.indexOf(lane)
        if (column >= 0) row = row.with(column, to)
      }
    }
    byLanes.set(lanes, rows)
    return rows
  }
}
