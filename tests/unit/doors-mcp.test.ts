// An agent from outside, by the official MCP client: it plans, waits, works and leaves behind the same gate as all others.
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { getAgent } from "@/lib/server/queries/get-agent"
import { listEvents } from "@/lib/server/queries/list-events"
import { listInbox } from "@/lib/server/queries/list-inbox"
import { listRequests } from "@/lib/server/queries/list-requests"
import { decideRequest } from "@/lib/server/requests/decide-request"
import { requestShutdown } from "@/lib/server/requests/request-shutdown"
import { countStreams } from "@/lib/server/session/open-streams"
import { createTask } from "@/lib/server/tasks/create-task"
import { createTeam } from "@/lib/server/teams/create-team"
import { callRoute, fetchRoute } from "@/tests/support/call-route"
import { type DoorRuntime, OPERATOR_TOKEN, ORIGIN, openDoorRuntime } from "@/tests/support/door-runtime"
import { waitFor } from "@/tests/support/wait-for"

let runtime: DoorRuntime
const BY = "human:dana"

beforeAll(async () => {
  runtime = await openDoorRuntime()
})
afterAll(() => runtime.close())

async function join(name = "scout") {
  const team = (await createTeam(runtime, { name: "Outside", instructions: "", policy: {} }, BY)).id
  return { team, ...(await issue(team, name)) }
}

async function issue(team: string, name: string) {
  const { status, body } = await callRoute("POST", "/api/tokens", {
    token: OPERATOR_TOKEN,
    body: { name: "laptop", scope: "agent", team, agent: name },
  })
  return { status, token: String(body.token), error: body.error }
}

/** The real client; only the line to the server is a function call. */
async function connect(token: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" })
  const transport = new StreamableHTTPClientTransport(new URL("/api/mcp", ORIGIN), {
    fetch: (_url, init = {}) =>
      fetchRoute(init.method ?? "GET", "/api/mcp", {
        token,
        headers: Object.fromEntries(new Headers(init.headers)),
        raw: init.body ?? undefined,
        signal: init.signal ?? undefined,
      }),
  })
  await client.connect(transport)
  return client
}

type Result = { isError?: boolean; structuredContent?: Record<string, unknown>; content: { text: string }[] }
const use = async (client: Client, name: string, args: Record<string, unknown> = {}) => {
  const result = (await client.callTool({ name, arguments: args })) as Result
  return { text: result.content[0]!.text, isError: result.isError === true, facts: result.structuredContent ?? {} }
}
const plan = { title: "Tidy up", plan: "1. Remove the old file.", files: ["old.txt"], risk: "low" }
const eventTypes = async (team: string) =>
  (await listEvents(runtime, team, { limit: 1_000 })).events.map((event) => event.type)

describe("an agent's token", () => {
  test("makes its name an external teammate that has to plan first", async () => {
    const { team } = await join()
    expect(await getAgent(runtime, team, "scout")).toMatchObject({
      kind: "external",
      status: "idle",
      gate: "plan_required",
      model: "external",
    })
  })

  test("is given again for a living outside agent, and never for one of our own", async () => {
    const { team } = await join()
    expect((await issue(team, "scout")).status).toBe(201)
    const own = { name: "alice", role: "backend", prompt: "Write a file." }
    await callRoute("POST", `/api/teams/${team}/agents`, { token: OPERATOR_TOKEN, body: own })
    expect((await issue(team, "alice")).status).toBe(409)
    expect((await issue(team, "lead")).status).toBe(422)
    expect((await issue("team_x", "scout")).status).toBe(404)
  })

  test("of an earlier bearer is nothing to a later one", async () => {
    const { team, token } = await join()
    await requestShutdown(runtime, team, "scout", {}, BY)
    const old = await connect(token)
    expect(await use(old, "submit_plan", plan)).toMatchObject({ isError: true })
    await issue(team, "scout")
    expect((await use(old, "submit_plan", plan)).text).toContain("has left this team")
    expect((await listRequests(runtime, { team, type: "plan_approval" }, { limit: 10 })).requests).toEqual([])
    await old.close()
  })
})

describe("an agent from outside", () => {
  test("is offered the eight tools and told how things go here", async () => {
    const { token } = await join()
    const client = await connect(token)
    const { tools } = await client.listTools()
    expect(tools.map((tool) => tool.name)).toEqual([
      "submit_plan",
      "await_decision",
      "check_inbox",
      "send_message",
      "list_tasks",
      "claim_task",
      "complete_task",
      "respond_shutdown",
    ])
    expect(tools[0]!.inputSchema).toMatchObject({ required: ["plan"] })
    expect(client.getInstructions()).toContain("submit_plan")
    await client.close()
  })

  test("submits, waits, is approved with words, works, finishes, is asked to leave and leaves", async () => {
    const { team, token } = await join()
    await createTask(runtime, team, { subject: "Tidy up" }, BY)
    const client = await connect(token)
    const { facts } = await use(client, "submit_plan", plan)
    expect(await getAgent(runtime, team, "scout")).toMatchObject({ status: "waiting", gate: "pending" })

    const decision = use(client, "await_decision", { request_id: facts.request_id })
    await decideRequest(runtime, String(facts.request_id), { approve: true, feedback: "Mind the logs." }, BY)
    const decided = await decision
    expect(decided.facts).toMatchObject({ status: "approved", resolution: { by: BY } })
    expect(decided.text).toContain("Mind the logs.")
    expect(await getAgent(runtime, team, "scout")).toMatchObject({ status: "working", gate: "open" })

    expect((await use(client, "list_tasks")).text).toContain("1. [open] Tidy up")
    expect((await use(client, "claim_task", { task_id: 1 })).isError).toBe(false)
    const asked = await requestShutdown(runtime, team, "scout", { reason: "enough" }, BY)
    expect(asked.status).toBe("pending")
    expect((await use(client, "check_inbox")).text).toContain(asked.request_id)
    expect((await use(client, "check_inbox")).text).toBe("Your inbox is empty.")
    expect((await use(client, "complete_task", { task_id: 1 })).isError).toBe(false)
    const left = await use(client, "respond_shutdown", { request_id: asked.request_id, approve: true })
    expect(left.text).toContain("left")
    expect(await getAgent(runtime, team, "scout")).toMatchObject({ status: "shutdown" })
    expect((await use(client, "list_tasks")).isError).toBe(true)
    const types = await eventTypes(team)
    for (const type of ["request.opened", "gate.opened", "task.claimed", "task.completed", "agent.terminated"])
      expect(types).toContain(type)
    await client.close()
  })

  test("is idle, with its gate closed, when its last task is done", async () => {
    const { team, token } = await join()
    await createTask(runtime, team, { subject: "One" }, BY)
    const client = await connect(token)
    const { facts } = await use(client, "submit_plan", plan)
    await decideRequest(runtime, String(facts.request_id), { approve: true }, BY)
    await use(client, "claim_task", { task_id: 1 })
    await use(client, "complete_task", { task_id: 1 })
    expect(await getAgent(runtime, team, "scout")).toMatchObject({ status: "idle", gate: "plan_required", lease: null })
    await client.close()
  })

  test("who submits again while waiting ends the older plan as superseded", async () => {
    const { team, token } = await join()
    const client = await connect(token)
    const first = (await use(client, "submit_plan", plan)).facts
    const second = (await use(client, "submit_plan", { ...plan, title: "Better" })).facts
    expect(second.revision).toBe(2)
    const { requests } = await listRequests(runtime, { team, type: "plan_approval" }, { limit: 10 })
    expect(requests).toMatchObject([
      { request_id: first.request_id, status: "rejected", resolution: { reason: "superseded" } },
      { request_id: second.request_id, status: "pending", previous: first.request_id },
    ])
    expect(await getAgent(runtime, team, "scout")).toMatchObject({ status: "waiting", gate: "pending" })
    await client.close()
  })

  test("whose line breaks while it waits gets its answer by asking again", async () => {
    const { token } = await join()
    const client = await connect(token)
    const { facts } = await use(client, "submit_plan", plan)
    const before = countStreams(runtime)
    const lost = use(client, "await_decision", { request_id: facts.request_id }).catch(() => "lost")
    await waitFor("it waits", () => countStreams(runtime) === before + 1)
    await client.close()
    await lost
    await waitFor("nobody waits", () => countStreams(runtime) === before)
    await decideRequest(runtime, String(facts.request_id), { approve: false, feedback: "Smaller, please." }, BY)
    const again = await connect(token)
    const decided = await use(again, "await_decision", { request_id: facts.request_id })
    expect(decided.facts).toMatchObject({ status: "rejected" })
    expect(decided.text).toContain("Smaller, please.")
    await again.close()
  })

  test("hears that it still waits when the server stops or its token is revoked, instead of nothing", async () => {
    const { token } = await join()
    const client = await connect(token)
    const { facts } = await use(client, "submit_plan", plan)
    const before = countStreams(runtime)
    const wait = async () => {
      const waiting = use(client, "await_decision", { request_id: facts.request_id, wait_seconds: 600 })
      await waitFor("it waits", () => countStreams(runtime) === before + 1)
      return { waiting }
    }
    const first = await wait()
    runtime.endStreams()
    expect((await first.waiting).facts).toMatchObject({ status: "pending" })
    await waitFor("nobody waits", () => countStreams(runtime) === before)
    const second = await wait()
    const { tokens } = (await callRoute("GET", "/api/tokens", { token: OPERATOR_TOKEN })).body as unknown as {
      tokens: { id: string }[]
    }
    await callRoute("DELETE", `/api/tokens/${tokens.at(-1)!.id}`, { token: OPERATOR_TOKEN })
    expect((await second.waiting).facts).toMatchObject({ status: "pending" })
    await expect(use(client, "check_inbox")).rejects.toThrow("Sign in first")
    await client.close()
  })

  test("hears pending when its time is up, and nothing of other agents' requests", async () => {
    const { team, token } = await join()
    const client = await connect(token)
    const { facts } = await use(client, "submit_plan", plan)
    const waited = await use(client, "await_decision", { request_id: facts.request_id, wait_seconds: 0 })
    expect(waited.facts).toMatchObject({ status: "pending" })
    const { token: other } = await issue(team, "rival")
    const rival = await connect(other)
    expect(await use(rival, "await_decision", { request_id: facts.request_id })).toMatchObject({ isError: true })
    await Promise.all([client.close(), rival.close()])
  })

  test("speaks under its own name only, and to nobody unknown", async () => {
    const { team, token } = await join()
    const client = await connect(token)
    await use(client, "send_message", { to: "lead", content: "Hello", from: "human" }).catch(() => {})
    await use(client, "send_message", { to: "lead", content: "Hello" })
    const { messages } = await listInbox(runtime, team, "lead", undefined, { limit: 10 })
    expect(messages.map((message) => [message.from, message.content])).toEqual([["scout", "Hello"]])
    const lost = await use(client, "send_message", { to: "nobody", content: "Hello" })
    expect(lost).toMatchObject({ isError: true })
    expect(lost.text).toContain("lead")
    await client.close()
  })

  test("is told what is wrong with its input, and of tools that do not exist", async () => {
    const { token } = await join()
    const client = await connect(token)
    expect((await use(client, "submit_plan", { plan: "" })).text).toContain("the plan is empty")
    expect((await use(client, "decide_request", { approve: true })).text).toContain("no tool")
    const far = await use(client, "claim_task", { task_id: Number.MAX_SAFE_INTEGER })
    expect(far.text).toContain(`no task ${Number.MAX_SAFE_INTEGER}`)
    await client.close()
  })

  test("can never decide, nor read anything but through its own door", async () => {
    const { token } = await join()
    const client = await connect(token)
    const { facts } = await use(client, "submit_plan", plan)
    const decision = `/api/requests/${facts.request_id}/decision`
    expect((await callRoute("POST", decision, { token, body: { approve: true } })).status).toBe(403)
    expect((await callRoute("GET", "/api/teams", { token })).status).toBe(403)
    await client.close()
  })
})
