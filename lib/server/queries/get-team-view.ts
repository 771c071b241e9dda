// A team as its pages show it, read from the tables in one consistent view.
import "server-only"
import { and, desc, eq, ne, sql } from "drizzle-orm"
import { DECIDED_KEPT, type TeamView } from "@/lib/core/team-view"
import type { ServerContext } from "@/lib/server/context"
import { toAgent } from "@/lib/server/db/agent-rows"
import type { Database } from "@/lib/server/db/database"
import { agents, requests } from "@/lib/server/db/schema"
import { getTeamRow, teamUsage, toTeam } from "@/lib/server/db/team-rows"
import { toRequest } from "@/lib/server/requests/request-rows"
import { listTasks } from "@/lib/server/tasks/list-tasks"

export async function getTeamView({ store }: Pick<ServerContext, "store">, teamId: string): Promise<TeamView> {
  return store.engine.snapshot(async (db) => {
    const team = await getTeamRow(db, teamId)
    const newest = await db
      .selectDistinctOn([agents.name])
      .from(agents)
      .where(eq(agents.team, teamId))
      .orderBy(agents.name, desc(agents.generation))
    return {
      team: toTeam(team),
      agents: newest
        .map(toAgent)
        .sort((a, b) => a.created_at.localeCompare(b.created_at) || a.name.localeCompare(b.name)),
      requests: await shownRequests(db, teamId),
      tasks: await listTasks(db, teamId),
      usage: teamUsage(team),
      seq: team.seq,
    }
  })
}

async function shownRequests(db: Database, teamId: string) {
  const pending = await db
    .select()
    .from(requests)
    .where(and(eq(requests.team, teamId), eq(requests.status, "pending")))
  const decided = await db
    .select()
    .from(requests)
    .where(and(eq(requests.team, teamId), ne(requests.status, "pending")))
    .orderBy(sql`${requests.decidedAt} desc`, desc(requests.id))
    .limit(DECIDED_KEPT)
  return [...pending, ...decided]
    .map(toRequest)
    .sort((a, b) => a.created_at.localeCompare(b.created_at) || a.request_id.localeCompare(b.request_id))
}
