// Who may do what: every route and every action is on this list, and the list is tried with every kind of caller.
import { readdir } from "node:fs/promises"
import { fileURLToPath, pathToFileURL } from "node:url"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import type { ActionResult } from "@/lib/core/action-result"
import { ENDPOINTS } from "@/lib/server/http/endpoints"
import { issueToken } from "@/lib/server/http/issue-token"
import { openapi } from "@/lib/server/http/routes/openapi-document"
import { createToken } from "@/lib/server/session/api-tokens"
import { cookieName } from "@/lib/server/session/cookie"
import type { Role, Scope } from "@/lib/server/session/principal"
import { openSession } from "@/lib/server/session/sessions"
import { createTeam } from "@/lib/server/teams/create-team"
import { callRoute, listRouteFiles } from "@/tests/support/call-route"
import { type DoorRuntime, OPERATOR_TOKEN, openDoorRuntime } from "@/tests/support/door-runtime"

const jar = vi.hoisted(() => ({ cookie: null as { name: string; value: string } | null }))
vi.mock("next/headers", () => ({
  cookies: async () => ({
    get: (name: string) => (jar.cookie?.name === name ? { value: jar.cookie.value } : undefined),
    set: () => {},
  }),
  headers: async () => new Headers(),
}))

const ROUTES: Record<string, string> = {
  "GET /api/health": "public",
  "POST /api/session": "public",
  "DELETE /api/session": "public",
  "GET /api/teams": "read",
  "POST /api/teams": "operate",
  "GET /api/teams/{team}": "read",
  "PATCH /api/teams/{team}": "operate",
  "POST /api/teams/{team}/messages": "operate",
  "POST /api/teams/{team}/agents": "operate",
  "GET /api/teams/{team}/agents/{name}": "read",
  "GET /api/teams/{team}/agents/{name}/inbox": "read",
  "GET /api/teams/{team}/agents/{name}/transcript": "read",
  "POST /api/teams/{team}/agents/{name}/shutdown": "operate",
  "POST /api/teams/{team}/agents/{name}/revoke": "operate",
  "POST /api/teams/{team}/agents/{name}/resume": "operate",
  "GET /api/requests": "read",
  "GET /api/requests/{request_id}": "read",
  "POST /api/requests/{request_id}/decision": "decide",
  "GET /api/teams/{team}/events": "read",
  "GET /api/teams/{team}/export": "read",
  "GET /api/stream": "read",
  "GET /api/users": "operate",
  "POST /api/users": "operate",
  "DELETE /api/users/{name}": "operate",
  "GET /api/tokens": "operate",
  "POST /api/tokens": "operate",
  "DELETE /api/tokens/{id}": "operate",
  "POST /api/backup": "operate",
  "GET /api/webhooks": "operate",
  "POST /api/webhooks": "operate",
  "DELETE /api/webhooks/{id}": "operate",
  "GET /api/webhooks/{id}/deliveries": "operate",
  "POST /api/mcp": "agent",
  "GET /api/metrics": "read",
  "GET /api/openapi.json": "read",
}

const ACTIONS: Record<string, string> = {
  changePasswordAction: "viewer",
  changeRoleAction: "operator",
  createTaskAction: "operator",
  createTeamAction: "operator",
  createTokenAction: "operator",
  createUserAction: "operator",
  createWebhookAction: "operator",
  decideRequestAction: "reviewer",
  deleteUserAction: "operator",
  deleteWebhookAction: "operator",
  endSessionAction: "viewer",
  getAgentRecordAction: "viewer",
  getInFlightAction: "viewer",
  getMachinesAction: "viewer",
  getQueueAction: "viewer",
  getRequestDetailAction: "viewer",
  getTeamViewAction: "viewer",
  getTeamsAction: "viewer",
  getTimelineLifeAction: "viewer",
  getTimelinePageAction: "viewer",
  listDeliveriesAction: "operator",
  requestShutdownAction: "operator",
  resumeAgentAction: "operator",
  revokeGateAction: "operator",
  revokeTokenAction: "operator",
  sendMessageAction: "operator",
  signInAction: "anyone",
  signOutAction: "anyone",
  spawnTeammateAction: "operator",
  startRehearsalAction: "operator",
  updateTeamAction: "operator",
}

const REACH: Record<string, readonly string[]> = {
  viewer: ["read"],
  reviewer: ["read", "decide"],
  operator: ["read", "decide", "operate"],
  "read token": ["read"],
  "decide token": ["read", "decide"],
  "operate token": ["read", "decide", "operate"],
  "agent token": ["agent"],
  "operator's token": ["read", "decide", "operate"],
}

let runtime: DoorRuntime
const credentials: Record<string, { token?: string; cookie?: string }> = {}
const secrets: Record<string, string> = {}

beforeAll(async () => {
  runtime = await openDoorRuntime()
  for (const role of ["viewer", "reviewer", "operator"] satisfies Role[]) {
    const { secret } = await openSession(runtime, { subject: `human:${role}-person`, role, label: role })
    secrets[role] = secret
    credentials[role] = { cookie: `${cookieName(runtime.env)}=${secret}` }
  }
  for (const scope of ["read", "decide", "operate"] satisfies Scope[])
    credentials[`${scope} token`] = await createToken(runtime, { name: scope, scope }, "human:operator")
  const team = await createTeam(runtime, { name: "Doors", instructions: "", policy: {} }, "human:operator")
  const agent = { name: "outside", scope: "agent" as const, team: team.id, agent: "outside" }
  credentials["agent token"] = await issueToken(runtime, agent, "human:operator")
  credentials["operator's token"] = { token: OPERATOR_TOKEN }
})
afterAll(() => runtime.close())

const all = [...ENDPOINTS, openapi]
const stated = all.flatMap(({ path, calls }) =>
  Object.entries(calls).map(([method, call]) => [`${method} ${path}`, call.access] as const),
)

describe("the list of routes", () => {
  test("names every call with what it asks of the caller", () => {
    expect(Object.fromEntries(stated)).toEqual(ROUTES)
  })

  test("is what the route files serve, no more and no less, each with an answer to every method", async () => {
    const files = await listRouteFiles()
    const paths = [...all.map((endpoint) => endpoint.path), "/api/{path}"]
    expect(files.map((file) => file.path).sort()).toEqual(paths.sort())
    for (const { handlers } of files)
      expect(Object.keys(handlers).sort()).toEqual(["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"])
  })
})

const address = (path: string) => path.replace(/\{\w+\}/g, "nothing")
const withBody = (method: string) => (method === "GET" || method === "DELETE" ? {} : { body: {} })

describe.each(Object.entries(ROUTES).filter(([, access]) => access !== "public"))("%s (%s)", (name, access) => {
  const [method, path] = name.split(" ") as [string, string]

  test("answers 401 without a session or token, and with one that is not valid", async () => {
    for (const who of [{}, { token: "cs_nonsense" }, { cookie: "countersign-4180=nonsense" }]) {
      const { status, body } = await callRoute(method, address(path), { ...who, ...withBody(method) })
      expect([status, body.error?.code]).toEqual([401, "unauthenticated"])
    }
  })

  test.each(Object.keys(REACH))("%s", async (who) => {
    const { status } = await callRoute(method, address(path), { ...credentials[who], ...withBody(method) })
    expect(status === 403).toBe(!REACH[who]!.includes(access))
    expect(status).not.toBe(401)
    expect(status).not.toBe(500)
  })
})

const folder = fileURLToPath(new URL("../../lib/actions", import.meta.url))
const files = (await readdir(folder)).filter((file) => !["define-action.ts", "action-input.ts"].includes(file))
type Action = ((input: unknown) => Promise<ActionResult<unknown>>) & { role?: string }
const modules = await Promise.all(
  files.map((file) => import(pathToFileURL(`${folder}/${file}`).href) as Promise<Record<string, Action>>),
)
const actions: Record<string, Action> = Object.assign({}, ...modules)

describe("the list of actions", () => {
  test("names every action with the role it needs", () => {
    expect(Object.fromEntries(Object.entries(actions).map(([name, action]) => [name, action.role]))).toEqual(ACTIONS)
  })

  const ranks = ["viewer", "reviewer", "operator"]
  const guarded = Object.entries(ACTIONS).filter(([, role]) => role !== "anyone")
  const signedIn = (role: string) => {
    jar.cookie = { name: cookieName(runtime.env), value: secrets[role] ?? "nonsense" }
  }

  test.each(guarded)("%s needs a session", async (name) => {
    jar.cookie = null
    expect(await actions[name]!(undefined)).toMatchObject({ ok: false, error: { code: "unauthenticated" } })
    signedIn("nobody")
    expect(await actions[name]!(undefined)).toMatchObject({ ok: false, error: { code: "unauthenticated" } })
  })

  test.each(guarded)("%s is for %s and above", async (name, needed) => {
    for (const role of ranks) {
      signedIn(role)
      const result = await actions[name]!(undefined)
      const code = result.ok ? "ok" : result.error.code
      expect(code === "forbidden").toBe(ranks.indexOf(role) < ranks.indexOf(needed))
      expect(["unauthenticated", "failed"]).not.toContain(code)
    }
  })
})
