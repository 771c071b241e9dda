// The order of the roster: what needs a person first, what is gone last, and no re-sorting under the pointer.
import { type Agent, type AgentStatus, isLead } from "@/lib/core/agent"

const RANK: Record<AgentStatus, number> = { waiting: 0, failed: 1, working: 2, stopping: 3, idle: 4, shutdown: 5 }

/** Teammates only: the lead has its own column. Within a status the longest-standing comes first; of those gone, the last to leave. */
export function sortRoster(agents: readonly Agent[]): Agent[] {
  return agents.filter((agent) => !isLead(agent.name)).sort(byNeed)
}

function byNeed(a: Agent, b: Agent): number {
  const rank = RANK[a.status] - RANK[b.status]
  if (rank !== 0) return rank
  if (a.status === "shutdown") return compare(b.ended_at ?? b.status_since, a.ended_at ?? a.status_since)
  // A working agent changes state all the time; sorting those by age would make the rows dance.
  if (a.status === "waiting" || a.status === "failed") return compare(a.status_since, b.status_since)
  return compare(a.created_at, b.created_at) || compare(a.name, b.name)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The order to show while somebody points at the table: the one they see, without those who vanished, newcomers last. */
export function heldOrder(seen: readonly string[], sorted: readonly Agent[]): Agent[] {
  const byName = new Map(sorted.map((agent) => [agent.name, agent]))
  const kept = seen.flatMap((name) => byName.get(name) ?? [])
  const known = new Set(seen)
  return [...kept, ...sorted.filter((agent) => !known.has(agent.name))]
}
