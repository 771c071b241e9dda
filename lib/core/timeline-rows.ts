// The rows a person sees: a filter over the log, and for each row the slice it draws, made when asked for and kept.
import { drawingOf } from "./timeline-arrow"
import type { TimelineEvent } from "./timeline-event"
import { DEFAULT_FILTER, KIND_FILTERS, type TimelineFilter } from "./timeline-kind"
import { type LoggedEvent, TimelineLog } from "./timeline-log"
import { NO_SLOT } from "./timeline-slots"
import type { LaneState, Thread, TimelineStart } from "./timeline-state"

export type RowThread = { id: string; slot: number; above: boolean; below: boolean }

export type TimelineRow = LoggedEvent & {
  seq: number
  /** Milliseconds since the row before when both belong to one burst, else null. */
  gap: number | null
  above: readonly LaneState[]
  below: readonly LaneState[]
  threads: RowThread[]
  /** Open requests beyond the columns there are. */
  more: number
}

const BURST_MS = 250
const ROWS_KEPT = 2_000

/** Everybody an event touches: where it happens, who sends and who receives. */
export function lanesOfEvent(event: TimelineEvent): string[] {
  const { lane, arrow } = drawingOf(event)
  return [...new Set([lane, event.agent, arrow?.from, arrow?.to].filter((name): name is string => Boolean(name)))]
}

export class TimelineRows {
  readonly log: TimelineLog
  private filter: TimelineFilter = DEFAULT_FILTER
  private seqs: number[] = []
  private rows = new Map<number, TimelineRow>()
  private lanes: readonly string[] = []

  constructor(start: TimelineStart, events: readonly TimelineEvent[], filter: TimelineFilter = DEFAULT_FILTER) {
    this.log = new TimelineLog(start, events)
    this.setFilter(filter)
  }

  get count(): number {
    return this.seqs.length
  }

  setFilter(filter: TimelineFilter): void {
    this.filter = filter
    this.rows.clear()
    this.log.takeHushed()
    this.seqs = this.log.entries.filter((entry) => this.shows(entry)).map((entry) => entry.event.seq)
  }

  reset(start: TimelineStart, events: readonly TimelineEvent[]): void {
    this.log.reset(start, events)
    this.setFilter(this.filter)
  }

  /** Answers by how many rows it grew; quiet events change the end of the newest row and add none. */
  append(events: readonly TimelineEvent[]): number {
    const before = this.seqs.length
    const added = this.log.append(events)
    this.forget(this.seqs.at(-1))
    for (const entry of this.log.entries.slice(this.log.entries.length - added))
      if (this.shows(entry)) this.seqs.push(entry.event.seq)
    this.dropHushed()
    return this.seqs.length - before
  }

  prepend(start: TimelineStart, events: readonly TimelineEvent[]): boolean {
    if (!this.log.prepend(start, events)) return false
    // The first row learns what came before it, and ends of calls what they ran.
    this.rows.clear()
    this.log.takeHushed()
    const earlier = this.log.entries.slice(0, events.length).filter((entry) => this.shows(entry))
    this.seqs = earlier.map((entry) => entry.event.seq).concat(this.seqs)
    return true
  }

  private shows({ event, kind }: LoggedEvent): boolean {
    const { kinds, agents, request, protocol } = this.filter
    if (request !== null && event.request_id !== request) return false
    if (protocol !== null && this.log.protocols.get(event.request_id ?? "") !== protocol) return false
    if (!(KIND_FILTERS[kinds].kinds as readonly string[]).includes(kind)) return false
    return agents === null || lanesOfEvent(event).some((lane) => agents.includes(lane))
  }

  private dropHushed(): void {
    for (const seq of this.log.takeHushed()) {
      const index = this.indexOf(seq)
      if (this.seqs[index] !== seq || this.shows(this.log.at(seq)!)) continue
      this.seqs.splice(index, 1)
      this.forget(this.seqs[index - 1])
      this.forget(this.seqs[index])
    }
  }

  private forget(seq: number | undefined): void {
    if (seq !== undefined) this.rows.delete(seq)
  }

  seqAt(index: number): number {
    return this.seqs[index] ?? 0
  }

  /** The first row at or after an event; the row count when there is none. */
  indexOf(seq: number): number {
    let low = 0
    let high = this.seqs.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.seqs[middle]! < seq) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The same object as long as nothing about the row changed. What was hidden between two rows shows at the middle of the first. */
  row(index: number, lanes: readonly string[]): TimelineRow {
    if (this.lanes !== lanes || this.rows.size > ROWS_KEPT) {
      this.lanes = lanes
      this.rows.clear()
    }
    const seq = this.seqs[index]!
    const known = this.rows.get(seq)
    if (known) return known
    const next = this.seqs[index + 1] ?? this.log.last + 1
    const entry = this.log.at(seq)!
    const above = this.log.threadsBefore(seq)
    const below = this.log.threadsBefore(next)
    const row: TimelineRow = {
      ...entry,
      seq,
      gap: this.gapBefore(index, entry),
      above: this.log.lanesBefore(seq, lanes),
      below: this.log.lanesBefore(next, lanes),
      ...this.threads(above, below),
    }
    this.rows.set(seq, row)
    return row
  }

  private gapBefore(index: number, entry: LoggedEvent): number | null {
    const before = this.log.at(this.seqs[index - 1] ?? -1)
    if (!before) return null
    const gap = Date.parse(entry.event.at) - Date.parse(before.event.at)
    return gap >= 0 && gap < BURST_MS ? gap : null
  }

  private threads(above: readonly Thread[], below: readonly Thread[]): Pick<TimelineRow, "threads" | "more"> {
    const threads: RowThread[] = []
    let more = 0
    for (const { id } of new Map([...above, ...below].map((thread) => [thread.id, thread])).values()) {
      const slot = this.log.slots.get(id) ?? NO_SLOT
      if (slot === NO_SLOT) more++
      else threads.push({ id, slot, above: has(above, id), below: has(below, id) })
    }
    return { threads, more }
  }
}

const has = (threads: readonly Thread[], id: string): boolean => threads.some((thread) => thread.id === id)
