// One request whole: its chain of revisions, its messages and events, and which of its files do not exist yet.
import "server-only"
import fs from "node:fs/promises"
import path from "node:path"
import { and, eq, sql } from "drizzle-orm"
import { AppError } from "@/lib/core/errors"
import type { RequestDetail } from "@/lib/core/page-views"
import type { Request } from "@/lib/core/request"
import type { ServerContext } from "@/lib/server/context"
import type { Database } from "@/lib/server/db/database"
import { events, messages, requests } from "@/lib/server/db/schema"
import { toEvent } from "@/lib/server/event-log/event-rows"
import { toMessage } from "@/lib/server/inbox/post-message"
import { findRequestRow, toRequest } from "@/lib/server/requests/request-rows"
import { resolveInWorkspace } from "@/lib/server/workspace/resolve-path"
import { createItemReader } from "./queue-item"

const MOST = 1_000

export async function getRequestDetail(
  context: Pick<ServerContext, "store" | "protocols" | "facts" | "env">,
  requestId: string,
): Promise<RequestDetail> {
  const detail = await context.store.engine.snapshot(async (db) => {
    const row = await findRequestRow(db, requestId)
    if (!row) throw new AppError("not_found", `There is no request "${requestId}".`)
    const request = toRequest(row)
    const about = await db
      .select()
      .from(events)
      .where(and(eq(events.team, row.team), eq(events.requestId, row.id)))
      .orderBy(events.seq)
      .limit(MOST)
    const mail = await db
      .select()
      .from(messages)
      .where(
        and(
          eq(messages.team, row.team),
          sql`${messages.metadata} ->> 'request_id' = ${row.id}`,
          sql`${messages.metadata} ? 'request_id'`,
        ),
      )
      .orderBy(messages.sentAt, messages.id)
      .limit(MOST)
    return {
      item: await createItemReader(db, context)(request),
      revisions: await chainOf(db, request),
      messages: mail.map(toMessage),
      events: about.map(toEvent),
    }
  })
  const { request, team } = detail.item
  const files = Array.isArray(request.payload.files) ? (request.payload.files as string[]) : []
  // What lies on another machine's disk is not known here.
  const here = team.machine === null || team.machine === context.env.machine
  return { ...detail, new_files: here ? await missingFiles(team.workspace, files) : [], sandbox: context.facts.sandbox }
}

/** The whole chain, oldest first: what led to this one and what followed it. */
async function chainOf(db: Database, request: Request): Promise<Request[]> {
  const all = await db
    .select()
    .from(requests)
    .where(
      and(
        eq(requests.team, request.team),
        eq(requests.type, request.type),
        eq(requests.sender, request.sender),
        eq(requests.generation, request.generation),
      ),
    )
    .orderBy(requests.createdAt, requests.id)
  const byId = new Map(all.map((row) => [row.id, toRequest(row)]))
  const chain: Request[] = [request]
  for (let before = request.previous; before !== null && byId.has(before); before = chain[0]!.previous)
    chain.unshift(byId.get(before)!)
  for (let after = next(byId, request); after; after = next(byId, after)) chain.push(after)
  return chain
}

const next = (byId: Map<string, Request>, request: Request): Request | undefined =>
  [...byId.values()].find((other) => other.previous === request.request_id)

async function missingFiles(workspace: string, files: string[]): Promise<string[]> {
  const missing: string[] = []
  for (const file of files.slice(0, 200)) {
    if (/[*?{]/.test(file)) continue
    const exists = await resolveInWorkspace(workspace, path.normalize(file))
      .then((full) => fs.stat(full))
      .then(
        () => true,
        () => false,
      )
    if (!exists) missing.push(file)
  }
  return missing
}
