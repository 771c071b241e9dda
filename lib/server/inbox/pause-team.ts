// Pausing a team and lifting the pause: running turns finish, none begins; lifting wakes whoever can run.
import "server-only"
import { and, eq, isNull, ne, sql } from "drizzle-orm"
import type { Paused } from "@/lib/core/team"
import { agents, teams } from "@/lib/server/db/schema"
import type { Tx } from "@/lib/server/db/store"

/** Writes to the team's row, so it comes last in a transaction: agents are locked before it. */
export async function pauseTeam(tx: Tx, team: string, reason: Paused["reason"]): Promise<void> {
  const changed = await tx.db
    .update(teams)
    .set({ paused: { reason, at: tx.at } })
    .where(and(eq(teams.id, team), standsIn(reason)))
    .returning({ id: teams.id })
  if (changed.length > 0) tx.record(team, "team.paused", {}, { reason })
}

/** A person's pause takes the place of any other, so that nothing but a person lifts it. */
const standsIn = (reason: Paused["reason"]) =>
  reason === "human" ? sql`${teams.paused} ->> 'reason' is distinct from 'human'` : isNull(teams.paused)

/** The caller holds the locks of all agents. */
export async function resumeTeam(tx: Tx, team: string, by: string): Promise<void> {
  const sleeping = await tx.db
    .update(agents)
    .set({ wake: true })
    .where(
      and(eq(agents.team, team), ne(agents.status, "shutdown"), ne(agents.kind, "external"), eq(agents.wake, false)),
    )
    .returning({ name: agents.name, generation: agents.generation })
  const changed = await tx.db
    .update(teams)
    .set({ paused: null, unattendedTurns: 0 })
    .where(and(eq(teams.id, team), sql`${teams.paused} is not null`))
    .returning({ id: teams.id })
  if (changed.length > 0) tx.record(team, "team.resumed", {}, { by })
  for (const { name, generation } of sleeping) await tx.wake({ team, name, generation })
}
