// The HTTP face as the contract writes it: teams, agents, requests, lists, and the form of every error.
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Agent } from "@/lib/core/agent"
import { canonicalJson } from "@/lib/core/canonical-json"
import { LEAD } from "@/lib/core/ids"
import type { Request as PlanRequest } from "@/lib/core/request"
import { lockAgents } from "@/lib/server/db/agent-rows"
import { getTeamRow } from "@/lib/server/db/team-rows"
import { openRequest } from "@/lib/server/requests/open-request"
import { cookieName } from "@/lib/server/session/cookie"
import { type CallOptions, callRoute, fetchRoute } from "@/tests/support/call-route"
import { type DoorRuntime, OPERATOR_TOKEN, openDoorRuntime } from "@/tests/support/door-runtime"

let runtime: DoorRuntime
beforeAll(async () => {
  runtime = await openDoorRuntime()
})
afterAll(() => runtime.close())

/** Answers are looked into by path; a wrong path fails the assertion. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads JSON it does not own
type Shown = Record<string, any>
const operator = async (method: string, address: string, options: CallOptions = {}) => {
  const { status, body, response } = await callRoute(method, address, { token: OPERATOR_TOKEN, ...options })
  return { status, body: body as Shown, response }
}

async function makeTeam(name = "Ledger"): Promise<string> {
  const { status, body } = await operator("POST", "/api/teams", { body: { name } })
  expect(status).toBe(201)
  return body.team.id
}

async function makeTeammate(team: string, name = "alice"): Promise<Agent> {
  const body = { name, role: "backend", prompt: "Write a file." }
  const answer = await operator("POST", `/api/teams/${team}/agents`, { body })
  expect(answer.status).toBe(201)
  return answer.body.agent
}

async function submitPlan(team: string, name: string, plan = "1. Write a file."): Promise<PlanRequest> {
  return runtime.store.transaction(async (tx) => {
    const rows = await lockAgents(tx, team, [LEAD, name])
    return openRequest(tx, runtime, {
      team: await getTeamRow(tx.db, team),
      type: "plan_approval",
      sender: name,
      party: "teammate",
      by: `agent:${name}`,
      target: rows.get(LEAD)!,
      subject: rows.get(name)!,
      payload: { plan },
    })
  })
}

describe("health", () => {
  test("needs no sign-in and says what it runs on", async () => {
    const { status, body } = await callRoute("GET", "/api/health")
    expect(status).toBe(200)
    expect(body).toEqual({
      status: "ok",
      problems: [],
      version: "0.0.0",
      store: "embedded",
      model: "rehearsal",
      sandbox: true,
    })
  })

  test("is refused to a foreign host", async () => {
    const { status, body } = await callRoute("GET", "/api/health", { headers: { host: "evil.example" } })
    expect([status, body.error?.code]).toEqual([421, "foreign_host"])
  })
})

describe("teams", () => {
  test("are created with a lead, idle, and can be read as one consistent snapshot", async () => {
    const team = await makeTeam("Ledger")
    const { status, body } = await operator("GET", `/api/teams/${team}`)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(["agents", "requests", "seq", "tasks", "team", "usage"])
    expect(body.team).toMatchObject({ id: team, name: "Ledger", paused: null })
    expect(body.agents).toMatchObject([{ name: "lead", status: "idle" }])
  })

  test("are listed oldest first, in pages", async () => {
    await makeTeam("One")
    await makeTeam("Two")
    const all = await operator("GET", "/api/teams")
    const ids = all.body.teams.map((team: Shown) => team.id)
    expect(ids).toEqual([...ids].sort())
    expect(all.body.next).toBeNull()
    const first = await operator("GET", "/api/teams?limit=1")
    expect(first.body.teams).toHaveLength(1)
    const second = await operator("GET", `/api/teams?limit=1&after=${first.body.next}`)
    expect(second.body.teams[0].id).toBe(ids[1])
  })

  test("are listed after a position the list gave out, and after nothing else", async () => {
    for (const bad of ["nonsense", "team_x", "tok_01m7q3q2kwe3xygqa5z1azwhs6", "", "%00"])
      for (const path of ["/api/teams", "/api/webhooks"])
        expect([bad, (await operator("GET", `${path}?after=${bad}`)).status]).toEqual([bad, 422])
    expect((await operator("GET", "/api/tokens?after=nonsense")).status).toBe(422)
    expect((await operator("GET", "/api/tokens?after=tok_01m7q3q2kwe3xygqa5z1azwhs6")).status).toBe(200)
  })

  test("are paused, resumed and given another policy", async () => {
    const team = await makeTeam("Paused")
    const paused = await operator("PATCH", `/api/teams/${team}`, { body: { paused: true } })
    expect(paused.body.team.paused).toMatchObject({ reason: "human" })
    const lifted = await operator("PATCH", `/api/teams/${team}`, { body: { paused: false, policy: { approvals: 2 } } })
    expect(lifted.body.team).toMatchObject({ paused: null, policy: { approvals: 2, decide: { low: "human" } } })
    await operator("PATCH", `/api/teams/${team}`, { body: { paused: true } })
    const asRead = await operator("PATCH", `/api/teams/${team}`, { body: { paused: null } })
    expect([asRead.status, asRead.body.team.paused]).toEqual([200, null])
    expect((await operator("PATCH", `/api/teams/${team}`, { body: {} })).status).toBe(422)
    const elsewhere = await operator("PATCH", `/api/teams/${team}`, { body: { machine: "b" } })
    expect(elsewhere.status).toBe(422)
    expect(elsewhere.body.error.message).toContain("the embedded store has one process only")
    expect((await operator("PATCH", `/api/teams/${team}`, { body: { policy: { aprovals: 2 } } })).status).toBe(422)
  })
})

describe("agents and messages", () => {
  test("a teammate is spawned gated, and its name is taken while it lives", async () => {
    const team = await makeTeam()
    expect(await makeTeammate(team)).toMatchObject({ name: "alice", gate: "plan_required", plan_required: true })
    const again = await operator("POST", `/api/teams/${team}/agents`, {
      body: { name: "alice", role: "x", prompt: "y" },
    })
    expect([again.status, again.body.error.code]).toEqual([409, "conflict"])
    const reserved = await operator("POST", `/api/teams/${team}/agents`, {
      body: { name: "Human", role: "x", prompt: "y" },
    })
    expect(reserved.status).toBe(422)
  })

  test("an agent is shown with its gate, lease and usage, by generation where asked", async () => {
    const team = await makeTeam()
    await makeTeammate(team)
    const { body } = await operator("GET", `/api/teams/${team}/agents/alice`)
    expect(body).toMatchObject({ agent: { generation: 1 }, gate: "plan_required", lease: null })
    expect(body.usage).toMatchObject({ input_tokens: 0 })
    expect((await operator("GET", `/api/teams/${team}/agents/alice?generation=2`)).status).toBe(404)
    expect((await operator("GET", `/api/teams/${team}/agents/alice?generation=0`)).status).toBe(422)
    expect((await operator("GET", `/api/teams/${team}/agents/bob`)).status).toBe(404)
  })

  test("a message goes to the lead unless told, from human, and to nobody unknown", async () => {
    const team = await makeTeam()
    const sent = await operator("POST", `/api/teams/${team}/messages`, { body: { content: "Hello" } })
    expect(sent.status).toBe(202)
    expect(sent.body.message).toMatchObject({ from: "human", to: "lead", content: "Hello", delivered_at: null })
    const lost = await operator("POST", `/api/teams/${team}/messages`, { body: { content: "Hello", to: "bob" } })
    expect(lost.status).toBe(404)
    expect(lost.body.error.message).toContain("lead")
    expect((await operator("POST", `/api/teams/${team}/messages`, { body: { content: "  " } })).status).toBe(422)
  })

  test("an inbox is read in pages without being drained, a transcript too", async () => {
    const team = await makeTeam()
    for (const content of ["one", "two", "three"])
      await operator("POST", `/api/teams/${team}/messages`, { body: { content } })
    const inbox = `/api/teams/${team}/agents/lead/inbox`
    const first = await operator("GET", `${inbox}?limit=2`)
    expect(first.body.messages.map((message: Shown) => message.content)).toEqual(["one", "two"])
    const rest = await operator("GET", `${inbox}?limit=2&after=${first.body.next}`)
    expect(rest.body).toMatchObject({ messages: [{ content: "three", delivered_at: null }], next: null })
    expect((await operator("GET", `/api/teams/${team}/agents/lead/transcript`)).body).toEqual({
      entries: [],
      next: null,
    })
    const far = await operator("GET", `/api/teams/${team}/agents/lead/transcript?after=99999999999`)
    expect([far.status, far.body]).toEqual([200, { entries: [], next: null }])
  })

  test("an idle teammate asked to leave is gone at once, and the lead never goes", async () => {
    const team = await makeTeam()
    await makeTeammate(team)
    const asked = await operator("POST", `/api/teams/${team}/agents/alice/shutdown`, { body: { reason: "done" } })
    expect(asked.status).toBe(202)
    expect(asked.body.request).toMatchObject({ type: "shutdown", status: "approved", target: "alice" })
    expect((await operator("POST", `/api/teams/${team}/agents/lead/shutdown`)).status).toBe(422)
  })
})

describe("requests", () => {
  test("are listed by filter and shown with all that belongs to them", async () => {
    const team = await makeTeam()
    await makeTeammate(team)
    const plan = await submitPlan(team, "alice")
    const filter = `team=${team}&status=pending&type=plan_approval&agent=alice`
    const listed = await operator("GET", `/api/requests?${filter}`)
    expect(listed.body).toMatchObject({ requests: [{ request_id: plan.request_id }], next: null })
    const { body } = await operator("GET", `/api/requests/${plan.request_id}`)
    expect(Object.keys(body).sort()).toEqual(["events", "messages", "request", "revisions"])
    expect(body.request.request_id).toBe(plan.request_id)
    for (const bad of ["status=open", "type=nonsense", "agent=a%20b", "team=%00", "limit=0", "limit=1001", "limit=x"])
      expect([bad, (await operator("GET", `/api/requests?${bad}`)).status]).toEqual([bad, 422])
  })

  test("a decision is taken once; whoever comes later is told what stands", async () => {
    const team = await makeTeam()
    await makeTeammate(team)
    const plan = await submitPlan(team, "alice")
    const decide = (body: unknown) => operator("POST", `/api/requests/${plan.request_id}/decision`, { body })
    for (const payload_sha256 of ["0".repeat(64), plan.payload_sha256.toUpperCase(), "abc", ""]) {
      const wrong = await decide({ approve: true, payload_sha256 })
      expect([wrong.status, wrong.body.error.code]).toEqual([412, "digest_mismatch"])
    }
    const taken = await decide({ approve: true, feedback: "go", payload_sha256: plan.payload_sha256 })
    expect(taken.status).toBe(200)
    expect(taken.body.request).toMatchObject({
      status: "approved",
      resolution: { by: "human:operator", feedback: "go" },
    })
    const late = await decide({ approve: false, feedback: "no" })
    expect(late.status).toBe(409)
    expect(late.body.request).toEqual(taken.body.request)
  })

  test("fifty decisions at once: one 200, forty-nine 409 with the same final request", async () => {
    const team = await makeTeam()
    await makeTeammate(team)
    const plan = await submitPlan(team, "alice")
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        operator("POST", `/api/requests/${plan.request_id}/decision`, {
          body: { approve: n % 2 === 0, feedback: `by ${n}` },
        }),
      ),
    )
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
    expect(answers.filter((one) => one.status === 409)).toHaveLength(49)
    expect(new Set(answers.map((one) => canonicalJson(one.body.request))).size).toBe(1)
  })

  test.each([
    ["nothing", {}],
    ["an approval that is no boolean", { approve: "yes" }],
    ["a digest that is none", { approve: true, payload_sha256: 7 }],
    ["fields nobody knows", { approve: true, force: true }],
    ["a list", []],
  ])("a decision made of %s is 422", async (_what, body) => {
    expect((await operator("POST", "/api/requests/req_x/decision", { body })).status).toBe(422)
  })

  test("a decision on nothing is 404, and one on a shutdown is 403", async () => {
    const nothing = await operator("POST", "/api/requests/req_x/decision", { body: { approve: true } })
    expect(nothing.status).toBe(404)
    const team = await makeTeam()
    await makeTeammate(team)
    const asked = await operator("POST", `/api/teams/${team}/agents/alice/shutdown`)
    const address = `/api/requests/${asked.body.request.request_id}/decision`
    expect((await operator("POST", address, { body: { approve: true } })).status).toBe(403)
  })
})

describe("addresses", () => {
  test("that do not exist answer 404 in the same form as every error", async () => {
    for (const path of ["/api", "/api/nothing", "/api/teams/x/y/z", "/api/teams/team_x", "/api/requests/a%00b"])
      expect([path, (await operator("GET", path)).body.error?.code]).toEqual([path, "not_found"])
  })

  test("that do not exist answer 404 to every method", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
      expect([method, (await operator(method, "/api/nothing")).status]).toEqual([method, 404])
  })

  test("asked in a way they do not know answer 405 and say what they know", async () => {
    const { status, response, body } = await operator("DELETE", "/api/teams")
    expect(status).toBe(405)
    expect(response.headers.get("allow")).toBe("GET, HEAD, POST")
    expect(body.error.code).toBe("method_not_allowed")
  })

  test("asked by HEAD answer the headers of GET without a body", async () => {
    const response = await fetchRoute("HEAD", "/api/teams", { token: OPERATOR_TOKEN })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe("")
  })

  test("carry the headers that bind a browser, and are never cached", async () => {
    const { response } = await operator("GET", "/api/teams")
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'")
    expect(response.headers.get("x-content-type-options")).toBe("nosniff")
    expect(response.headers.get("cache-control")).toBe("no-store")
  })
})

describe("the self-description", () => {
  test("is OpenAPI 3.1 with every call, its parameters and its schemas", async () => {
    const { body } = await operator("GET", "/api/openapi.json")
    expect(body.openapi).toBe("3.1.0")
    const decision = body.paths["/api/requests/{request_id}/decision"].post
    expect(decision.parameters.map((one: Shown) => one.name)).toEqual(["request_id", "Idempotency-Key"])
    expect(decision.requestBody.content["application/json"].schema).toMatchObject({
      type: "object",
      required: ["approve"],
      properties: { approve: { type: "boolean" } },
    })
    expect([decision.requestBody.required, body.paths["/api/teams"].get.parameters]).toEqual([
      true,
      expect.arrayContaining([
        expect.objectContaining({ schema: { type: "integer", minimum: 1, maximum: 1000, default: 100 } }),
      ]),
    ])
    expect(Object.keys(body.paths["/api/teams/{team}/events"].get.responses["200"].content)).toEqual([
      "application/json",
      "text/event-stream",
    ])
    expect(body.components.securitySchemes.session.name).toBe(cookieName(runtime.env))
    const ids = Object.values(body.paths as Record<string, Record<string, Shown>>).flatMap((path) =>
      Object.values(path).map((call) => call.operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  test("has metrics in Prometheus' form", async () => {
    const response = await fetchRoute("GET", "/api/metrics", { token: OPERATOR_TOKEN })
    expect(response.headers.get("content-type")).toContain("text/plain")
    const text = await response.text()
    expect(text).toMatch(/^# TYPE countersign_teams gauge\ncountersign_teams \d+$/m)
    expect(text).toMatch(/^countersign_agents\{status="idle"\} \d+$/m)
    for (const line of text.trim().split("\n"))
      expect(line).toMatch(/^(# (HELP|TYPE) |countersign_\w+(\{[^}]*\})? -?[\d.e+-]+$)/)
  })
})
