// One request's life for the pane beside the timeline: its steps, the turn that went on, and counts of what ran under it.
import "server-only"
import { and, count, eq, gt, gte, inArray, lt, lte, notInArray, or, sql } from "drizzle-orm"
import { AppError } from "@/lib/core/errors"
import { subjectOf } from "@/lib/core/request"
import { slimEvent } from "@/lib/core/timeline-event"
import type { TimelineLife } from "@/lib/core/timeline-page"
import type { ServerContext } from "@/lib/server/context"
import type { Database } from "@/lib/server/db/database"
import { events } from "@/lib/server/db/schema"
import { toEvent } from "@/lib/server/event-log/event-rows"
import { findRequestRow } from "@/lib/server/requests/request-rows"

const MOST_STEPS = 200
/** How far after the decision its first turn, and before the request its blocked calls, are looked for. */
const NEAR_EVENTS = 4_000
const CHANGING_TOOLS = ["bash", "write_file", "edit_file"]
const NO_STEPS = ["tool.started", "tool.finished", "gate.blocked", "message.sent", "message.delivered"]

export async function getTimelineLife(
  { store, protocols }: Pick<ServerContext, "store" | "protocols">,
  requestId: string,
): Promise<TimelineLife> {
  return store.engine.snapshot(async (db) => {
    const row = await findRequestRow(db, requestId)
    if (!row) throw new AppError("not_found", `There is no request "${requestId}".`)
    const own = and(eq(events.team, row.team), eq(events.requestId, row.id))
    const steps = await db
      .select()
      .from(events)
      .where(and(own, notInArray(events.type, NO_STEPS)))
      .orderBy(events.seq)
      .limit(MOST_STEPS)
    const [sums] = await db
      .select({
        calls: sql<number>`count(*) filter (where ${events.type} = 'tool.finished' and ${inArray(sql`${events.data} ->> 'tool'`, CHANGING_TOOLS)})::int`,
        outside: sql<number>`count(*) filter (where ${events.type} = 'gate.blocked')::int`,
      })
      .from(events)
      .where(own)
    const agent = subjectOf(row, protocols[row.type]?.subject ?? "sender")
    const opened = steps.find((step) => step.type === "request.opened")?.seq ?? 0
    const decided = steps.find((step) => step.type === "request.decided")?.seq
    const shut = steps.find((step) => step.type === "gate.closed")?.seq
    const wentOn =
      decided === undefined ? [] : await firstTurn(db, row.team, agent, decided, shut ?? decided + NEAR_EVENTS)
    return {
      request_id: row.id,
      events: [...steps, ...wentOn].toSorted((a, b) => a.seq - b.seq).map((step) => slimEvent(toEvent(step))),
      calls: sums?.calls ?? 0,
      stopped_outside: sums?.outside ?? 0,
      blocked_before: await blockedBefore(db, row.team, agent, opened, decided ?? opened + NEAR_EVENTS),
    }
  })
}

const firstTurn = (db: Database, team: string, agent: string, decided: number, until: number) =>
  db
    .select()
    .from(events)
    .where(
      and(
        eq(events.team, team),
        eq(events.agent, agent),
        eq(events.type, "turn.started"),
        gt(events.seq, decided),
        lte(events.seq, Math.min(until, decided + NEAR_EVENTS)),
      ),
    )
    .orderBy(events.seq)
    .limit(1)

/** Calls stopped for want of an approved plan, since the agent's gate was last open or it came. */
async function blockedBefore(
  db: Database,
  team: string,
  agent: string,
  opened: number,
  decided: number,
): Promise<number> {
  const near = and(eq(events.team, team), eq(events.agent, agent), gte(events.seq, opened - NEAR_EVENTS))
  const [last] = await db
    .select({ seq: sql<number>`coalesce(max(${events.seq}), 0)::int` })
    .from(events)
    .where(and(near, lt(events.seq, opened), or(eq(events.type, "gate.closed"), eq(events.type, "agent.spawned"))))
  const [blocked] = await db
    .select({ count: count() })
    .from(events)
    .where(and(near, eq(events.type, "gate.blocked"), gt(events.seq, last?.seq ?? 0), lte(events.seq, decided)))
  return blocked?.count ?? 0
}
