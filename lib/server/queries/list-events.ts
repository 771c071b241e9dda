// The timeline of a team, by cursor: after a `seq`, so many, oldest first.
import "server-only"
import { and, eq, gt, inArray } from "drizzle-orm"
import { AppError } from "@/lib/core/errors"
import type { Event } from "@/lib/core/event"
import type { ServerContext } from "@/lib/server/context"
import { events } from "@/lib/server/db/schema"
import { getTeamRow } from "@/lib/server/db/team-rows"
import { toEvent } from "@/lib/server/event-log/event-rows"
import { cut, type Page } from "./page"

export type EventFilter = { types?: string[]; agent?: string; request_id?: string }

export async function listEvents(
  { store }: Pick<ServerContext, "store">,
  teamId: string,
  page: Page,
  filter: EventFilter = {},
): Promise<{ events: Event[]; next: string | null }> {
  await getTeamRow(store.read, teamId)
  const after = page.after === undefined ? 0 : Number(page.after)
  if (!Number.isSafeInteger(after) || after < 0) throw new AppError("invalid", "after: must be the seq of an event")
  const rows = await store.read
    .select()
    .from(events)
    .where(
      and(
        eq(events.team, teamId),
        gt(events.seq, after),
        filter.types ? inArray(events.type, filter.types) : undefined,
        filter.agent ? eq(events.agent, filter.agent) : undefined,
        filter.request_id ? eq(events.requestId, filter.request_id) : undefined,
      ),
    )
    .orderBy(events.seq)
    .limit(page.limit + 1)
  const { items, next } = cut(rows, page.limit, (row) => String(row.seq))
  return { events: items.map(toEvent), next }
}
