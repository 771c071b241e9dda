// What is in flight with an agent at this moment: what a person should know before asking it to leave.
import "server-only"
import { and, eq } from "drizzle-orm"
import type { InFlight } from "@/lib/core/page-views"
import { protocolOf } from "@/lib/core/protocols"
import type { ServerContext } from "@/lib/server/context"
import { requests } from "@/lib/server/db/schema"
import { listTasks } from "@/lib/server/tasks/list-tasks"
import { getAgentRow } from "./get-agent"

export async function getInFlight(
  context: Pick<ServerContext, "store" | "protocols">,
  teamId: string,
  name: string,
): Promise<InFlight> {
  const { read } = context.store
  const agent = await getAgentRow(context, teamId, name)
  const pending = await read
    .select()
    .from(requests)
    .where(
      and(
        eq(requests.team, teamId),
        eq(requests.sender, name),
        eq(requests.generation, agent.generation),
        eq(requests.status, "pending"),
      ),
    )
    .limit(1)
  const plan = pending[0]
  const tasks = await listTasks(read, teamId)
  return {
    activity: agent.activity,
    pending_plan: plan
      ? { request_id: plan.id, title: protocolOf(plan.type, context.protocols)?.title(plan.payload) ?? plan.type }
      : null,
    claimed_tasks: tasks
      .filter((task) => task.owner === name && task.status === "claimed")
      .map(({ id, subject }) => ({ id, subject })),
    unread: agent.unread,
  }
}
