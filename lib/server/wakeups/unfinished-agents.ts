// The agents that have something to do and are told so by nobody: what a process that died left behind.
import "server-only"
import { sql } from "drizzle-orm"
import type { Database } from "@/lib/server/db/database"
import type { AgentKey } from "@/lib/server/db/store"

export type Unfinished = AgentKey & { machine: string | null }

export async function unfinishedAgents(db: Database): Promise<Unfinished[]> {
  const found = (await db.execute(sql`
    with found as (
      select team, name, generation from agents where wake and status <> 'shutdown' and kind <> 'external'
      union
      select a.team, a.name, a.generation from turns t
        join agents a on a.team = t.team and a.name = t.agent and a.generation = t.generation
        where t.state = 'running' and a.status not in ('shutdown', 'failed') and (a.retry_at is null or a.retry_at <= now())
      union
      select team, name, generation from agents
        where (owes_reply or stop is not null) and status in ('working', 'stopping') and kind <> 'external'
          and (retry_at is null or retry_at <= now())
    )
    select f.team, f.name, f.generation, t.machine from found f join teams t on t.id = f.team
  `)) as unknown as { rows: Unfinished[] }
  return found.rows
}
