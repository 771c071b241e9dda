// One event to many readers: from the moment it is asked for to the moment each of the open streams has it.
import { Agent, type ClientRequest, get } from "node:http"
import type { ServerProcess } from "@/tests/support/server-process"
import { waitFor } from "@/tests/support/wait-for"
import { type Figure, figure, times } from "./figure"
import { memoryOf, openServer, prepareBuild } from "./real-server"
import type { Section } from "./section"

const SECTION = "fanout"

type Reader = { arrivals: Map<number, number>; request: ClientRequest }

export const fanout: Section = async ({ short }) => {
  const clients = short ? 50 : 500
  const rounds = short ? 5 : 40
  await prepareBuild()
  const server = await openServer()
  try {
    const { body } = await server.api.post<{ team: { id: string } }>("/api/teams", { name: "Fan-out" })
    const figures: Figure[] = []
    const before = memoryOf(server.pid)
    const readers: Reader[] = []
    for (let index = 0; index < clients; index++) readers.push(openStream(server, body.team.id))
    await waitFor("every stream is open", () => readers.every((reader) => reader.arrivals.size > 0), { within: 60_000 })
    const after = memoryOf(server.pid)
    const each: number[] = []
    const last: number[] = []
    for (let round = 1; round <= rounds; round++) {
      const began = performance.now()
      const seq = await cause(server, body.team.id, round)
      await waitFor("all have it", () => readers.every((reader) => reader.arrivals.has(seq)), {
        within: 30_000,
        every: 5,
      })
      const took = readers.map((reader) => reader.arrivals.get(seq)! - began)
      each.push(...took)
      last.push(Math.max(...took))
    }
    figures.push(...times(SECTION, `one event to each of ${clients} streams`, each, { limit: "loopback" }))
    figures.push(
      ...times(SECTION, `one event to the last of ${clients}`, last, { limit: "loopback", show: ["p50", "p95"] }),
    )
    if (before && after)
      figures.push(
        figure(SECTION, ((after.nowMb - before.nowMb) * 1024) / clients, "KB", { what: "memory of one open stream" }),
      )
    for (const reader of readers) reader.request.destroy()
    return { figures }
  } finally {
    await server.close()
  }
}

/** A change that writes exactly one event and wakes nobody. */
async function cause(server: ServerProcess, team: string, round: number): Promise<number> {
  await server.api.patch(`/api/teams/${team}`, { policy: { max_turns_unattended: 100 + round } })
  const { body } = await server.api.get<{ seq: number }>(`/api/teams/${team}`)
  return body.seq
}

function openStream(server: ServerProcess, team: string): Reader {
  const arrivals = new Map<number, number>()
  const headers = { authorization: `Bearer ${server.token}`, accept: "text/event-stream" }
  const url = new URL(`/api/teams/${team}/events`, server.url)
  const request = get(url, { agent: new Agent({ keepAlive: false }), headers }, (response) => {
    response.setEncoding("utf8")
    response.on("data", (text: string) => {
      const now = performance.now()
      for (const found of text.matchAll(/^id: (\d+)$/gm)) arrivals.set(Number(found[1]), now)
    })
  })
  // Cut at the end of the section, on purpose.
  request.on("error", () => {})
  return { arrivals, request }
}
