// Several at once, only where that is safe: low risk, recommended by the lead, each one opened by the person who approves.
import type { QueueItem } from "@/lib/core/page-views"

export type BulkCheck = { ready: QueueItem[]; reason: string | null; label: string }

export function checkBulk(items: readonly QueueItem[], opened: ReadonlySet<string>): BulkCheck {
  const ready = items.filter((item) => whyNot(item, opened) === null)
  const reasons = new Set(items.flatMap((item) => whyNot(item, opened) ?? []))
  const label = `Approve ${items.length} low-risk plan${items.length === 1 ? "" : "s"}`
  if (reasons.size === 0) return { ready, reason: null, label }
  const left = items.length - ready.length
  return { ready, reason: `${left} of ${items.length} cannot go along: ${[...reasons].join(", ")}.`, label }
}

function whyNot(item: QueueItem, opened: ReadonlySet<string>): string | null {
  const { request } = item
  if (request.status !== "pending" || !item.needs_person) return "already decided"
  if (request.effective_risk !== "low") return "not low risk"
  if (!request.recommendation?.approve) return "not recommended by the lead"
  if (!opened.has(request.request_id)) return "not opened by you yet"
  return null
}
