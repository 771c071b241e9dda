// The strip above the timeline: the whole history in a fixed number of buckets, found by a few steps through the index.
import "server-only"
import { and, asc, desc, eq, gte, inArray } from "drizzle-orm"
import type { TimelineOverview } from "@/lib/core/page-views"
import type { ServerContext } from "@/lib/server/context"
import { events, requests } from "@/lib/server/db/schema"
import { getTeamRow } from "@/lib/server/db/team-rows"

const BUCKETS = 240
const MOST_WAITS = 200

export async function getTimelineOverview(
  { store, protocols }: Pick<ServerContext, "store" | "protocols">,
  teamId: string,
): Promise<TimelineOverview> {
  return store.engine.snapshot(async (db) => {
    const total = (await getTeamRow(db, teamId)).seq
    if (total === 0) return { first_at: null, last_at: null, total, buckets: [], waits: [] }
    // `seq` has no gaps, so sampling it at equal steps reads BUCKETS rows however long the history is.
    const step = Math.max(1, Math.ceil(total / BUCKETS))
    const marks = Array.from({ length: Math.ceil(total / step) }, (_, index) => 1 + index * step)
    const sampled = await db
      .select({ seq: events.seq, at: events.at })
      .from(events)
      .where(and(eq(events.team, teamId), inArray(events.seq, [...marks, total])))
      .orderBy(asc(events.seq))
    const first = sampled[0]!.at
    const last = sampled[sampled.length - 1]!.at
    const buckets = marks.map((seq, index) => {
      const from = sampled.find((sample) => sample.seq === seq)!.at
      const following = marks[index + 1]
      const to = following === undefined ? last : sampled.find((sample) => sample.seq === following)!.at
      return { from, to, first_seq: seq, count: Math.min(step, total - seq + 1) }
    })
    const types = Object.values(protocols)
      .filter((protocol) => protocol.answeredBy === "human")
      .map((protocol) => protocol.type)
    const waits = await db
      .select({ request_id: requests.id, from: requests.createdAt, to: requests.decidedAt })
      .from(requests)
      .where(and(eq(requests.team, teamId), inArray(requests.type, types), gte(requests.createdAt, first)))
      .orderBy(desc(requests.createdAt))
      .limit(MOST_WAITS)
    return { first_at: first, last_at: last, total, buckets, waits: waits.reverse() }
  })
}
