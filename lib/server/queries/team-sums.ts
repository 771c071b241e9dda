// What is summed up over each team, remembered with the number of its newest event: while that stands, nothing has changed, and what is spent only grows.
import "server-only"
import { sql } from "drizzle-orm"
import type { ProtocolTable } from "@/lib/core/protocols"
import type { Database } from "@/lib/server/db/database"
import type { Store } from "@/lib/server/db/store"

export type TeamSums = {
  agents: number
  working: number
  failing: string[]
  /** Plans that wait for a person, and the newest of them. */
  waiting: number
  newest: string | null
  spentToday: number
}

type Remembered = { seq: number; midnight: string; sums: TeamSums }
type Head = { id: string; seq: number }

const remembered = new WeakMap<Store, Map<string, Remembered>>()

/** `db` is a snapshot, and `heads` were read in it. */
export async function sumTeams(
  store: Store,
  protocols: ProtocolTable,
  db: Database,
  heads: readonly Head[],
): Promise<Map<string, TeamSums>> {
  const known = remembered.get(store) ?? new Map<string, Remembered>()
  remembered.set(store, known)
  const midnight = startOfToday()
  // As it was when this page began: others read and remember meanwhile.
  const before = new Map(known)
  const changed = heads.filter(({ id, seq }) => before.get(id)?.seq !== seq || before.get(id)?.midnight !== midnight)
  const sums =
    changed.length > 0 ? await readSums(db, protocols, changed, before, midnight) : new Map<string, TeamSums>()
  for (const { id, seq } of changed) {
    const newest = known.get(id)
    // Another page may have seen a later moment; its own answer is from this one all the same.
    if (!newest || newest.seq <= seq) known.set(id, { seq, midnight, sums: sums.get(id)! })
  }
  return new Map(heads.map(({ id }) => [id, sums.get(id) ?? before.get(id)!.sums]))
}

function startOfToday(): string {
  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  return midnight.toISOString()
}

async function readSums(
  db: Database,
  protocols: ProtocolTable,
  teams: readonly Head[],
  known: ReadonlyMap<string, Remembered>,
  midnight: string,
): Promise<Map<string, TeamSums>> {
  const ids = teams.map(({ id }) => id)
  const forPeople = Object.values(protocols)
    .filter((protocol) => protocol.answeredBy === "human")
    .map((protocol) => protocol.type)
  const counts = await select<Pick<TeamSums, "agents" | "working" | "failing"> & { team: string }>(
    db,
    sql`
      select team, count(*)::int as agents,
        count(*) filter (where status in ('working', 'stopping'))::int as working,
        coalesce(json_agg(name order by name) filter (where status = 'failed'), '[]'::json) as failing
      from agents where status <> 'shutdown' and team in ${ids} group by team
    `,
  )
  const waiting = await select<Pick<TeamSums, "waiting" | "newest"> & { team: string }>(
    db,
    sql`
      select r.team, count(*)::int as waiting, max(r.id) as newest from requests r join teams t on t.id = r.team
      where r.status = 'pending' and r.type in ${forPeople} and r.team in ${ids}
        and not (
          r.recommendation is null and r.effective_risk <> 'high'
          and coalesce(t.policy -> 'decide' ->> r.effective_risk, 'human') = 'lead'
        )
      group by r.team
    `,
  )
  // Of what was summed up today only what came since is read; the others are read from midnight on.
  const growing = teams.filter(({ id, seq }) => {
    const before = known.get(id)
    return before !== undefined && before.midnight === midnight && before.seq <= seq
  })
  const grown = new Set(growing.map(({ id }) => id))
  const spent = new Map(growing.map(({ id }) => [id, known.get(id)!.sums.spentToday]))
  for (const { id, seq } of growing)
    spent.set(id, spent.get(id)! + (await spentBetween(db, id, known.get(id)!.seq, seq)))
  for (const row of await spentSince(
    db,
    ids.filter((id) => !grown.has(id)),
    midnight,
  ))
    spent.set(row.team, row.spent)
  return new Map(
    ids.map((id) => {
      const { agents = 0, working = 0, failing = [] } = counts.find((row) => row.team === id) ?? {}
      const pending = waiting.find((row) => row.team === id)
      const sums = { agents, working, failing, waiting: pending?.waiting ?? 0, newest: pending?.newest ?? null }
      return [id, { ...sums, spentToday: spent.get(id) ?? 0 }]
    }),
  )
}

const COST = sql`coalesce(sum((data -> 'usage' ->> 'cost_usd')::float8), 0)::float8 as spent`

async function spentBetween(db: Database, team: string, after: number, upTo: number): Promise<number> {
  const rows = await select<{ spent: number }>(
    db,
    sql`select ${COST} from events where team = ${team} and seq > ${after} and seq <= ${upTo} and type = 'turn.finished'`,
  )
  return rows[0]?.spent ?? 0
}

async function spentSince(db: Database, teams: readonly string[], midnight: string) {
  if (teams.length === 0) return []
  return select<{ team: string; spent: number }>(
    db,
    sql`
      select team, ${COST} from events
      where type = 'turn.finished' and at >= ${midnight} and team in ${teams} group by team
    `,
  )
}

const select = async <R>(db: Database, query: ReturnType<typeof sql>): Promise<R[]> =>
  ((await db.execute(query)) as unknown as { rows: R[] }).rows
