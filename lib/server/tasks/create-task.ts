// A person puts a task on the board.
import "server-only"
import type { Task } from "@/lib/core/task"
import type { ServerContext } from "@/lib/server/context"
import { lockAgents } from "@/lib/server/db/agent-rows"
import { getTeamRow } from "@/lib/server/db/team-rows"
import { addTask, type NewTask } from "./add-task"

export async function createTask(
  context: Pick<ServerContext, "store">,
  teamId: string,
  input: NewTask,
  by: string,
): Promise<Task> {
  return context.store.transaction(async (tx) => {
    await getTeamRow(tx.db, teamId)
    const locked = await lockAgents(tx, teamId, input.owner ? [input.owner] : [])
    tx.addToTeam(teamId, { unattended: "reset" })
    return addTask(tx, teamId, input, by, locked)
  })
}
