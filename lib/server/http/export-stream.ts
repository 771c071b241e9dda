// A whole timeline as JSON Lines, read in pages while the reader takes it.
import "server-only"
import type { Team } from "@/lib/core/team"
import { listEvents } from "@/lib/server/queries/list-events"
import type { Runtime } from "@/lib/server/runtime/runtime"

const PAGE = 500

/** The file's name is the team's, reduced to what can break no header and no file system. */
export const exportFileName = (team: Pick<Team, "id" | "name">): string => {
  const plain = team.name
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40)
    .toLowerCase()
  return `countersign-${plain ? `${plain}-` : ""}${team.id}.jsonl`
}

export function exportAnswer(runtime: Runtime, team: Team, upTo: number): Response {
  const encoder = new TextEncoder()
  let last = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const limit = Math.min(PAGE, upTo - last)
        const { events } =
          limit > 0 ? await listEvents(runtime, team.id, { after: String(last), limit }) : { events: [] }
        if (events.length === 0) return controller.close()
        last = events.at(-1)!.seq
        controller.enqueue(encoder.encode(events.map((event) => `${JSON.stringify(event)}\n`).join("")))
      },
    },
    { highWaterMark: 1 },
  )
  return new Response(body, {
    headers: {
      "Content-Type": "application/jsonl; charset=utf-8",
      "Content-Disposition": `attachment; filename="${exportFileName(team)}"`,
      "Cache-Control": "no-store",
    },
  })
}
