// The hook that sends Claude Code's plan-mode exit to the queue: allowed only by a person, denied in every other case.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, test } from "vitest"
import { listRequests } from "@/lib/server/queries/list-requests"
import { decideRequest } from "@/lib/server/requests/decide-request"
import { createTeam } from "@/lib/server/teams/create-team"
import { callRoute, fetchRoute } from "@/tests/support/call-route"
import { type DoorRuntime, OPERATOR_TOKEN, openDoorRuntime } from "@/tests/support/door-runtime"
import { waitFor } from "@/tests/support/wait-for"

const HOOK = fileURLToPath(new URL("../../docs/claude-code-hook.mjs", import.meta.url))
let runtime: DoorRuntime
let server: Server
let url: string

beforeAll(async () => {
  runtime = await openDoorRuntime()
  server = createServer(async (request, response) => {
    const raw = await text(request)
    const headers = { "content-type": "application/json", accept: String(request.headers.accept) }
    const token = String(request.headers.authorization).replace("Bearer ", "")
    const answer = await fetchRoute("POST", "/api/mcp", { token, raw, headers })
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    if (answer.body) Readable.fromWeb(answer.body as never).pipe(response)
    else response.end()
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await runtime.close()
})

async function join() {
  const team = (await createTeam(runtime, { name: "Hook", instructions: "", policy: {} }, "human:dana")).id
  const body = { name: "laptop", scope: "agent", team, agent: "scout" }
  const made = await callRoute("POST", "/api/tokens", { token: OPERATOR_TOKEN, body })
  return { team, token: String(made.body.token) }
}

async function runHook(input: unknown, environment: Record<string, string>) {
  const child = spawn(process.execPath, [HOOK], {
    env: { ...process.env, COUNTERSIGN_URL: url, COUNTERSIGN_RETRY_MS: "20", ...environment },
    stdio: ["pipe", "pipe", "inherit"],
  })
  child.stdin.end(JSON.stringify(input))
  const { hookSpecificOutput } = JSON.parse(await text(child.stdout)) as {
    hookSpecificOutput: { permissionDecision: string; permissionDecisionReason: string }
  }
  return hookSpecificOutput
}

const call = { tool_name: "ExitPlanMode", tool_input: { plan: "1. Rename the column." } }
const pending = (team: string) =>
  waitFor("the plan", async () => (await listRequests(runtime, { team, status: "pending" }, { limit: 1 })).requests[0])

test.each([
  [true, "allow"],
  [false, "deny"],
])("a plan answered with %s is %s, with the words given", async (approve, expected) => {
  const { team, token } = await join()
  const hook = runHook(call, { COUNTERSIGN_AGENT_TOKEN: token })
  const request = await pending(team)
  expect(request.payload).toMatchObject({ plan: "1. Rename the column." })
  await decideRequest(runtime, request.request_id, { approve, feedback: "Keep a backup." }, "human:dana")
  const { permissionDecision, permissionDecisionReason } = await hook
  expect(permissionDecision).toBe(expected)
  expect(permissionDecisionReason).toContain("Keep a backup.")
})

test("without a valid token, a plan or a server nothing is allowed", async () => {
  const { token } = await join()
  const outcomes = await Promise.all([
    runHook(call, { COUNTERSIGN_AGENT_TOKEN: "cs_nonsense" }),
    runHook({ tool_input: {} }, { COUNTERSIGN_AGENT_TOKEN: token }),
    runHook(call, { COUNTERSIGN_AGENT_TOKEN: token, COUNTERSIGN_URL: "http://127.0.0.1:9" }),
  ])
  expect(outcomes.map((one) => one.permissionDecision)).toEqual(["deny", "deny", "deny"])
})
