// A stretch of the timeline with the state before it, at a cost that does not grow with the history.
import "server-only"
import { and, between, desc, eq, gt, gte, inArray, isNull, lt, lte, or, sql } from "drizzle-orm"
import { idAt } from "@/lib/core/ids"
import { slimEvent } from "@/lib/core/timeline-event"
import { PAGE_EVENTS, type TimelinePage } from "@/lib/core/timeline-page"
import { endOf, LANE_STATES, type LaneState, type Thread, type TimelineStart } from "@/lib/core/timeline-state"
import type { ServerContext } from "@/lib/server/context"
import type { Database } from "@/lib/server/db/database"
import { agents, events, requests } from "@/lib/server/db/schema"
import { getTeamRow } from "@/lib/server/db/team-rows"
import { toEvent } from "@/lib/server/event-log/event-rows"

/** How far around the stretch a lane's state is looked for, and how many lanes and requests are looked at. */
const NEAR_EVENTS = 4_000
const MOST_AGENTS = 400
const MOST_REQUESTS = 400

export async function getTimelinePage(
  { store }: Pick<ServerContext, "store">,
  teamId: string,
  range: { from: number; to: number } | { newest: number },
): Promise<TimelinePage> {
  return store.engine.snapshot(async (db) => {
    const total = (await getTeamRow(db, teamId)).seq
    const from = Math.max(1, "newest" in range ? total - range.newest + 1 : range.from)
    const to = Math.min("newest" in range ? total : range.to, from + PAGE_EVENTS - 1)
    const rows = await db
      .select()
      .from(events)
      .where(and(eq(events.team, teamId), between(events.seq, from, to)))
      .orderBy(events.seq)
    const page = rows.map((row) => slimEvent(toEvent(row)))
    const start = from === 1 || page.length === 0 ? { lanes: {}, threads: [] } : await startOf(db, teamId, page)
    return { start, events: page, total }
  })
}

async function startOf(db: Database, team: string, page: TimelinePage["events"]): Promise<TimelineStart> {
  const threads = await openThreads(db, team, page)
  const lanes = await lanesBefore(db, team, page)
  return { lanes, threads }
}

/** Who was there, and how: told by the first change within the stretch, else by the nearest one around it. */
async function lanesBefore(
  db: Database,
  team: string,
  page: TimelinePage["events"],
): Promise<Record<string, LaneState>> {
  const first = page[0]!
  const present = await db
    .select({ name: agents.name, status: agents.status, since: agents.statusSince })
    .from(agents)
    .where(
      and(
        eq(agents.team, team),
        lte(agents.createdAt, first.at),
        or(isNull(agents.endedAt), gte(agents.endedAt, first.at)),
      ),
    )
    .orderBy(desc(agents.statusSince))
    .limit(MOST_AGENTS)
  const lanes: Record<string, LaneState> = {}
  const unknown: string[] = []
  for (const agent of present) {
    const change = page.find((event) => event.agent === agent.name && event.type.startsWith("agent."))
    if (change?.type === "agent.spawned") continue
    if (change?.type === "agent.status_changed") lanes[agent.name] = asLane(change.data.previous)
    else if (!change && agent.since < first.at) lanes[agent.name] = asLane(agent.status)
    else unknown.push(agent.name)
  }
  return { ...lanes, ...(await nearestStates(db, team, unknown, first.seq, page.at(-1)!.seq)) }
}

async function nearestStates(db: Database, team: string, names: string[], from: number, to: number) {
  const lanes: Record<string, LaneState> = Object.fromEntries(names.map((name) => [name, "idle"]))
  if (names.length === 0) return lanes
  const changes = and(eq(events.team, team), eq(events.type, "agent.status_changed"), inArray(events.agent, names))
  const later = await db
    .selectDistinctOn([events.agent], { agent: events.agent, state: sql<string>`${events.data} ->> 'previous'` })
    .from(events)
    .where(and(changes, gt(events.seq, to), lte(events.seq, to + NEAR_EVENTS)))
    .orderBy(events.agent, events.seq)
  const earlier = await db
    .selectDistinctOn([events.agent], { agent: events.agent, state: sql<string>`${events.data} ->> 'status'` })
    .from(events)
    .where(and(changes, lt(events.seq, from), gte(events.seq, from - NEAR_EVENTS)))
    .orderBy(events.agent, desc(events.seq))
  for (const { agent, state } of [...later, ...earlier]) if (agent) lanes[agent] = asLane(state)
  return lanes
}

const asLane = (state: unknown): LaneState =>
  state === "shutdown" ? "none" : (LANE_STATES.find((known) => known === state) ?? "idle")

/** The requests that were open: those still pending, and among the latest of that time those decided afterwards. */
async function openThreads(db: Database, team: string, page: TimelinePage["events"]): Promise<Thread[]> {
  const at = page[0]!.at
  const bound = idAt("request", Date.parse(at) + 1)
  const columns = { id: requests.id, type: requests.type, status: requests.status, decidedAt: requests.decidedAt }
  const before = and(eq(requests.team, team), lt(requests.id, bound))
  const pending = await db
    .select(columns)
    .from(requests)
    .where(and(before, eq(requests.status, "pending")))
    .orderBy(requests.id)
    .limit(MOST_REQUESTS)
  const recent = await db.select(columns).from(requests).where(before).orderBy(desc(requests.id)).limit(MOST_REQUESTS)
  const about = (type: string) => new Set(page.filter((event) => event.type === type).map((event) => event.request_id))
  const [opened, decided] = [about("request.opened"), about("request.decided")]
  const ids = new Map([...pending, ...recent].map((row) => [row.id, row]))
  return [...ids.values()]
    .filter(({ id }) => !opened.has(id))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap(({ id, type, status, decidedAt }): Thread[] => {
      if (decidedAt === null || decidedAt > at || decided.has(id)) return [{ id, ends: null }]
      const ends = { type: endOf(type, status), at: decidedAt }
      return decidedAt === at && page.some((event) => event.request_id === id && event.type === ends.type)
        ? [{ id, ends }]
        : []
    })
}
