// A plan submitted in an agent's name, by the path of agents from outside, where nobody runs agents.
import { LEAD } from "@/lib/core/ids"
import type { Request } from "@/lib/core/request"
import type { ServerContext } from "@/lib/server/context"
import { lockAgents, notInTeam } from "@/lib/server/db/agent-rows"
import { getTeamRow } from "@/lib/server/db/team-rows"
import { submitPlan as submit } from "@/lib/server/requests/submit-plan"

export async function submitPlan(
  context: Pick<ServerContext, "store" | "protocols" | "facts">,
  teamId: string,
  name: string,
  payload: unknown,
): Promise<Request> {
  return context.store.transaction(async (tx) => {
    const team = await getTeamRow(tx.db, teamId)
    const rows = await lockAgents(tx, teamId, [LEAD, name])
    const self = rows.get(name)
    if (!self) throw notInTeam(name, [...rows.keys()])
    return submit(tx, context, { team, self, lead: rows.get(LEAD)! }, payload)
  })
}
