// What a waiting agent holds up: the tasks, and their owners, that cannot go on before its own are done.
import type { Task } from "./task"

export type HoldUp = { tasks: number[]; agents: string[] }

export function heldUpBy(agent: string, tasks: readonly Task[]): HoldUp {
  const held = new Set<number>()
  const frontier = tasks.filter((task) => task.owner === agent && task.status === "claimed").map((task) => task.id)
  for (let id = frontier.pop(); id !== undefined; id = frontier.pop()) {
    for (const task of tasks) {
      if (task.status === "completed" || held.has(task.id) || task.owner === agent || !task.blocked_by.includes(id))
        continue
      held.add(task.id)
      frontier.push(task.id)
    }
  }
  const owners = tasks.filter((task) => held.has(task.id) && task.owner !== null).map((task) => task.owner!)
  return { tasks: [...held].sort((a, b) => a - b), agents: [...new Set(owners)] }
}
