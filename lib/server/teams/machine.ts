// Which machine a team's agents run on: chosen at its creation or by moving it, and only while nobody of it works.
import "server-only"
import { and, eq } from "drizzle-orm"
import { AppError } from "@/lib/core/errors"
import type { ServerContext } from "@/lib/server/context"
import { type AgentRow, keyOf, patchAgent } from "@/lib/server/db/agent-rows"
import { livingMachines } from "@/lib/server/db/process-rows"
import { teams, turns } from "@/lib/server/db/schema"
import type { Tx } from "@/lib/server/db/store"
import type { TeamRow } from "@/lib/server/db/team-rows"

/** `undefined`: where this process is, since it makes the workspace. */
export function placeOf({ store, env }: Pick<ServerContext, "store" | "env">, asked: string | null | undefined) {
  if (store.kind === "postgres") return asked === undefined ? env.machine : asked
  if (asked)
    throw new AppError("invalid", "machine: the embedded store has one process only; set DATABASE_URL to use several.")
  return null
}

/** The agents must be locked. Whoever is to be woken is woken where the team is now. */
export async function moveTeam(
  tx: Tx,
  team: TeamRow,
  machine: string | null,
  locked: ReadonlyMap<string, AgentRow>,
): Promise<TeamRow> {
  const running = await tx.db
    .select({ agent: turns.agent })
    .from(turns)
    .where(and(eq(turns.team, team.id), eq(turns.state, "running")))
  // Of a machine without processes nothing runs any more: its commands ended with them.
  const abandoned = team.machine !== null && !(await livingMachines(tx.db)).includes(team.machine)
  if (running.length > 0 && !abandoned)
    throw new AppError(
      "conflict",
      `machine: ${running.map((turn) => turn.agent).join(", ")} still works on the present one. Pause the team, wait for it, and move the team then.`,
    )
  const [moved] = await tx.db.update(teams).set({ machine }).where(eq(teams.id, team.id)).returning()
  for (const agent of locked.values()) {
    if (agent.kind === "external" || agent.status === "failed") continue
    await patchAgent(tx, agent, { wake: true })
    await tx.wake(keyOf(agent))
  }
  return moved!
}
