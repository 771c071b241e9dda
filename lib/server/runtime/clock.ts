// The clock: sleeps until the next timer row is due, and not at all when there is none.
import "server-only"
import { asc, lte } from "drizzle-orm"
import { timers } from "@/lib/server/db/schema"
import type { Store } from "@/lib/server/db/store"
import type { Timer } from "./fire-timer"

export type Clock = {
  start(): Promise<void>
  /** A timer row was written; the clock may have to wake earlier. */
  notice(dueAt: string): void
  stop(): Promise<void>
}

const LONGEST_SLEEP_MS = 2 ** 31 - 1
const BATCH = 100

export function createClock(
  store: Store,
  fire: (timer: Timer) => Promise<void>,
  options: { pollMs: number | null; onError(error: unknown): void },
): Clock {
  let sleeping: NodeJS.Timeout | null = null
  let wakesAt = Number.POSITIVE_INFINITY
  let stopped = false
  let work: Promise<void> = Promise.resolve()
  let poll: NodeJS.Timeout | null = null

  function sleepUntil(time: number): void {
    if (stopped || time >= wakesAt) return
    if (sleeping) clearTimeout(sleeping)
    wakesAt = time
    sleeping = setTimeout(ring, Math.min(Math.max(0, time - Date.now()), LONGEST_SLEEP_MS))
  }

  function ring(): void {
    sleeping = null
    wakesAt = Number.POSITIVE_INFINITY
    work = work.then(fireDue).catch((error) => {
      options.onError(error)
      sleepUntil(Date.now() + 1_000)
    })
  }

  async function fireDue(): Promise<void> {
    while (!stopped) {
      const now = new Date().toISOString()
      const due = await store.read
        .select()
        .from(timers)
        .where(lte(timers.dueAt, now))
        .orderBy(asc(timers.dueAt))
        .limit(BATCH)
      for (const timer of due) if (!stopped) await fire(timer)
      if (due.length < BATCH) break
    }
    if (stopped) return
    const next = await store.read.select({ dueAt: timers.dueAt }).from(timers).orderBy(asc(timers.dueAt)).limit(1)
    if (next[0]) sleepUntil(Date.parse(next[0].dueAt))
  }

  return {
    start: async () => {
      await fireDue()
      // Timers that other processes wrote are found by looking, since their writer may be dead.
      if (options.pollMs !== null) poll = setInterval(ring, options.pollMs)
    },
    notice: (dueAt) => sleepUntil(Date.parse(dueAt)),
    stop: async () => {
      stopped = true
      if (sleeping) clearTimeout(sleeping)
      if (poll) clearInterval(poll)
      await work
    },
  }
}
