// All teams with what a person wants to know of each at a glance.
import "server-only"
import type { TeamSummary } from "@/lib/core/page-views"
import type { ServerContext } from "@/lib/server/context"
import { teams } from "@/lib/server/db/schema"
import { teamUsage, toTeam } from "@/lib/server/db/team-rows"
import { sumTeams } from "./team-sums"

export async function listTeams({
  store,
  protocols,
}: Pick<ServerContext, "store" | "protocols">): Promise<TeamSummary[]> {
  return store.engine.snapshot(async (db) => {
    const rows = await db.select().from(teams).orderBy(teams.createdAt, teams.id)
    const sums = await sumTeams(store, protocols, db, rows)
    return rows.map((row) => {
      const { spentToday, failing, ...rest } = sums.get(row.id)!
      return {
        team: toTeam(row),
        ...rest,
        failed: failing.length,
        failing,
        usage: teamUsage(row),
        spent_today_usd: spentToday,
        seq: row.seq,
      }
    })
  })
}
