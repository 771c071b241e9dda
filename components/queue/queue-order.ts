// The order of the queue: what holds up most comes first, then what has waited longest.
import type { HoldUp } from "@/lib/core/hold-up"
import type { QueueItem } from "@/lib/core/page-views"

export type Queue = { waiting: QueueItem[]; under_way: QueueItem[]; decided_today: QueueItem[] }
export type SortBy = "hold-up" | "wait"

/** People count whom they keep waiting; work that nobody has taken yet counts when there is nobody. */
export const holdUpCount = (held: HoldUp): number => (held.agents.length > 0 ? held.agents.length : held.tasks.length)

/** One person who waits weighs more than any amount of work that nobody has taken. */
const weight = (held: HoldUp): number => held.agents.length * 1_000 + held.tasks.length

export function compareItems(a: QueueItem, b: QueueItem, by: SortBy = "hold-up"): number {
  const held = by === "hold-up" ? weight(b.holds_up) - weight(a.holds_up) : 0
  if (held !== 0) return held
  const waited = Date.parse(a.request.created_at) - Date.parse(b.request.created_at)
  return waited !== 0 ? waited : a.request.request_id < b.request.request_id ? -1 : 1
}

export const inOrder = (items: readonly QueueItem[], by: SortBy = "hold-up"): QueueItem[] =>
  [...items].sort((a, b) => compareItems(a, b, by))

/** A shutdown is about somebody; a plan has a name of its own. */
export const titleOf = (item: QueueItem): string =>
  item.request.type === "shutdown" ? `Shut down ${item.agent.name}` : item.title

export type Filter = { text: string; team: string; agent: string; type: string; risk: string }
export const NO_FILTER: Filter = { text: "", team: "", agent: "", type: "", risk: "" }

export const isFiltering = (filter: Filter): boolean => Object.values(filter).some((value) => value.trim() !== "")

export function passes(item: QueueItem, filter: Filter): boolean {
  if (filter.team && item.team.id !== filter.team) return false
  if (filter.agent && item.agent.name !== filter.agent) return false
  if (filter.type && item.request.type !== filter.type) return false
  if (filter.risk && item.request.effective_risk !== filter.risk) return false
  const heap = [
    item.title,
    item.agent.name,
    item.agent.role,
    item.team.name,
    item.request.request_id,
    item.task?.subject,
  ]
  const found = heap.join("\n").toLowerCase()
  return filter.text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => found.includes(word))
}
