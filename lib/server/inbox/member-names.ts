// The names one may write to: the living members of a team.
import "server-only"
import { and, eq, ne } from "drizzle-orm"
import type { Database } from "@/lib/server/db/database"
import { agents } from "@/lib/server/db/schema"

export async function memberNames(db: Database, team: string): Promise<string[]> {
  const rows = await db
    .select({ name: agents.name })
    .from(agents)
    .where(and(eq(agents.team, team), ne(agents.status, "shutdown")))
    .orderBy(agents.name)
    .limit(200)
  return rows.map((row) => row.name)
}
