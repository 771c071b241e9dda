// The timeline over HTTP: as a list, as a live stream, as a file; and the hints for all teams.
import "server-only"
import { z } from "zod"
import { AppError } from "@/lib/core/errors"
import { Event } from "@/lib/core/event"
import { getTeamRow, toTeam } from "@/lib/server/db/team-rows"
import { listEvents } from "@/lib/server/queries/list-events"
import { followEvents } from "../event-stream"
import { exportAnswer } from "../export-stream"
import { followHints } from "../hint-stream"
import { NumberedPageQuery } from "../paging"
import { route } from "../route"
import { endpoint } from "../serve"
import { sseAnswer } from "../sse"

export const events = endpoint("/api/teams/{team}/events", {
  GET: route({
    access: "read",
    summary: "The timeline; with Accept: text/event-stream a live stream that resumes by Last-Event-ID",
    query: NumberedPageQuery,
    answer: z.object({ events: z.array(Event), next: z.string().nullable() }),
    media: "text/event-stream",
    handler: async (call) => {
      const { runtime, params, query, request } = call
      if (!request.headers.get("accept")?.includes("text/event-stream")) return listEvents(runtime, params.team!, query)
      const after = startOf(request.headers.get("last-event-id"), query.after)
      // An unknown team and a cursor from another history are told while that can still be said.
      const { seq } = await getTeamRow(runtime.store.read, params.team!)
      if (after > seq) throw new AppError("invalid", `after: this timeline ends at ${seq}`)
      return sseAnswer(call, (stream) => followEvents(runtime, params.team!, after, stream))
    },
  }),
})

function startOf(lastEventId: string | null, after: string | undefined): number {
  if (lastEventId === null || lastEventId === "") return Number(after ?? 0)
  if (!/^\d{1,15}$/.test(lastEventId)) throw new AppError("invalid", "Last-Event-ID is the seq of an event.")
  return Number(lastEventId)
}

export const stream = endpoint("/api/stream", {
  GET: route({
    access: "read",
    summary: "Hints { team, seq } for all teams: refetch on connecting, then follow",
    media: "text/event-stream",
    handler: async (call) => sseAnswer(call, (stream) => followHints(call.runtime, stream)),
  }),
})

export const timelineExport = endpoint("/api/teams/{team}/export", {
  GET: route({
    access: "read",
    summary: "The whole timeline as JSON Lines",
    media: "application/jsonl",
    handler: async ({ runtime, params }) => {
      const row = await getTeamRow(runtime.store.read, params.team!)
      return exportAnswer(runtime, toTeam(row), row.seq)
    },
  }),
})
