// The rows that belong to one agent and no other bearer of its name: the one condition for its turns, entries, calls, timers and mail.
import "server-only"
import { and, eq } from "drizzle-orm"
import type { Database } from "./database"
import { type entries, messages, type timers, type toolCalls, turns } from "./schema"
import type { AgentKey } from "./store"

type Owned = typeof entries | typeof turns | typeof toolCalls | typeof timers

export const ofAgent = (table: Owned, { team, name, generation }: AgentKey) =>
  and(eq(table.team, team), eq(table.agent, name), eq(table.generation, generation))

export const mailTo = ({ team, name, generation }: AgentKey) =>
  and(eq(messages.team, team), eq(messages.to, name), eq(messages.toGeneration, generation))

/** Whether a turn is under way: begun, and neither finished nor given up with its agent. */
export async function hasRunningTurn(db: Database, agent: AgentKey): Promise<boolean> {
  const rows = await db
    .select({ no: turns.no })
    .from(turns)
    .where(and(ofAgent(turns, agent), eq(turns.state, "running")))
    .limit(1)
  return rows.length > 0
}
