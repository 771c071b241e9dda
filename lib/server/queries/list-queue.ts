// The queue: what waits for a person in all teams, what is under way without one, and what was decided today.
import "server-only"
import { and, desc, eq, gte, ne } from "drizzle-orm"
import type { QueueItem } from "@/lib/core/page-views"
import type { ServerContext } from "@/lib/server/context"
import { requests } from "@/lib/server/db/schema"
import { toRequest } from "@/lib/server/requests/request-rows"
import { createItemReader } from "./queue-item"

const MOST_DECIDED = 100

export type Queue = { waiting: QueueItem[]; under_way: QueueItem[]; decided_today: QueueItem[] }

export async function listQueue(context: Pick<ServerContext, "store" | "protocols">): Promise<Queue> {
  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  return context.store.engine.snapshot(async (db) => {
    const read = createItemReader(db, context)
    const [pending, decided] = await Promise.all([
      db.select().from(requests).where(eq(requests.status, "pending")).orderBy(requests.createdAt, requests.id),
      db
        .select()
        .from(requests)
        .where(and(ne(requests.status, "pending"), gte(requests.decidedAt, midnight.toISOString())))
        .orderBy(desc(requests.decidedAt), desc(requests.id))
        .limit(MOST_DECIDED),
    ])
    // Asked for together, they travel together.
    const itemsOf = (rows: typeof pending) => Promise.all(rows.map(async (row) => listed(await read(toRequest(row)))))
    const items = await itemsOf(pending)
    const decidedItems = await itemsOf(decided)
    const waiting = items
      .filter((item) => item.needs_person)
      .sort((a, b) => weight(b) - weight(a) || a.request.created_at.localeCompare(b.request.created_at))
    return { waiting, under_way: items.filter((item) => !item.needs_person), decided_today: decidedItems }
  })
}

/** A list shows titles and facts and is asked for at every change; the plans themselves come with the one that is opened. */
const listed = (item: QueueItem): QueueItem => ({ ...item, request: { ...item.request, payload: {} } })

const weight = (item: QueueItem): number => item.holds_up.agents.length * 1_000 + item.holds_up.tasks.length
