// The rows that belong to one agent and no other bearer of its name: the one condition for its turns, entries, calls, timers and mail.
import "server-only"
import { and, eq, type Placeholder, sql } from "drizzle-orm"
import { compiledUpdate } from "./compiled"
import type { Database } from "./database"
import { type entries, messages, type timers, type toolCalls, turns } from "./schema"
import type { AgentKey } from "./store"

type Owned = typeof entries | typeof turns | typeof toolCalls | typeof timers

type Anyone = { [part in keyof AgentKey]: Placeholder }

/** Stands for whichever agent a compiled query is run for. */
export const ANY_AGENT: Anyone = {
  team: sql.placeholder("team"),
  name: sql.placeholder("name"),
  generation: sql.placeholder("generation"),
}

export const ofAgent = (table: Owned, { team, name, generation }: AgentKey | Anyone) =>
  and(eq(table.team, team), eq(table.agent, name), eq(table.generation, generation))

export const mailTo = ({ team, name, generation }: AgentKey | Anyone) =>
  and(eq(messages.team, team), eq(messages.to, name), eq(messages.toGeneration, generation))

const updateOne = compiledUpdate<
  typeof turns,
  { keyTeam: string; keyName: string; keyGeneration: number; keyNo: number }
>(
  turns,
  and(
    eq(turns.team, sql.placeholder("keyTeam")),
    eq(turns.agent, sql.placeholder("keyName")),
    eq(turns.generation, sql.placeholder("keyGeneration")),
    eq(turns.no, sql.placeholder("keyNo")),
  ),
)

export async function updateTurn(
  db: Database,
  { team, name, generation }: AgentKey,
  no: number,
  change: Partial<typeof turns.$inferInsert>,
): Promise<void> {
  await updateOne(db, change, { keyTeam: team, keyName: name, keyGeneration: generation, keyNo: no })
}

/** Whether a turn is under way: begun, and neither finished nor given up with its agent. */
export async function hasRunningTurn(db: Database, agent: AgentKey): Promise<boolean> {
  const rows = await db
    .select({ no: turns.no })
    .from(turns)
    .where(and(ofAgent(turns, agent), eq(turns.state, "running")))
    .limit(1)
  return rows.length > 0
}
