// All teams with what a person wants to know of each at a glance.
import "server-only"
import { sql } from "drizzle-orm"
import type { TeamSummary } from "@/lib/core/page-views"
import type { ServerContext } from "@/lib/server/context"
import { teams } from "@/lib/server/db/schema"
import { teamUsage, toTeam } from "@/lib/server/db/team-rows"

type Counts = { team: string; agents: number; working: number; failing: string[] }

export async function listTeams({
  store,
  protocols,
}: Pick<ServerContext, "store" | "protocols">): Promise<TeamSummary[]> {
  const forPeople = Object.values(protocols)
    .filter((protocol) => protocol.answeredBy === "human")
    .map((protocol) => protocol.type)
  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  return store.engine.snapshot(async (db) => {
    const rows = await db.select().from(teams).orderBy(teams.createdAt, teams.id)
    const counts = (await db.execute(sql`
      select team, count(*)::int as agents,
        count(*) filter (where status in ('working', 'stopping'))::int as working,
        coalesce(json_agg(name order by name) filter (where status = 'failed'), '[]'::json) as failing
      from agents where status <> 'shutdown' group by team
    `)) as unknown as { rows: Counts[] }
    const waiting = (await db.execute(sql`
      select r.team, count(*)::int as waiting, max(r.id) as newest from requests r join teams t on t.id = r.team
      where r.status = 'pending' and r.type in ${forPeople}
        and not (
          r.recommendation is null and r.effective_risk <> 'high'
          and coalesce(t.policy -> 'decide' ->> r.effective_risk, 'human') = 'lead'
        )
      group by r.team
    `)) as unknown as { rows: { team: string; waiting: number; newest: string }[] }
    const spent = (await db.execute(sql`
      select team, coalesce(sum((data -> 'usage' ->> 'cost_usd')::float8), 0)::float8 as spent from events
      where type = 'turn.finished' and at >= ${midnight.toISOString()} group by team
    `)) as unknown as { rows: { team: string; spent: number }[] }
    return rows.map((row) => {
      const count = counts.rows.find((each) => each.team === row.id)
      const pending = waiting.rows.find((each) => each.team === row.id)
      return {
        team: toTeam(row),
        waiting: pending?.waiting ?? 0,
        newest: pending?.newest ?? null,
        working: count?.working ?? 0,
        failed: count?.failing.length ?? 0,
        failing: count?.failing ?? [],
        agents: count?.agents ?? 0,
        usage: teamUsage(row),
        spent_today_usd: spent.rows.find((each) => each.team === row.id)?.spent ?? 0,
        seq: row.seq,
      }
    })
  })
}
