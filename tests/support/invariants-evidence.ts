// What the checker looks at: every row of one team, read at one moment, and the lines its commands left in the workspace.
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import type { Event } from "@/lib/core/event"
import type { TeamView } from "@/lib/core/team-view"
import type { Database } from "@/lib/server/db/database"
import { agents, entries, events, messages, requests, teams, timers, toolCalls, turns } from "@/lib/server/db/schema"
import type { Store } from "@/lib/server/db/store"
import { toEvent } from "@/lib/server/event-log/event-rows"
import { getTeamView } from "@/lib/server/queries/get-team-view"
import type { Promised } from "./fault-promises"

/** Every scripted command that counts appends one line of its own to this file of the workspace. */
export const LEDGER = "ledger.txt"

export type Evidence = {
  team: typeof teams.$inferSelect
  agents: (typeof agents.$inferSelect)[]
  messages: (typeof messages.$inferSelect)[]
  entries: (typeof entries.$inferSelect)[]
  turns: (typeof turns.$inferSelect)[]
  calls: (typeof toolCalls.$inferSelect)[]
  requests: (typeof requests.$inferSelect)[]
  timers: (typeof timers.$inferSelect)[]
  events: Event[]
  view: TeamView
  ledger: string[]
  promised: Promised
  readAt: number
}

export type Finding = { invariant: string; detail: string }
export type Counts = Record<string, number>
/** One part of the checker: pure, so that it can be shown to fail on rows that are wrong on purpose. */
export type Check = (evidence: Evidence) => { findings: Finding[]; counts: Counts }

export async function readEvidence(db: Database, team: string, promised: Promised): Promise<Evidence> {
  const row = (await db.select().from(teams).where(eq(teams.id, team)))[0]
  if (!row) throw new Error(`there is no team ${team} to check`)
  const view = await getTeamView({ store: readingFrom(db) }, team)
  const found = {
    agents: await db.select().from(agents).where(eq(agents.team, team)).orderBy(agents.name, agents.generation),
    messages: await db.select().from(messages).where(eq(messages.team, team)).orderBy(messages.to, messages.no),
    entries: await db.select().from(entries).where(eq(entries.team, team)).orderBy(entries.agent, entries.id),
    turns: await db.select().from(turns).where(eq(turns.team, team)).orderBy(turns.agent, turns.no),
    calls: await db.select().from(toolCalls).where(eq(toolCalls.team, team)),
    requests: await db.select().from(requests).where(eq(requests.team, team)),
    timers: await db.select().from(timers).where(eq(timers.team, team)),
    events: (await db.select().from(events).where(eq(events.team, team)).orderBy(events.seq)).map(toEvent),
  }
  const ledger = await readFile(join(row.workspace, LEDGER), "utf8").catch(() => "")
  return { team: row, view, ledger: ledger.split("\n").filter(Boolean), promised, readAt: Date.now(), ...found }
}

/** The query asks a store for one moment; the caller's transaction is one already. */
const readingFrom = (db: Database): Store =>
  ({ engine: { snapshot: <T>(work: (snapshot: Database) => Promise<T>) => work(db) } }) as unknown as Store

/** Who of one team: a name and which bearer of it. */
export const bearer = (name: string | null, generation: unknown): string => `${name}/${generation}`

export function countBy<T>(items: readonly T[], key: (item: T) => string | null): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) {
    const name = key(item)
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}
