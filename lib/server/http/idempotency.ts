// Idempotency-Key: the first call with a key does the work, and every repeat is given its answer.
import "server-only"
import { setTimeout as pause } from "node:timers/promises"
import { and, eq, lt } from "drizzle-orm"
import { AppError } from "@/lib/core/errors"
import { idempotency } from "@/lib/server/db/schema"
import type { Store } from "@/lib/server/db/store"
import { sha256 } from "@/lib/server/session/secrets"
import { jsonAnswer } from "./error-answer"

type Home = { store: Store }
type Keyed = { principal: string; key: string; fingerprint: string }

const KEPT_HOURS = 24
const WAIT_MS = 10_000

export function idempotencyKey(headers: Headers): string | null {
  const key = headers.get("idempotency-key")
  if (key === null) return null
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw new AppError("invalid", "Idempotency-Key is 1 to 255 visible characters.")
  return key
}

export const fingerprintOf = (method: string, path: string, body: unknown): string =>
  sha256(JSON.stringify([method, path, body]))

/** The row is inserted first, so of two calls at once, in whatever process, exactly one runs. */
export async function once(
  runtime: Home,
  keyed: Keyed,
  run: () => Promise<Response>,
  waitMs = WAIT_MS,
): Promise<Response> {
  const claimed = await runtime.store.transaction(async (tx) => {
    const before = new Date(Date.parse(tx.at) - KEPT_HOURS * 3_600_000).toISOString()
    await tx.db.delete(idempotency).where(lt(idempotency.createdAt, before))
    return tx.db
      .insert(idempotency)
      .values({ ...keyed, createdAt: tx.at })
      .onConflictDoNothing()
      .returning()
  })
  if (claimed.length === 0) return firstAnswer(runtime, keyed, waitMs)
  const answer = await run()
  await keep(runtime, keyed, answer)
  return answer
}

const rowOf = ({ principal, key }: Keyed) => and(eq(idempotency.principal, principal), eq(idempotency.key, key))

/** What failed on our side or was only put off may be tried again with the same key. */
async function keep(runtime: Home, keyed: Keyed, answer: Response): Promise<void> {
  if (answer.status >= 500 || answer.status === 429) {
    await runtime.store.transaction((tx) => tx.db.delete(idempotency).where(rowOf(keyed)))
    return
  }
  const text = await answer.clone().text()
  const body: unknown = text === "" ? null : JSON.parse(text)
  await runtime.store.transaction((tx) =>
    tx.db.update(idempotency).set({ status: answer.status, body }).where(rowOf(keyed)),
  )
}

async function firstAnswer(runtime: Home, keyed: Keyed, waitMs: number): Promise<Response> {
  const until = performance.now() + waitMs
  for (let delay = 10; ; delay = Math.min(delay * 2, 250)) {
    const [row] = await runtime.store.read.select().from(idempotency).where(rowOf(keyed))
    if (row && row.fingerprint !== keyed.fingerprint)
      throw new AppError("invalid", "This Idempotency-Key was used for another call; take a new key for a new call.")
    if (row?.status) return row.status === 204 ? new Response(null, { status: 204 }) : jsonAnswer(row.status, row.body)
    if (!row || performance.now() > until) throw unfinished()
    await pause(delay)
  }
}

/** A process may have died between doing the work and keeping the answer, so the work is not done again unasked. */
const unfinished = () =>
  new AppError("conflict", "An earlier call with this Idempotency-Key has not finished; look at what it did first.")
