// Requests of all teams, by what one asks for, oldest first.
import "server-only"
import { and, eq, gt, or, sql } from "drizzle-orm"
import { AppError } from "@/lib/core/errors"
import type { Request, RequestStatus } from "@/lib/core/request"
import type { ServerContext } from "@/lib/server/context"
import { requests } from "@/lib/server/db/schema"
import { findRequestRow, toRequest } from "@/lib/server/requests/request-rows"
import { cut, type Page } from "./page"

export type RequestFilter = { team?: string; status?: RequestStatus; type?: string; agent?: string }

export async function listRequests(
  { store }: Pick<ServerContext, "store">,
  filter: RequestFilter,
  page: Page,
): Promise<{ requests: Request[]; next: string | null }> {
  const after = page.after === undefined ? null : await findRequestRow(store.read, page.after)
  if (page.after !== undefined && !after) throw new AppError("invalid", "after: there is no such request")
  const rows = await store.read
    .select()
    .from(requests)
    .where(
      and(
        filter.team ? eq(requests.team, filter.team) : undefined,
        filter.status ? eq(requests.status, filter.status) : undefined,
        filter.type ? eq(requests.type, filter.type) : undefined,
        filter.agent ? or(eq(requests.sender, filter.agent), eq(requests.target, filter.agent)) : undefined,
        after
          ? gt(sql`(${requests.createdAt}, ${requests.id})`, sql`(${after.createdAt}::timestamptz, ${after.id}::text)`)
          : undefined,
      ),
    )
    .orderBy(requests.createdAt, requests.id)
    .limit(page.limit + 1)
  const { items, next } = cut(rows, page.limit, (row) => row.id)
  return { requests: items.map(toRequest), next }
}
