// The strip above the timeline: a scale on which quiet nights take little room, and the way from a place on it to an event.
import type { TimelineOverview } from "./page-views"
import { protocolOf } from "./protocols"
import { dataOf } from "./timeline-data"
import type { TimelineEvent } from "./timeline-event"

type Stretch = { from: number; to: number; x: number; width: number }
export type OverviewScale = {
  /** 0 at the first event, 1 at the last. */
  x(at: number): number
  at(x: number): number
  quiet: readonly { from: number; to: number }[]
}

/** A stretch without events is compressed when it is long by itself, against the whole and against its neighbours. */
const QUIET_MS = 45 * 60_000
const QUIET_SHARE = 0.04
const QUIET_TIMES = 4
const QUIET_WIDTH = 0.025

export function overviewScale({ first_at, last_at, buckets }: TimelineOverview): OverviewScale {
  const first = Date.parse(first_at ?? "") || 0
  const last = Math.max(first + 1, Date.parse(last_at ?? "") || 0)
  const quiet = quietStretches(buckets, first, last)
  const active = last - first - quiet.reduce((sum, each) => sum + each.to - each.from, 0)
  const share = Math.max(0.2, 1 - quiet.length * QUIET_WIDTH)
  const narrow = (1 - share) / Math.max(1, quiet.length)
  const stretches: Stretch[] = []
  let x = 0
  let from = first
  const add = (to: number, width: number) => {
    if (to <= from) return
    stretches.push({ from, to, x, width })
    x += width
    from = to
  }
  const wide = (to: number) => (active <= 0 ? 0 : ((to - from) / active) * share)
  for (const each of quiet) {
    add(each.from, wide(each.from))
    add(each.to, narrow)
  }
  add(last, 1 - x)
  return {
    quiet,
    x: (at) => {
      const here = stretches.find((each) => at <= each.to) ?? stretches.at(-1)!
      return clamp(here.x + ((at - here.from) / (here.to - here.from)) * here.width)
    },
    at: (place) => {
      const here = stretches.find((each) => place <= each.x + each.width) ?? stretches.at(-1)!
      return here.from + clamp((place - here.x) / (here.width || 1)) * (here.to - here.from)
    },
  }
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value))

/** Buckets hold equally many events, so one much longer than the others is a stretch in which hardly anything happened. */
function quietStretches(
  buckets: TimelineOverview["buckets"],
  first: number,
  last: number,
): { from: number; to: number }[] {
  const stretches = buckets.map((bucket) => ({ from: Date.parse(bucket.from), to: Date.parse(bucket.to) }))
  const lengths = stretches.map(({ from, to }) => to - from).toSorted((a, b) => a - b)
  const usual = lengths[Math.floor(lengths.length / 2)] ?? 0
  const quiet = Math.max(QUIET_MS, (last - first) * QUIET_SHARE, usual * QUIET_TIMES)
  return stretches.filter(({ from, to }) => to - from > quiet)
}

/** How many events fall on each of so many bars; nights are empty, whatever their bucket holds. */
export function overviewBars({ buckets }: TimelineOverview, scale: OverviewScale, count: number): number[] {
  const bars = new Array<number>(count).fill(0)
  for (const bucket of buckets) {
    const from = Date.parse(bucket.from)
    const length = Date.parse(bucket.to) - from
    if (scale.quiet.some((quiet) => quiet.from === from)) continue
    for (let event = 0; event < bucket.count; event += Math.ceil(bucket.count / POINTS)) {
      const place = Math.min(count - 1, Math.floor(scale.x(from + (event / bucket.count) * length) * count))
      bars[place]! += Math.min(Math.ceil(bucket.count / POINTS), bucket.count - event)
    }
  }
  return bars
}

/** A bucket is spread over at most this many points. */
const POINTS = 32

/** The event nearest to a moment, as far as the buckets tell. */
export function seqAtTime({ buckets, total }: TimelineOverview, at: number): number {
  const filled = buckets.filter((bucket) => bucket.count > 0)
  const bucket = filled.find((each) => at <= Date.parse(each.to)) ?? filled.at(-1)
  if (!bucket) return Math.max(1, total)
  const from = Date.parse(bucket.from)
  const share = clamp((at - from) / Math.max(1, Date.parse(bucket.to) - from))
  return Math.min(Math.max(1, total), Math.max(1, bucket.first_seq + Math.floor(share * bucket.count)))
}

/** New events at the end: the last bucket grows until it holds as many as the others, then another begins. */
export function growOverview(overview: TimelineOverview, events: readonly TimelineEvent[]): TimelineOverview {
  const buckets = [...overview.buckets]
  let waits = overview.waits
  const full = buckets[0]?.count ?? 1
  for (const event of events) {
    const last = buckets.at(-1)
    if (last)
      buckets[buckets.length - 1] = { ...last, to: later(last.to, event.at), count: Math.min(full, last.count + 1) }
    if (!last || last.count >= full) buckets.push({ from: event.at, to: event.at, first_seq: event.seq, count: 1 })
    waits = waitsAfter(waits, event)
  }
  const last = events.at(-1)
  return {
    first_at: overview.first_at ?? events[0]?.at ?? null,
    last_at: last?.at ?? overview.last_at,
    total: last?.seq ?? overview.total,
    buckets,
    waits,
  }
}

const later = (a: string, b: string): string => (a > b ? a : b)

function waitsAfter(waits: TimelineOverview["waits"], event: TimelineEvent): TimelineOverview["waits"] {
  const id = event.request_id
  if (id === null) return waits
  if (
    event.type === "request.opened" &&
    protocolOf(dataOf(event, "request.opened").request?.type ?? "")?.answeredBy !== "target"
  )
    return waits.some((wait) => wait.request_id === id)
      ? waits
      : [...waits, { request_id: id, from: event.at, to: null }]
  if (event.type !== "request.decided") return waits
  return waits.map((wait) => (wait.request_id === id ? { ...wait, to: event.at } : wait))
}

export type WaitBar = { request_id: string; x: number; width: number; row: 0 | 1 }

/** Waits as bars in two rows, so that two at once are seen as two. */
export function waitBars({ waits, last_at }: TimelineOverview, scale: OverviewScale): WaitBar[] {
  const ends: [number, number] = [-1, -1]
  return waits
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .map((wait) => {
      const x = scale.x(Date.parse(wait.from))
      const end = scale.x(Date.parse(wait.to ?? last_at ?? wait.from))
      const row = ends[0] <= x ? 0 : 1
      ends[row] = Math.max(ends[row], end)
      return { request_id: wait.request_id, x, width: Math.max(0, end - x), row }
    })
}
