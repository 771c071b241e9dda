// The conversation of an agent, as the model is handed it.
import "server-only"
import { and, eq, gte } from "drizzle-orm"
import type { Database } from "@/lib/server/db/database"
import { entries } from "@/lib/server/db/schema"
import type { AgentKey } from "@/lib/server/db/store"
import { toApiMessages } from "@/lib/server/model/conversation"
import type { ContentBlock, Turn } from "@/lib/server/model/model-client"

export async function loadConversation(db: Database, key: AgentKey, startEntry: number): Promise<Turn[]> {
  const rows = await db
    .select({ role: entries.role, content: entries.content })
    .from(entries)
    .where(
      and(
        eq(entries.team, key.team),
        eq(entries.agent, key.name),
        eq(entries.generation, key.generation),
        gte(entries.id, startEntry),
      ),
    )
    .orderBy(entries.id)
  return toApiMessages(rows.map((row) => ({ role: row.role, content: row.content as ContentBlock[] })))
}
