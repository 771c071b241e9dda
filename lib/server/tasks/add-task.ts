// Puts a task on the board; a task given to a teammate reaches its inbox and closes its gate.
import "server-only"
import { eq, sql } from "drizzle-orm"
import { storable } from "@/lib/core/canonical-json"
import { AppError } from "@/lib/core/errors"
import type { Task } from "@/lib/core/task"
import { type AgentRow, closeGate, notInTeam } from "@/lib/server/db/agent-rows"
import { tasks, teams } from "@/lib/server/db/schema"
import type { Tx } from "@/lib/server/db/store"
import { memberNames } from "@/lib/server/inbox/member-names"
import { postMessage } from "@/lib/server/inbox/post-message"
import { listTasks, toTask } from "./list-tasks"

export type NewTask = { subject: string; description?: string; blocked_by?: number[]; owner?: string }

/** `locked` holds the owner's row when there is an owner. */
export async function addTask(
  tx: Tx,
  team: string,
  input: NewTask,
  by: string,
  locked: ReadonlyMap<string, AgentRow>,
): Promise<Task> {
  const owner = input.owner === undefined ? null : locked.get(input.owner)
  if (owner === undefined) throw notInTeam(input.owner ?? "", await memberNames(tx.db, team))
  const blockedBy = [...new Set(input.blocked_by ?? [])]
  const known = new Set((await listTasks(tx.db, team)).map((task) => task.id))
  const unknown = blockedBy.filter((id) => !known.has(id))
  if (unknown.length > 0) throw new AppError("invalid", `blocked_by: there is no task ${unknown.join(", ")}`)
  const counted = await tx.db
    .update(teams)
    .set({ nextTask: sql`${teams.nextTask} + 1` })
    .where(eq(teams.id, team))
    .returning({ next: teams.nextTask })
  const row = storable({
    team,
    id: counted[0]!.next - 1,
    subject: input.subject,
    description: input.description ?? "",
    status: owner ? ("claimed" as const) : ("open" as const),
    owner: owner?.name ?? null,
    blockedBy,
    createdBy: by,
    createdAt: tx.at,
    completedAt: null,
  })
  await tx.db.insert(tasks).values(row)
  const task = toTask(row)
  tx.record(team, "task.created", { agent: owner?.name ?? null }, { task })
  if (owner) {
    await closeGate(tx, owner, "reassigned")
    await postMessage(tx, owner, {
      from: by,
      type: "task_assigned",
      content: `Task ${task.id}: ${task.subject}${task.description ? `\n\n${task.description}` : ""}`,
      metadata: { task_id: task.id },
    })
  }
  return task
}
