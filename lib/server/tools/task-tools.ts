// The task board's tools: what is to do, who does it, what stands in the way.
import "server-only"
import { z } from "zod"
import { AppError } from "@/lib/core/errors"
import { AgentName, LEAD } from "@/lib/core/ids"
import { blockers, type Task } from "@/lib/core/task"
import type { Tx } from "@/lib/server/db/store"
import { addTask } from "@/lib/server/tasks/add-task"
import { claimTask, completeTask } from "@/lib/server/tasks/claim-task"
import { getTask, listTasks } from "@/lib/server/tasks/list-tasks"
import { defineTool, failed, said, type ToolOutcome } from "./tool"

const taskId = z.strictObject({ task_id: z.int().min(1) })

export function taskLine(task: Task, all: readonly Task[]): string {
  const standing = blockers(task, all)
  const owner = task.owner ? `, ${task.owner}` : ""
  return `${task.id}. [${task.status}${owner}] ${task.subject}${standing.length > 0 ? ` (blocked by ${standing.join(", ")})` : ""}`
}

export async function refusable(run: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof AppError) return failed(`Error: ${error.message}`)
    throw error
  }
}

export const createTask = defineTool<{ subject: string; description?: string; blocked_by?: number[]; owner?: string }>({
  kind: "records",
  name: "create_task",
  for: "lead",
  description: "Put a task on the board. With `owner` it is given to that teammate, whose gate closes.",
  input: z.strictObject({
    subject: z.string().trim().min(1).max(300),
    description: z.string().max(20_000).optional(),
    blocked_by: z.array(z.int().min(1)).max(100).optional(),
    owner: AgentName.optional(),
  }),
  summary: (input) => input.subject.slice(0, 200),
  locks: (input) => (input.owner ? [input.owner] : []),
  write: (tx, { team }, self, others, input) =>
    refusable(async () => {
      const task = await addTask(tx, team.id, input, self.name === LEAD ? LEAD : self.name, others)
      return said(`Created task ${task.id}: ${task.subject}`, `task ${task.id}`)
    }),
})

const listing = async (tx: Tx, team: string): Promise<string> => {
  const all = await listTasks(tx.db, team)
  return all.length === 0 ? "There are no tasks." : all.map((task) => taskLine(task, all)).join("\n")
}

export const listTasksTool = defineTool<Record<string, never>>({
  kind: "records",
  name: "list_tasks",
  for: "both",
  description: "List the tasks on the board.",
  input: z.strictObject({}),
  summary: () => "",
  locks: () => [],
  write: async (tx, { team }) => said(await listing(tx, team.id)),
})

export const getTaskTool = defineTool<{ task_id: number }>({
  kind: "records",
  name: "get_task",
  for: "both",
  description: "Read one task whole.",
  input: taskId,
  summary: (input) => `task ${input.task_id}`,
  locks: () => [],
  write: (tx, { team }, _self, _others, input) =>
    refusable(async () => {
      const task = await getTask(tx.db, team.id, input.task_id)
      const all = await listTasks(tx.db, team.id)
      return said([taskLine(task, all), task.description].filter(Boolean).join("\n\n"))
    }),
})

export const claimTaskTool = defineTool<{ task_id: number }>({
  kind: "records",
  name: "claim_task",
  for: "both",
  description: "Claim an open task that nothing blocks; only one agent can hold it.",
  input: taskId,
  summary: (input) => `task ${input.task_id}`,
  locks: () => [],
  write: (tx, { team }, self, _others, input) =>
    refusable(async () => {
      const task = await claimTask(tx, team.id, input.task_id, self.name)
      return said(`Task ${task.id} is yours: ${task.subject}`, `task ${task.id}`)
    }),
})

export const completeTaskTool = defineTool<{ task_id: number }>({
  kind: "records",
  name: "complete_task",
  for: "both",
  description: "Mark a task of yours as completed; the lead may complete any.",
  input: taskId,
  summary: (input) => `task ${input.task_id}`,
  locks: () => [],
  write: (tx, { team }, self, _others, input) =>
    refusable(async () => {
      const task = await completeTask(tx, team.id, input.task_id, self.name)
      return said(`Task ${task.id} is completed.`, `task ${task.id}`)
    }),
})
