// Event rows, shown as events.
import "server-only"
import type { Event } from "@/lib/core/event"
import type { events } from "@/lib/server/db/schema"

export function toEvent(row: typeof events.$inferSelect): Event {
  const { seq, team, at, type, agent, requestId, data, prev } = row
  return { seq, team, at, type, agent, request_id: requestId, data, prev }
}
