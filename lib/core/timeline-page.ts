// What the timeline is given by the server: a stretch of slim events with the state before it, and one request's whole life.
import type { TimelineEvent } from "./timeline-event"
import type { TimelineStart } from "./timeline-state"

export type TimelinePage = {
  start: TimelineStart
  events: TimelineEvent[]
  /** How many events the team has; `seq` runs from 1 to it without gaps. */
  total: number
}

/** Events of one page at most. */
export const PAGE_EVENTS = 1_000
/** What the first page brings: more than the tallest screen shows, little enough to be there at once. */
export const FIRST_EVENTS = 300

export type TimelineLife = {
  request_id: string
  /** Its steps, oldest first, without the calls made under it. */
  events: TimelineEvent[]
  calls: number
  stopped_outside: number
  blocked_before: number
}

export const asksFor = (total: number, seq: number): { from: number; to: number } => {
  const from = Math.max(1, Math.min(seq - PAGE_EVENTS / 2, total - PAGE_EVENTS + 1))
  return { from, to: Math.min(total, from + PAGE_EVENTS - 1) }
}
