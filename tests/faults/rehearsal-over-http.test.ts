// Started without any key, driven only by HTTP calls: the first try-it prompt goes from a message to a file and a farewell.
import fs from "node:fs"
import path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Event } from "@/lib/core/event"
import type { Request } from "@/lib/core/request"
import type { Team } from "@/lib/core/team"
import type { TeamView } from "@/lib/core/team-view"
import { type ServerProcess, startServer } from "@/tests/support/server-process"

const PROMPT = "Spawn alice as a backend dev. Ask her to create a file. Then request her shutdown."

describe("the rehearsal over HTTP", () => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.close())

  it("plays the first try-it prompt to its end, and no file appears before the approval", async () => {
    const { api } = server
    const health = await api.get("/api/health")
    expect(health.body).toMatchObject({ status: "ok", store: "embedded", model: "rehearsal" })
    const { body } = await api.post<{ team: Team }>("/api/teams", { name: "Try it" })
    const { id, workspace } = body.team
    expect((await api.post(`/api/teams/${id}/messages`, { content: PROMPT })).status).toBe(202)
    const request = await api.until(
      "alice submits a plan",
      `/api/requests?team=${id}&status=pending&type=plan_approval`,
      (list: { requests: Request[] }) => list.requests[0],
    )
    expect(request).toMatchObject({ sender: "alice", target: "lead", revision: 1, status: "pending" })
    expect(fs.readdirSync(workspace)).toEqual([])
    const decision = { approve: true, feedback: "Go ahead.", payload_sha256: request.payload_sha256 }
    const decided = await api.post<{ request: Request }>(`/api/requests/${request.request_id}/decision`, decision)
    expect(decided.status).toBe(200)
    expect(decided.body.request).toMatchObject({
      status: "approved",
      resolution: { by: "human:operator", reason: "decided" },
    })
    const again = await api.post<{ request: Request }>(`/api/requests/${request.request_id}/decision`, decision)
    expect(again.status).toBe(409)
    expect(again.body.request).toEqual(decided.body.request)
    const end = await api.until("alice has left", `/api/teams/${id}`, (view: TeamView) =>
      view.agents.some((agent) => agent.name === "alice" && agent.status === "shutdown") ? view : null,
    )
    const [file] = request.payload.files as string[]
    expect(fs.statSync(path.join(workspace, file!)).size).toBeGreaterThan(0)
    expect(end.requests.map(({ type, status }) => [type, status])).toEqual([
      ["plan_approval", "approved"],
      ["shutdown", "approved"],
    ])
    const { body: log } = await api.get<{ events: Event[] }>(`/api/teams/${id}/events?limit=1000`)
    const at = (fits: (event: Event) => boolean) => log.events.findIndex(fits)
    const opened = at((event) => event.type === "gate.opened")
    const wrote = at((event) => event.type === "tool.started" && event.data.tool === "write_file")
    expect(opened).toBeGreaterThan(-1)
    expect(wrote).toBeGreaterThan(opened)
    expect(log.events.map((event) => event.seq)).toEqual(log.events.map((_, index) => index + 1))
  })
})
