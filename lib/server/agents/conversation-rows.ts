// The conversation of an agent, as the model is handed it.
import "server-only"
import { and, gte } from "drizzle-orm"
import type { Database } from "@/lib/server/db/database"
import { ofAgent } from "@/lib/server/db/own-rows"
import { entries } from "@/lib/server/db/schema"
import type { AgentKey } from "@/lib/server/db/store"
import { toApiMessages } from "@/lib/server/model/conversation"
import type { ContentBlock, Turn } from "@/lib/server/model/model-client"

export async function loadConversation(db: Database, key: AgentKey, startEntry: number): Promise<Turn[]> {
  const rows = await db
    .select({ role: entries.role, content: entries.content })
    .from(entries)
    .where(and(ofAgent(entries, key), gte(entries.id, startEntry)))
    .orderBy(entries.id)
  return toApiMessages(rows.map((row) => ({ role: row.role, content: row.content as ContentBlock[] })))
}
