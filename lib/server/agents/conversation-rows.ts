// The conversation of an agent: entries are added at its end, and the model is handed them in order.
import "server-only"
import { and, gte, sql } from "drizzle-orm"
import { type AgentRow, patchAgent } from "@/lib/server/db/agent-rows"
import { compiled, compiledInsert } from "@/lib/server/db/compiled"
import type { Database } from "@/lib/server/db/database"
import { ANY_AGENT, ofAgent } from "@/lib/server/db/own-rows"
import { entries } from "@/lib/server/db/schema"
import type { AgentKey, Tx } from "@/lib/server/db/store"
import { toApiMessages } from "@/lib/server/model/conversation"
import type { ContentBlock, Turn } from "@/lib/server/model/model-client"

type Entry = typeof entries.$inferSelect

const insertEntry = compiledInsert(entries)

/** Adds one entry to the conversation of an agent whose row is locked, and gives its number. */
export async function appendEntry(
  tx: Tx,
  agent: AgentRow,
  entry: Pick<Entry, "turn" | "role" | "content">,
): Promise<number> {
  const { team, name, generation } = agent
  const id = agent.entries + 1
  await insertEntry(tx.db, { team, agent: name, generation, id, ...entry, at: tx.at })
  await patchAgent(tx, agent, { entries: id })
  return id
}

const selectFrom = compiled<AgentKey & { start: number }, Pick<Entry, "role" | "content">[]>((db) =>
  db
    .select({ role: entries.role, content: entries.content })
    .from(entries)
    .where(and(ofAgent(entries, ANY_AGENT), gte(entries.id, sql.placeholder("start"))))
    .orderBy(entries.id),
)

export async function loadConversation(db: Database, key: AgentKey, startEntry: number): Promise<Turn[]> {
  const { team, name, generation } = key
  const rows = await selectFrom(db, { team, name, generation, start: startEntry })
  return toApiMessages(rows.map((row) => ({ role: row.role, content: row.content as ContentBlock[] })))
}
