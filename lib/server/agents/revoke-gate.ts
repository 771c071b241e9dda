// A person takes an approval back: the gate closes at once; what runs already is not undone.
import "server-only"
import type { Agent } from "@/lib/core/agent"
import { AppError } from "@/lib/core/errors"
import type { ServerContext } from "@/lib/server/context"
import { closeGate, lockAgents, notInTeam, toAgent } from "@/lib/server/db/agent-rows"
import { getTeamRow } from "@/lib/server/db/team-rows"
import { memberNames } from "@/lib/server/inbox/member-names"
import { postMessage } from "@/lib/server/inbox/post-message"

export async function revokeGate(
  context: Pick<ServerContext, "store">,
  teamId: string,
  name: string,
  by: string,
): Promise<Agent> {
  return context.store.transaction(async (tx) => {
    await getTeamRow(tx.db, teamId)
    const agent = (await lockAgents(tx, teamId, [name])).get(name)
    if (!agent) throw notInTeam(name, await memberNames(tx.db, teamId))
    if (agent.gate !== "open" || !agent.lease) throw new AppError("conflict", `${name} has no open gate to take back.`)
    const requestId = agent.lease.request_id
    tx.addToTeam(teamId, { unattended: "reset" })
    await closeGate(tx, agent, "revoked")
    await postMessage(tx, agent, {
      from: "human",
      type: "message",
      content:
        "The approval of your plan was taken back. Your gate is shut. Stop changing things; submit a new plan if work is left.",
      metadata: { request_id: requestId, by },
    })
    return toAgent(agent)
  })
}
