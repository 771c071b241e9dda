// Carries deliveries out: each claimed by one process, tried again with growing pauses, given up after a day or so.
import "server-only"
import { and, asc, eq, sql } from "drizzle-orm"
import { deliveries, webhooks } from "@/lib/server/db/door-schema"
import { events } from "@/lib/server/db/schema"
import type { Store } from "@/lib/server/db/store"
import { toEvent } from "@/lib/server/event-log/event-rows"
import { sendDelivery } from "./send-delivery"

export type Postman = { start(): Promise<void>; notice(): void; stop(): Promise<void> }

const MOST_ATTEMPTS = 12
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 6 * 3_600_000
/** A claim is a later due time: a process that dies over it loses nothing but this pause. */
const CLAIM_MS = 30_000

export function createPostman(
  store: Store,
  options: { firstPauseMs?: number; onError(error: unknown): void },
): Postman {
  let stopped = false
  const stopping = new AbortController()
  let again = false
  let work: Promise<void> | null = null
  let sleeping: NodeJS.Timeout | null = null

  function wake(): void {
    if (stopped) return
    again = true
    work ??= round().finally(() => {
      work = null
    })
  }

  async function round(): Promise<void> {
    while (again && !stopped) {
      again = false
      try {
        while (!stopped && (await deliverOne(store, options.firstPauseMs ?? FIRST_PAUSE_MS, stopping.signal))) {}
        await sleepUntilNext()
      } catch (error) {
        options.onError(error)
        sleep(FIRST_PAUSE_MS)
      }
    }
  }

  function sleep(ms: number): void {
    if (sleeping) clearTimeout(sleeping)
    if (!stopped) sleeping = setTimeout(wake, Math.min(ms, LONGEST_PAUSE_MS))
  }

  /** Nothing waits, nothing ticks. */
  async function sleepUntilNext(): Promise<void> {
    const next = await store.read
      .select({ ms: sql<number>`(extract(epoch from ${deliveries.dueAt} - now()) * 1000)::float8` })
      .from(deliveries)
      .where(eq(deliveries.state, "waiting"))
      .orderBy(asc(deliveries.dueAt))
      .limit(1)
    if (next[0]) sleep(Math.max(50, next[0].ms))
  }

  return {
    start: async () => wake(),
    notice: wake,
    stop: async () => {
      stopped = true
      // Whoever is being told is told again: a stop must not wait for a stranger.
      stopping.abort()
      if (sleeping) clearTimeout(sleeping)
      await work
    },
  }
}

/** True when there was one to deliver. */
async function deliverOne(store: Store, firstPauseMs: number, stopping: AbortSignal): Promise<boolean> {
  const claimed = await store.engine.transact(async ({ executeSql }) => {
    const { rows } = await executeSql(
      `update deliveries d set due_at = now() + $1 * interval '1 millisecond', attempts = attempts + 1
       from (select webhook, team, seq from deliveries where state = 'waiting' and due_at <= now()
             order by due_at limit 1 for update skip locked) next
       where d.webhook = next.webhook and d.team = next.team and d.seq = next.seq
       returning d.webhook, d.team, d.seq, d.attempts`,
      [CLAIM_MS],
    )
    return rows[0]
  })
  if (!claimed) return false
  const key = { webhook: String(claimed.webhook), team: String(claimed.team), seq: Number(claimed.seq) }
  const [hook] = await store.read.select().from(webhooks).where(eq(webhooks.id, key.webhook))
  const [row] = await store.read
    .select()
    .from(events)
    .where(and(eq(events.team, key.team), eq(events.seq, key.seq)))
  if (!hook || !row) return true
  const sent = await sendDelivery(hook, toEvent(row), stopping)
  // Broken off by us, not by them: the claim runs out, and the next start tries again.
  if (!sent.ok && stopping.aborted) return false
  const attempts = Number(claimed.attempts)
  const over = sent.ok || attempts >= MOST_ATTEMPTS
  const pause = Math.min(LONGEST_PAUSE_MS, firstPauseMs * 3 ** (attempts - 1))
  await store.transaction((tx) =>
    tx.db
      .update(deliveries)
      .set({
        state: sent.ok ? "delivered" : over ? "given_up" : "waiting",
        status: sent.status,
        error: sent.ok ? null : sent.error,
        dueAt: over ? tx.at : new Date(Date.parse(tx.at) + pause).toISOString(),
        endedAt: over ? tx.at : null,
      })
      .where(and(eq(deliveries.webhook, key.webhook), eq(deliveries.team, key.team), eq(deliveries.seq, key.seq))),
  )
  return true
}
