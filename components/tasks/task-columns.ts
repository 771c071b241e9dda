// The task board as three plain columns, each task with the few words that stand below it.
import type { Agent } from "@/lib/core/agent"
import { blockers, type Task } from "@/lib/core/task"

export type TaskColumns = { open: Task[]; claimed: Task[]; done: Task[] }

export function taskColumns(tasks: readonly Task[]): TaskColumns {
  return {
    open: tasks.filter((task) => task.status === "open").sort((a, b) => a.id - b.id),
    claimed: tasks.filter((task) => task.status === "claimed").sort((a, b) => a.id - b.id),
    done: tasks
      .filter((task) => task.status === "completed")
      .sort((a, b) => (b.completed_at ?? "").localeCompare(a.completed_at ?? "") || b.id - a.id),
  }
}

/** "Blocked by 17", "Free", "otto, plan pending"; the time of a finished one is added where it is drawn. */
export function taskNote(task: Task, all: readonly Task[], agents: readonly Pick<Agent, "name" | "status">[]): string {
  if (task.status === "completed") return task.owner ?? ""
  if (task.status === "open") {
    const waitsFor = blockers(task, all)
    if (waitsFor.length > 0) return `Blocked by ${waitsFor.join(", ")}`
    return task.owner ? `For ${task.owner}` : "Free"
  }
  const owner = agents.find((agent) => agent.name === task.owner)
  const name = task.owner ?? "somebody"
  if (owner?.status === "waiting") return `${name}, plan pending`
  if (owner?.status === "stopping") return `${name}, stopping`
  if (owner?.status === "failed") return `${name}, failed`
  return name
}

export const taskCounts = (columns: TaskColumns): string =>
  `${columns.open.length} open, ${columns.claimed.length} claimed, ${columns.done.length} done`
