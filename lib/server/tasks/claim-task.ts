// Claiming and completing tasks: exclusive, by compare-and-set.
import "server-only"
import { and, eq } from "drizzle-orm"
import { AppError } from "@/lib/core/errors"
import { LEAD } from "@/lib/core/ids"
import { blockers, type Task } from "@/lib/core/task"
import { tasks } from "@/lib/server/db/schema"
import type { Tx } from "@/lib/server/db/store"
import { getTask, listTasks, toTask } from "./list-tasks"

export async function claimTask(tx: Tx, team: string, id: number, agent: string): Promise<Task> {
  const task = await getTask(tx.db, team, id)
  if (task.status === "claimed" && task.owner === agent) return task
  const standing = blockers(task, await listTasks(tx.db, team))
  if (standing.length > 0) throw new AppError("conflict", `Task ${id} is blocked by ${standing.join(", ")}.`)
  const claimed = await tx.db
    .update(tasks)
    .set({ status: "claimed", owner: agent })
    .where(and(eq(tasks.team, team), eq(tasks.id, id), eq(tasks.status, "open")))
    .returning()
  const row = claimed[0]
  if (!row) throw taken(await getTask(tx.db, team, id))
  tx.record(team, "task.claimed", { agent }, { task_id: id, owner: agent, subject: row.subject })
  return toTask(row)
}

/** Read again: somebody else may have been faster than the first look. */
const taken = ({ id, status, owner }: Task): AppError =>
  new AppError("conflict", `Task ${id} is ${status}${owner ? ` by ${owner}` : ""}.`)

export async function completeTask(tx: Tx, team: string, id: number, agent: string): Promise<Task> {
  const task = await getTask(tx.db, team, id)
  if (task.status === "completed") return task
  if (agent !== LEAD && task.owner !== agent)
    throw new AppError(
      "conflict",
      `Task ${id} is not yours: ${task.owner ? `${task.owner} holds it` : "claim it first"}.`,
    )
  const done = await tx.db
    .update(tasks)
    .set({ status: "completed", completedAt: tx.at })
    .where(and(eq(tasks.team, team), eq(tasks.id, id), eq(tasks.status, task.status)))
    .returning()
  const row = done[0]
  if (!row) throw new AppError("conflict", `Task ${id} changed meanwhile.`)
  tx.record(team, "task.completed", { agent }, { task_id: id, owner: row.owner ?? agent, subject: row.subject })
  return toTask(row)
}
