// A person brings a teammate into a team.
import "server-only"
import type { Agent } from "@/lib/core/agent"
import type { ServerContext } from "@/lib/server/context"
import { getTeamRow } from "@/lib/server/db/team-rows"
import { addTeammate, type Joining } from "@/lib/server/teams/add-teammate"

export async function spawnTeammate(
  context: Pick<ServerContext, "store" | "facts">,
  teamId: string,
  joining: Joining,
  by: string,
): Promise<Agent> {
  return context.store.transaction(async (tx) => {
    const team = await getTeamRow(tx.db, teamId)
    tx.addToTeam(teamId, { unattended: "reset" })
    return addTeammate(tx, context, team, joining, { from: "human", by })
  })
}
