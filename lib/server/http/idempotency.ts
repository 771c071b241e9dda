// Idempotency-Key: the first call with a key does the work, and every repeat is given its answer.
import "server-only"
import { setTimeout as pause } from "node:timers/promises"
import { and, eq, lt } from "drizzle-orm"
import { AppError } from "@/lib/core/errors"
import { type Beside, besideTransaction } from "@/lib/server/db/beside-transaction"
import { idempotency } from "@/lib/server/db/door-schema"
import type { Store } from "@/lib/server/db/store"
import { runtimeSlot } from "@/lib/server/session/runtime-slot"
import { sha256 } from "@/lib/server/session/secrets"
import { errorAnswer, jsonAnswer } from "./error-answer"
import { recallShown, rememberShown } from "./shown-once"

type Home = { store: Store }
type Keyed = { principal: string; key: string; fingerprint: string }

/** How a call is kept: the status and body that follow from what its transaction returns, or that they are shown once. */
export type Keeping = { status: number; kept?: (value: never) => unknown; shownOnce?: boolean }

const KEPT_MS = 24 * 3_600_000
const SHOWN_MS = 5_000

export function idempotencyKey(headers: Headers): string | null {
  const key = headers.get("idempotency-key")
  if (key === null) return null
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw new AppError("invalid", "Idempotency-Key is 1 to 255 visible characters.")
  return key
}

export const fingerprintOf = (method: string, path: string, body: unknown): string =>
  sha256(JSON.stringify([method, path, body]))

/**
 * The key is written in the transaction of the work itself, together with the answer: of two calls at once, in whatever
 * process, one runs; and a process that dies has either done the work and kept its answer, or neither.
 */
export async function once(
  runtime: Home,
  keyed: Keyed,
  keeping: Keeping,
  run: () => Promise<Response>,
): Promise<Response> {
  const before = await findAnswer(runtime, keyed, keeping)
  if (before) return before
  const state = { repeated: false, written: null as string | null }
  const answer = await besideTransaction(beside(keyed, keeping, state), run).catch((error: unknown) => {
    if (!state.repeated) throw error
    return errorAnswer(error, "a repeated call")
  })
  if (state.repeated) return (await findAnswer(runtime, keyed, keeping)) ?? answer
  await keep(runtime, keyed, keeping, answer, state.written)
  await forgetOld(runtime)
  return answer
}

const rowOf = ({ principal, key }: Keyed) => and(eq(idempotency.principal, principal), eq(idempotency.key, key))

function beside(keyed: Keyed, keeping: Keeping, state: { repeated: boolean; written: string | null }): Beside {
  return {
    begin: async (tx) => {
      const row = { ...keyed, createdAt: tx.at }
      const added = await tx.db.insert(idempotency).values(row).onConflictDoNothing().returning()
      state.repeated = added.length === 0
      if (state.repeated) throw new AppError("conflict", "This call was made before.")
    },
    end: async (tx, value) => {
      const body = keeping.shownOnce ? null : keeping.kept?.(value as never)
      // An answer that is not known yet is kept when it is given; until then a repeat may try again.
      if (body === undefined) return void (await tx.db.delete(idempotency).where(rowOf(keyed)))
      state.written = JSON.stringify(body)
      await tx.db.update(idempotency).set({ status: keeping.status, body: state.written }).where(rowOf(keyed))
    },
  }
}

/** What failed on our side or was only put off may be tried again with the same key, unless the work was done. */
async function keep(
  runtime: Home,
  keyed: Keyed,
  keeping: Keeping,
  answer: Response,
  written: string | null,
): Promise<void> {
  if (answer.status >= 500 || answer.status === 429) return
  const text = await answer.clone().text()
  if (keeping.shownOnce && answer.ok) return rememberShown(runtime, keyed, text)
  if (text === written) return
  const kept = { status: answer.status, body: text === "" ? "null" : text }
  await runtime.store.transaction(async (tx) => {
    const row = { ...keyed, ...kept, createdAt: tx.at }
    const added = await tx.db.insert(idempotency).values(row).onConflictDoNothing().returning()
    if (added.length === 0 && written !== null) await tx.db.update(idempotency).set(kept).where(rowOf(keyed))
  })
}

async function findAnswer(runtime: Home, keyed: Keyed, keeping: Keeping): Promise<Response | null> {
  const [row] = await runtime.store.read.select().from(idempotency).where(rowOf(keyed))
  if (!row) return null
  if (row.fingerprint !== keyed.fingerprint)
    throw new AppError("invalid", "This Idempotency-Key was used for another call; take a new key for a new call.")
  if (row.status === null) return null
  if (keeping.shownOnce && row.status === keeping.status) return shownAnswer(runtime, keyed, row.status)
  return row.status === 204 ? new Response(null, { status: 204 }) : jsonAnswer(row.status, row.body)
}

/** A secret is kept in memory only, and briefly; the first call may be about to give it. */
async function shownAnswer(runtime: Home, keyed: Keyed, status: number): Promise<Response> {
  for (const until = performance.now() + SHOWN_MS; performance.now() < until; await pause(20)) {
    const text = recallShown(runtime, keyed)
    if (text !== null) return jsonAnswer(status, JSON.parse(text))
  }
  throw new AppError("conflict", "A call with this Idempotency-Key was carried out; what it showed is shown once only.")
}

/** Now and then, apart from anybody's work. */
async function forgetOld(runtime: Home): Promise<void> {
  const last = runtimeSlot(runtime, "idempotency-swept", () => ({ at: 0 }))
  if (Date.now() - last.at < KEPT_MS / 24) return
  last.at = Date.now()
  const before = new Date(Date.now() - KEPT_MS).toISOString()
  await runtime.store.transaction((tx) => tx.db.delete(idempotency).where(lt(idempotency.createdAt, before)))
}
