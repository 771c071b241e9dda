// Changes a team's policy, pauses it, lifts the pause, or moves it to another machine; each change is an event.
import "server-only"
import { eq } from "drizzle-orm"
import { Policy, type PolicyPatch, patchPolicy } from "@/lib/core/policy"
import type { Team } from "@/lib/core/team"
import type { ServerContext } from "@/lib/server/context"
import { lockAllAgents } from "@/lib/server/db/agent-rows"
import { teams } from "@/lib/server/db/schema"
import { getTeamRow, toTeam } from "@/lib/server/db/team-rows"
import { pauseTeam, resumeTeam } from "@/lib/server/inbox/pause-team"
import { moveTeam, placeOf } from "./machine"

export async function updateTeam(
  context: Pick<ServerContext, "store" | "env">,
  teamId: string,
  change: { policy?: PolicyPatch; paused?: boolean; machine?: string | null },
  by: string,
): Promise<Team> {
  return context.store.transaction(async (tx) => {
    const before = await getTeamRow(tx.db, teamId)
    tx.addToTeam(teamId, { unattended: "reset" })
    const raised = change.policy?.budget_usd !== undefined && before.paused?.reason === "budget"
    const machine = change.machine === undefined ? before.machine : placeOf(context, change.machine)
    const moves = machine !== before.machine
    const locked = moves || change.paused === false || raised ? await lockAllAgents(tx, teamId) : new Map()
    if (moves) {
      const { policy } = await moveTeam(tx, before, machine, locked)
      tx.record(teamId, "policy.changed", {}, { policy: Policy.parse(policy), by, machine })
    }
    if (change.policy) {
      const policy = patchPolicy(Policy.parse(before.policy), change.policy)
      await tx.db.update(teams).set({ policy }).where(eq(teams.id, teamId))
      tx.record(teamId, "policy.changed", {}, { policy, by })
      const within = policy.budget_usd === null || before.costUsd < policy.budget_usd
      if (raised && within && change.paused === undefined) await resumeTeam(tx, teamId, by)
    }
    if (change.paused === true) await pauseTeam(tx, teamId, "human")
    if (change.paused === false) await resumeTeam(tx, teamId, by)
    return toTeam(await getTeamRow(tx.db, teamId))
  })
}
