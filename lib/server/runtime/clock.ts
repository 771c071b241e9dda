// The clock: sleeps until the next timer row is due, and not at all when there is none; whoever sets the wall clock does not confuse it.
import "server-only"
import { asc, lte, sql } from "drizzle-orm"
import { timers } from "@/lib/server/db/schema"
import type { NewTimer, Store } from "@/lib/server/db/store"
import type { Timer } from "./fire-timer"

export type Clock = {
  start(): Promise<void>
  /** A timer row was written; the clock may have to wake earlier. */
  notice(timer: NewTimer): void
  stop(): Promise<void>
}

const LONGEST_SLEEP_MS = 2 ** 31 - 1
const BATCH = 100
/** Due by the database's clock, which is the same for all processes on it. */
const DUE = lte(timers.dueAt, sql`now()`)
const msLeft = sql<number>`(extract(epoch from ${timers.dueAt} - now()) * 1000)::float8`

export function createClock(
  store: Store,
  fire: (timer: Timer) => Promise<void>,
  options: { pollMs: number | null; onError(error: unknown): void },
): Clock {
  /** When each timer this process knows of is due, by the time that has passed here: whichever clock comes first fires it. */
  const known = new Map<string, number>()
  let sleeping: NodeJS.Timeout | null = null
  let wakesAt = Number.POSITIVE_INFINITY
  let stopped = false
  let work: Promise<void> = Promise.resolve()
  let poll: NodeJS.Timeout | null = null

  function sleepUntil(time: number): void {
    if (stopped || time >= wakesAt) return
    if (sleeping) clearTimeout(sleeping)
    wakesAt = time
    sleeping = setTimeout(ring, Math.min(Math.max(0, time - performance.now()), LONGEST_SLEEP_MS))
  }

  function ring(): void {
    sleeping = null
    wakesAt = Number.POSITIVE_INFINITY
    work = work.then(fireDue).catch((error) => {
      options.onError(error)
      sleepUntil(performance.now() + 1_000)
    })
  }

  function notice({ id, delayMs }: NewTimer): void {
    const due = performance.now() + delayMs
    known.set(id, due)
    sleepUntil(due)
  }

  async function fireAll(due: readonly Timer[]): Promise<void> {
    for (const timer of due) {
      if (stopped) return
      await fire(timer)
      known.delete(timer.id)
    }
  }

  async function fireDue(): Promise<void> {
    for (let more = true; more && !stopped; ) {
      const due = await store.read.select().from(timers).where(DUE).orderBy(asc(timers.dueAt)).limit(BATCH)
      await fireAll(due)
      more = due.length === BATCH
    }
    await fireSetBack()
    if (stopped) return
    const [next] = await store.read
      .select({ id: timers.id, delayMs: msLeft })
      .from(timers)
      .orderBy(asc(timers.dueAt))
      .limit(1)
    if (next && !known.has(next.id)) notice(next)
    for (const due of known.values()) sleepUntil(due)
  }

  /** Their time has passed here though the wall clock does not show it: it was set back, or they are gone. */
  async function fireSetBack(): Promise<void> {
    const now = performance.now()
    const passed = [...known].filter(([, due]) => due <= now).map(([id]) => id)
    if (passed.length === 0 || stopped) return
    await fireAll(
      await store.read
        .select()
        .from(timers)
        .where(sql`${timers.id} = any(${sql.param(passed)}::text[])`),
    )
    for (const id of passed) known.delete(id)
  }

  return {
    start: async () => {
      // Where nobody else keeps time, all that is left over counts from here.
      if (options.pollMs === null)
        for (const timer of await store.read.select({ id: timers.id, delayMs: msLeft }).from(timers)) notice(timer)
      await fireDue()
      // Timers that other processes wrote are found by looking, since their writer may be dead.
      if (options.pollMs !== null) poll = setInterval(ring, options.pollMs)
    },
    notice,
    stop: async () => {
      stopped = true
      if (sleeping) clearTimeout(sleeping)
      if (poll) clearInterval(poll)
      await work
    },
  }
}
