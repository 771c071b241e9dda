// One agent: the newest bearer of its name, or an earlier one by generation.
import "server-only"
import type { Agent } from "@/lib/core/agent"
import { AppError } from "@/lib/core/errors"
import type { ServerContext } from "@/lib/server/context"
import { type AgentRow, findAgentRow, notInTeam, toAgent } from "@/lib/server/db/agent-rows"
import { getTeamRow } from "@/lib/server/db/team-rows"
import { memberNames } from "@/lib/server/inbox/member-names"

export async function getAgent(
  context: Pick<ServerContext, "store">,
  teamId: string,
  name: string,
  generation?: number,
): Promise<Agent> {
  return toAgent(await getAgentRow(context, teamId, name, generation))
}

export async function getAgentRow(
  { store }: Pick<ServerContext, "store">,
  teamId: string,
  name: string,
  generation?: number,
): Promise<AgentRow> {
  await getTeamRow(store.read, teamId)
  const row = await findAgentRow(store.read, teamId, name, generation)
  if (row) return row
  if (generation !== undefined && (await findAgentRow(store.read, teamId, name)))
    throw new AppError("not_found", `"${name}" has no generation ${generation}.`)
  throw notInTeam(name, await memberNames(store.read, teamId))
}
