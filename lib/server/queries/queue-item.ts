// Joins a request with what a person needs beside it: the team, the agent it is about, and what it holds up.
import "server-only"
import { heldUpBy } from "@/lib/core/hold-up"
import type { QueueItem } from "@/lib/core/page-views"
import { leadDecides, type Policy } from "@/lib/core/policy"
import { protocolOf } from "@/lib/core/protocols"
import { type Request, subjectOf } from "@/lib/core/request"
import type { ServerContext } from "@/lib/server/context"
import { findAgentRow, toAgent } from "@/lib/server/db/agent-rows"
import type { Database } from "@/lib/server/db/database"
import { getTeamRow, toTeam } from "@/lib/server/db/team-rows"
import { listTasks } from "@/lib/server/tasks/list-tasks"

/** The policy hands it to the lead, and the lead has not looked at it yet; a person may still be faster. */
const isLeftToLead = (request: Request, policy: Policy): boolean =>
  leadDecides(policy, request.effective_risk) && request.recommendation === null

/** Teams and boards are read once for a whole list. */
export function createItemReader(db: Database, { protocols }: Pick<ServerContext, "protocols">) {
  const teams = new Map<string, ReturnType<typeof readTeam>>()
  const readTeam = async (id: string) => {
    const [team, tasks] = await Promise.all([getTeamRow(db, id), listTasks(db, id)])
    return { team: toTeam(team), tasks }
  }

  return async (request: Request): Promise<QueueItem> => {
    const reading = teams.get(request.team) ?? readTeam(request.team)
    teams.set(request.team, reading)
    const protocol = protocolOf(request.type, protocols)
    const name = subjectOf(request, protocol?.subject ?? "sender")
    const [{ team, tasks }, row] = await Promise.all([
      reading,
      findAgentRow(db, request.team, name, request.generation),
    ])
    if (!row) throw new Error(`request ${request.request_id} is about nobody`)
    const agent = toAgent(row)
    const task = tasks.find((each) => each.owner === name && each.status === "claimed")
    return {
      request,
      title: protocol?.title(request.payload) ?? request.type,
      team: { id: team.id, name: team.name, workspace: team.workspace, policy: team.policy, machine: team.machine },
      agent: {
        name: agent.name,
        generation: agent.generation,
        role: agent.role,
        status: agent.status,
        activity: agent.activity,
        model: agent.model,
        kind: agent.kind,
      },
      holds_up: heldUpBy(name, tasks),
      task: task ? { id: task.id, subject: task.subject } : null,
      needs_person:
        request.status === "pending" && protocol?.answeredBy === "human" && !isLeftToLead(request, team.policy),
    }
  }
}
