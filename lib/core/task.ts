// A task on the team's board: open, claimed by exactly one agent, completed.
import { z } from "zod"

export const Task = z.object({
  id: z.int(),
  team: z.string(),
  subject: z.string(),
  description: z.string(),
  status: z.enum(["open", "claimed", "completed"]),
  owner: z.string().nullable(),
  blocked_by: z.array(z.int()),
  created_by: z.string(),
  created_at: z.string(),
  completed_at: z.string().nullable(),
})
export type Task = z.infer<typeof Task>

/** The tasks that still stand in the way of this one. */
export function blockers(task: Pick<Task, "blocked_by">, all: readonly Pick<Task, "id" | "status">[]): number[] {
  return task.blocked_by.filter((id) => all.some((other) => other.id === id && other.status !== "completed"))
}
