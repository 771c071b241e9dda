// Browsers that vanish in the middle of a run: cut off, asleep, or gone before their answer; nobody else notices.
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Request } from "@/lib/core/request"
import type { Team } from "@/lib/core/team"
import type { TeamView } from "@/lib/core/team-view"
import { parseEnv } from "@/lib/server/env"
import { startRuntime } from "@/lib/server/runtime/runtime"
import { noPromises } from "@/tests/support/fault-promises"
import { checkInvariants, describeReport } from "@/tests/support/invariants"
import { type ServerProcess, startServer } from "@/tests/support/server-process"
import { waitFor } from "@/tests/support/wait-for"

const PROMPT = "Spawn alice as a backend dev. Ask her to create a file. Then request her shutdown."
const READERS = 12

describe("browsers that vanish", () => {
  let server: ServerProcess
  const sockets: Socket[] = []
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await server.close()
  })

  /** As a browser would call, on a socket that can be taken away from it. */
  const dial = async (method: string, path: string, body = "", accept = "application/json"): Promise<Socket> => {
    const { hostname, port, host } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    socket.on("error", () => {})
    sockets.push(socket)
    await once(socket, "connect")
    const head = [
      `${method} ${path} HTTP/1.1`,
      `host: ${host}`,
      `authorization: Bearer ${server.token}`,
      `accept: ${accept}`,
      ...(body ? ["content-type: application/json", `content-length: ${Buffer.byteLength(body)}`] : []),
    ]
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`)
    return socket
  }
  const openStreams = async (): Promise<number> => {
    const { body } = await server.api.get<string>("/api/metrics")
    return Number(/^countersign_streams_open (\d+)$/m.exec(body)?.[1])
  }

  it("in the middle of their streams, asleep, or before their answer: the run goes on to its end, and nothing of them stays", async () => {
    const { api } = server
    const { id } = (await api.post<{ team: Team }>("/api/teams", { name: "Watched" })).body.team
    const paths = [`/api/teams/${id}/events`, "/api/stream"]
    const streams = await Promise.all(
      Array.from({ length: READERS }, (_, n) => dial("GET", paths[n % 2]!, "", "text/event-stream")),
    )
    await waitFor("all read", async () => (await openStreams()) === READERS)
    // A third is reset, a third closed in good order, a third falls asleep with its line open.
    const [reset, closed, asleep] = [0, 1, 2].map((part) => streams.filter((_, n) => n % 3 === part))
    for (const socket of asleep!) socket.pause()
    expect((await api.post(`/api/teams/${id}/messages`, { content: PROMPT })).status).toBe(202)
    const request = await api.until(
      "alice submits a plan",
      `/api/requests?team=${id}&status=pending&type=plan_approval`,
      (list: { requests: Request[] }) => list.requests[0],
    )
    for (const socket of reset!) socket.resetAndDestroy()
    for (const socket of closed!) socket.end()
    await waitFor("the others are missed", async () => (await openStreams()) === asleep!.length)

    // Whoever decides is gone before the answer; whether it was heard is settled by asking again.
    const decision = JSON.stringify({ approve: true, payload_sha256: request.payload_sha256 })
    const deciders = await Promise.all(
      Array.from({ length: 4 }, () => dial("POST", `/api/requests/${request.request_id}/decision`, decision)),
    )
    for (const socket of deciders) socket.resetAndDestroy()
    const asked = await api.post(`/api/requests/${request.request_id}/decision`, JSON.parse(decision))
    expect([200, 409]).toContain(asked.status)
    await api.until("alice has left", `/api/teams/${id}`, (view: TeamView) =>
      view.agents.some((agent) => agent.name === "alice" && agent.status === "shutdown"),
    )
    await api.until("the lead is idle", `/api/teams/${id}`, (view: TeamView) =>
      view.agents.every((agent) => agent.status === "idle" || agent.status === "shutdown"),
    )
    for (const socket of asleep!) socket.resetAndDestroy()
    await waitFor("nobody reads any more", async () => (await openStreams()) === 0)
    await server.stop()

    const runtime = await startRuntime(parseEnv({ COUNTERSIGN_DATA: server.dataDir }, "/"), { idle: true })
    try {
      const promised = { ...noPromises(), requests: new Map([[request.request_id, "approved" as const]]) }
      const report = await checkInvariants(runtime.store.read, id, promised)
      console.log(describeReport(`${READERS} readers and 4 deciders vanished`, report))
      expect(report.violations).toEqual([])
    } finally {
      await runtime.stop()
    }
  })
})
