// Looks a store over: is every chain whole, does the log replay to the tables, does anything stand still that should move.
import "server-only"
import { and, asc, eq, gt, sql } from "drizzle-orm"
import { type Event, FIRST_PREV } from "@/lib/core/event"
import { emptyView, foldEvent, type TeamView, trimRequests } from "@/lib/core/team-view"
import type { ServerContext } from "@/lib/server/context"
import { eventHash } from "@/lib/server/db/append-events"
import { strandedTeams } from "@/lib/server/db/process-rows"
import { events, teams } from "@/lib/server/db/schema"
import { type TeamRow, toTeam } from "@/lib/server/db/team-rows"
import { toEvent } from "@/lib/server/event-log/event-rows"
import { getTeamView } from "@/lib/server/queries/get-team-view"

export type Finding = { team: string; sentence: string }
export type Examination = { counts: Record<string, number>; findings: Finding[] }

const PAGE = 1_000

export async function examineStore(context: Pick<ServerContext, "store">): Promise<Examination> {
  const rows = await context.store.read.select().from(teams).orderBy(asc(teams.id))
  const findings: Finding[] = []
  let seen = 0
  for (const row of rows) {
    const { count, view, problems } = await walk(context, row)
    seen += count
    const found = [
      ...problems,
      ...(problems.length === 0 ? await compare(context, row, view) : []),
      ...(await standstills(context, row)),
    ]
    findings.push(...found.map((sentence) => ({ team: row.id, sentence })))
  }
  for (const { team, machine } of await strandedTeams(context.store.read))
    findings.push({ team, sentence: `It is pinned to the machine ${machine}, of which no process runs.` })
  const counted = (await context.store.read.execute(sql`
    select (select count(*)::int from agents) as agents, (select count(*)::int from messages) as messages,
      (select count(*)::int from requests) as requests, (select count(*)::int from turns) as turns
  `)) as unknown as { rows: Record<string, number>[] }
  return { counts: { teams: rows.length, events: seen, ...counted.rows[0] }, findings }
}

/** Reads the log page by page: numbers without gaps, each line naming the one before it. */
async function walk({ store }: Pick<ServerContext, "store">, team: TeamRow) {
  let view: TeamView = emptyView(toTeam(team))
  let prev = FIRST_PREV
  let count = 0
  // Folded only when the next line vouches for it: a line that was changed may hold anything.
  let unproven: Event | null = null
  const problems: string[] = []
  while (problems.length === 0) {
    const page = await store.read
      .select()
      .from(events)
      .where(and(eq(events.team, team.id), gt(events.seq, count)))
      .orderBy(asc(events.seq))
      .limit(PAGE)
    if (page.length === 0) break
    for (const row of page) {
      const event = toEvent(row)
      if (event.seq !== count + 1) problems.push(`Its timeline jumps from ${count} to ${event.seq}.`)
      else if (event.prev !== prev) problems.push(`Event ${event.seq - 1} or ${event.seq} of its timeline was changed.`)
      if (problems.length > 0) break
      if (unproven) view = trimRequests(foldEvent(view, unproven))
      unproven = event
      prev = eventHash(event)
      count = event.seq
    }
  }
  if (problems.length === 0 && (count !== team.seq || prev !== team.lastHash))
    problems.push("The end of its timeline is missing.")
  if (problems.length === 0 && unproven) view = trimRequests(foldEvent(view, unproven))
  return { count, view, problems }
}

async function compare(context: Pick<ServerContext, "store">, team: TeamRow, replayed: TeamView): Promise<string[]> {
  const stored = await getTeamView(context, team.id)
  if (stored.seq !== replayed.seq) return []
  const problems: string[] = []
  for (const agent of stored.agents) {
    const other = replayed.agents.find((each) => each.name === agent.name)
    if (JSON.stringify(sorted(other)) !== JSON.stringify(sorted(agent)))
      problems.push(`The row of ${agent.name} is not what its timeline says.`)
  }
  for (const request of stored.requests) {
    const other = replayed.requests.find((each) => each.request_id === request.request_id)
    if (other && other.status !== request.status)
      problems.push(`Request ${request.request_id} is ${request.status}, but its timeline says ${other.status}.`)
  }
  return problems
}

/** JSON columns come back with their keys in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

async function standstills({ store }: Pick<ServerContext, "store">, team: TeamRow): Promise<string[]> {
  const found = (await store.read.execute(sql`
    select 'The agent ' || name || ' has failed: ' || coalesce(error, 'no reason was kept') as sentence
      from agents where team = ${team.id} and status = 'failed'
    union all
    select 'The agent ' || a.name || ' says ' || a.unread || ' unread, but its inbox holds ' || count(m.no) as sentence
      from agents a left join messages m on m.team = a.team and m.to_agent = a.name and m.to_generation = a.generation and m.delivered_at is null
      where a.team = ${team.id} group by a.name, a.generation, a.unread having a.unread <> count(m.no)
    union all
    select 'The agent ' || a.name || ' waits for a decision, but no request of it is pending' as sentence
      from agents a where a.team = ${team.id} and a.status = 'waiting' and not exists (
        select 1 from requests r where r.team = a.team and r.sender = a.name and r.generation = a.generation and r.status = 'pending')
    union all
    select 'A timer of ' || agent || ' has been due since ' || due_at as sentence
      from timers where team = ${team.id} and due_at < now() - interval '1 minute'
  `)) as unknown as { rows: { sentence: string }[] }
  return found.rows.map((row) => row.sentence)
}
