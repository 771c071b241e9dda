// The stretch of history this page holds: it grows at both ends on demand, follows what is new, and can begin elsewhere.
import type { TimelineOverview } from "@/lib/core/page-views"
import { slimEvent, type TimelineEvent } from "@/lib/core/timeline-event"
import type { TimelineFilter } from "@/lib/core/timeline-kind"
import { growOverview, seqAtTime } from "@/lib/core/timeline-overview"
import { asksFor, PAGE_EVENTS, type TimelinePage } from "@/lib/core/timeline-page"
import { TimelineRows } from "@/lib/core/timeline-rows"

export type LoadPage = (range: { from: number; to: number }) => Promise<TimelinePage | null>

export type TimelineSnapshot = {
  /** Counts every change, so that whoever draws rows knows when to ask again. */
  version: number
  count: number
  total: number
  /** The loaded stretch. */
  first: number
  last: number
  /** Rows that came live since the page was opened; elsewhere in the history every event counts. */
  arrived: number
  loading: boolean
  failed: boolean
  overview: TimelineOverview
}

/** With a filter that hides nearly all, so many pages are read in a row before a person has to ask for more. */
const PAGES_IN_A_ROW = 12
const ROWS_WANTED = 120
const STEPS_TO_A_MOMENT = 12
const GROW_MS = 1_000

export class TimelineStore {
  readonly rows: TimelineRows
  private snapshot: TimelineSnapshot
  private readonly load: LoadPage
  private readonly listeners = new Set<() => void>()
  private busy = false
  private stretch = 0
  private ungrown: TimelineEvent[] = []
  private growing: ReturnType<typeof setTimeout> | null = null

  constructor(page: TimelinePage, overview: TimelineOverview, filter: TimelineFilter, load: LoadPage) {
    this.load = load
    this.rows = new TimelineRows(page.start, page.events, filter)
    this.snapshot = {
      version: 0,
      count: 0,
      total: page.total,
      first: 1,
      last: 0,
      arrived: 0,
      loading: false,
      failed: false,
      overview,
    }
    this.changed({})
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  get = (): TimelineSnapshot => this.snapshot

  private changed(change: Partial<TimelineSnapshot>): void {
    const { first, last } = this.rows.log
    this.snapshot = {
      ...this.snapshot,
      ...change,
      first,
      last,
      count: this.rows.count,
      version: this.snapshot.version + 1,
    }
    for (const listener of this.listeners) listener()
  }

  /** The stretch reaches the newest event. */
  get atEnd(): boolean {
    return this.rows.log.last >= this.snapshot.total
  }

  setFilter(filter: TimelineFilter): void {
    this.rows.setFilter(filter)
    this.changed({})
    if (this.rows.count < ROWS_WANTED) void this.loadOlder()
  }

  /** New events from the live line; a stretch elsewhere in the history only learns that there are more. */
  follow(events: readonly (TimelineEvent & { team?: string })[]): void {
    const fresh = events.filter((event) => event.seq > this.snapshot.total)
    const newest = events.at(-1)?.seq ?? 0
    if (newest <= this.rows.log.last) return
    const joined = this.atEnd
    this.growLater(fresh.map(slimEvent))
    const added = joined ? this.rows.append(events.map(slimEvent)) : fresh.length
    const arrived = this.snapshot.arrived + added
    this.changed({ total: Math.max(newest, this.snapshot.total), arrived })
    if (joined && !this.atEnd) void this.loadNewer()
  }

  /** The strip is drawn anew at most once a second, however many events come. */
  private growLater(events: readonly TimelineEvent[]): void {
    if (events.length === 0) return
    this.ungrown.push(...events)
    this.growing ??= setTimeout(() => {
      this.growing = null
      this.changed({ overview: growOverview(this.snapshot.overview, this.ungrown) })
      this.ungrown = []
    }, GROW_MS)
  }

  /** Somebody else says how many events there are by now: what the live line missed is fetched. */
  reach(total: number): void {
    if (total <= this.snapshot.total) return
    const joined = this.atEnd
    this.changed({ total })
    if (joined) void this.loadNewer()
  }

  async loadOlder(): Promise<void> {
    for (let page = 0; page < PAGES_IN_A_ROW && this.rows.log.first > 1; page++) {
      const to = this.rows.log.first - 1
      const before = this.rows.count
      const got = await this.fetch({ from: Math.max(1, to - PAGE_EVENTS + 1), to }, (answer) =>
        this.rows.prepend(answer.start, answer.events),
      )
      if (!got || this.rows.count - before >= ROWS_WANTED / 2) return
    }
  }

  async loadNewer(): Promise<void> {
    for (let page = 0; page < PAGES_IN_A_ROW && !this.atEnd; page++) {
      const from = this.rows.log.last + 1
      const before = this.rows.count
      const got = await this.fetch(
        { from, to: from + PAGE_EVENTS - 1 },
        (answer) => this.rows.append(answer.events) >= 0,
      )
      if (!got || this.rows.count - before >= ROWS_WANTED / 2) return
    }
  }

  /** Makes sure an event is within the stretch, beginning a new one around it when it is far away. */
  async goTo(seq: number): Promise<boolean> {
    const wanted = Math.min(Math.max(1, seq), this.snapshot.total)
    if (wanted >= this.rows.log.first && wanted <= this.rows.log.last) return true
    this.stretch++
    this.busy = false
    return this.fetch(asksFor(this.snapshot.total, wanted), (answer) => {
      this.rows.reset(answer.start, answer.events)
      return true
    })
  }

  /** The first event at or after a moment: guessed from the overview, then narrowed down page by page. */
  async goToTime(at: number): Promise<number> {
    let [low, high] = [1, this.snapshot.total]
    let guess = seqAtTime(this.snapshot.overview, at)
    for (let step = 0; step < STEPS_TO_A_MOMENT && (await this.goTo(guess)); step++) {
      const { entries, first, last } = this.rows.log
      const index = entries.findIndex((entry) => Date.parse(entry.event.at) >= at)
      if (index > 0 || (index === 0 && first === 1)) return first + index
      if (index === 0) high = first - 1
      else if (last >= this.snapshot.total) return last
      else low = last + 1
      guess = Math.floor((low + high) / 2)
    }
    return guess
  }

  /** One page at a time; an answer for a stretch that was left meanwhile is dropped. */
  private async fetch(range: { from: number; to: number }, take: (answer: TimelinePage) => boolean): Promise<boolean> {
    if (this.busy) return false
    this.busy = true
    const stretch = this.stretch
    this.changed({ loading: true, failed: false })
    const answer = await this.load(range).catch(() => null)
    if (stretch !== this.stretch) return false
    this.busy = false
    const taken = answer !== null && answer.events.length > 0 && take(answer)
    this.changed({ loading: false, failed: answer === null, total: Math.max(this.snapshot.total, answer?.total ?? 0) })
    return taken
  }
}
