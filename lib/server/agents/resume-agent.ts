// Takes a failed agent to idle and wakes it: its inbox is intact and its unfinished turn goes on.
import "server-only"
import { and, eq } from "drizzle-orm"
import type { Agent } from "@/lib/core/agent"
import { AppError } from "@/lib/core/errors"
import type { ServerContext } from "@/lib/server/context"
import { lockAgents, notInTeam, patchAgent, setStatus, toAgent } from "@/lib/server/db/agent-rows"
import { ofAgent } from "@/lib/server/db/own-rows"
import { turns } from "@/lib/server/db/schema"
import { getTeamRow } from "@/lib/server/db/team-rows"
import { memberNames } from "@/lib/server/inbox/member-names"
import { wakeNow } from "@/lib/server/inbox/wake-later"

export async function resumeAgent(
  context: Pick<ServerContext, "store">,
  teamId: string,
  name: string,
  _by: string,
): Promise<Agent> {
  return context.store.transaction(async (tx) => {
    await getTeamRow(tx.db, teamId)
    const agent = (await lockAgents(tx, teamId, [name])).get(name)
    if (!agent) throw notInTeam(name, await memberNames(tx.db, teamId))
    if (agent.status !== "failed") throw new AppError("conflict", `${name} has not failed; it is ${agent.status}.`)
    tx.addToTeam(teamId, { unattended: "reset" })
    await tx.db
      .update(turns)
      .set({ attempts: 0 })
      .where(and(ofAgent(turns, agent), eq(turns.state, "running")))
    await patchAgent(tx, agent, { retryAt: null })
    await setStatus(tx, agent, "idle", { error: null })
    await wakeNow(tx, agent)
    return toAgent(agent)
  })
}
