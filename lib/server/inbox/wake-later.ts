// Wakes an agent now or at a later moment; both are rows first, so a restart forgets neither.
import "server-only"
import { and, sql } from "drizzle-orm"
import { newId } from "@/lib/core/ids"
import { type AgentRow, keyOf, patchAgent } from "@/lib/server/db/agent-rows"
import { compiled, compiledInsert } from "@/lib/server/db/compiled"
import { ANY_AGENT, ofAgent } from "@/lib/server/db/own-rows"
import { timers } from "@/lib/server/db/schema"
import type { AgentKey, Tx } from "@/lib/server/db/store"

const selectWake = compiled<AgentKey, { id: string }[]>((db) =>
  db
    .select({ id: timers.id })
    .from(timers)
    .where(and(ofAgent(timers, ANY_AGENT), sql`${timers.kind} = 'wake'`))
    .limit(1),
)
const insertTimer = compiledInsert(timers)

export async function wakeNow(tx: Tx, row: AgentRow): Promise<void> {
  if (row.wake || row.kind === "external") return
  await patchAgent(tx, row, { wake: true })
  await tx.wake(keyOf(row))
}

/** The first delayed wake stands; a later one neither extends nor doubles it. */
export async function wakeLater(tx: Tx, row: AgentRow, delayMs: number): Promise<void> {
  if (row.kind === "external") return
  const standing = await selectWake(tx.db, keyOf(row))
  if (standing.length === 0) await setTimer(tx, row, "wake", delayMs, null)
}

export async function setTimer(
  tx: Tx,
  row: AgentRow,
  kind: typeof timers.$inferSelect.kind,
  delayMs: number,
  requestId: string | null,
): Promise<void> {
  const id = newId("timer")
  await insertTimer(tx.db, {
    team: row.team,
    id,
    kind,
    agent: row.name,
    generation: row.generation,
    requestId,
    dueAt: new Date(Date.parse(tx.at) + delayMs).toISOString(),
  })
  tx.afterTimer({ id, delayMs })
}
