// What must never get out or in: secrets in logs and answers, hostile names, expired and foreign sessions.
import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { sessions, users } from "@/lib/server/db/door-schema"
import { errorAnswer } from "@/lib/server/http/error-answer"
import { log } from "@/lib/server/runtime/log"
import { cookieName } from "@/lib/server/session/cookie"
import { signIn } from "@/lib/server/session/sign-in"
import { createUser } from "@/lib/server/session/users"
import { callRoute, fetchRoute } from "@/tests/support/call-route"
import { type DoorRuntime, OPERATOR_TOKEN, openDoorRuntime } from "@/tests/support/door-runtime"

let runtime: DoorRuntime
beforeAll(async () => {
  runtime = await openDoorRuntime()
})
afterAll(() => runtime.close())
afterEach(() => vi.restoreAllMocks())

describe("a bug", () => {
  test("is logged with where it happened and without the values of the statement, and answered without either", async () => {
    const logged = vi.spyOn(log, "error").mockImplementation(() => {})
    const broken = await runtime.store.read
      .select()
      .from(users)
      .where(eq(users.name, "the secret name\u0000"))
      .catch((error: unknown) => error)
    const answer = errorAnswer(broken, "GET /api/users")
    expect(answer.status).toBe(500)
    expect(await answer.json()).toEqual({ error: { code: "failed", message: expect.stringContaining("log") } })
    const said = JSON.stringify(logged.mock.calls)
    expect(said).toContain("GET /api/users")
    expect(said).toContain("users")
    expect(said).not.toContain("the secret name")
  })
})

describe("answers", () => {
  test("hold no hash of a password, session or token, and no operator's token", async () => {
    await createUser(runtime, { name: "nora", password: "correct horse battery", role: "viewer" })
    const { secret } = await signIn(runtime, { name: "nora", password: "correct horse battery" }, "198.51.100.1")
    await callRoute("POST", "/api/tokens", { token: OPERATOR_TOKEN, body: { name: "ci", scope: "read" } })
    const [session] = await runtime.store.read.select().from(sessions)
    for (const path of ["/api/users", "/api/tokens", "/api/openapi.json", "/api/metrics", "/api/health"]) {
      const text = await (await fetchRoute("GET", path, { token: OPERATOR_TOKEN })).text()
      for (const hidden of [OPERATOR_TOKEN, secret, session!.hash, "scrypt$", '"hash"'])
        expect(text).not.toContain(hidden)
    }
  })
})

describe("a session", () => {
  test("that has expired opens nothing", async () => {
    await createUser(runtime, { name: "otto", password: "correct horse battery", role: "operator" })
    const { secret } = await signIn(runtime, { name: "otto", password: "correct horse battery" }, "198.51.100.2")
    const cookie = `${cookieName(runtime.env)}=${secret}`
    expect((await callRoute("GET", "/api/teams", { cookie })).status).toBe(200)
    const past = new Date(Date.now() - 1_000).toISOString()
    await runtime.store.transaction((tx) =>
      tx.db.update(sessions).set({ expiresAt: past }).where(eq(sessions.subject, "human:otto")),
    )
    expect((await callRoute("GET", "/api/teams", { cookie })).status).toBe(401)
  })

  test("of a person who was deleted opens nothing", async () => {
    await createUser(runtime, { name: "pia", password: "correct horse battery", role: "operator" })
    const { secret } = await signIn(runtime, { name: "pia", password: "correct horse battery" }, "198.51.100.3")
    const cookie = `${cookieName(runtime.env)}=${secret}`
    expect((await callRoute("DELETE", "/api/users/pia", { token: OPERATOR_TOKEN })).status).toBe(204)
    expect((await callRoute("GET", "/api/teams", { cookie })).status).toBe(401)
  })
})

describe("names", () => {
  const HOSTILE = [
    "<script>",
    "a b",
    "../x",
    "a/b",
    "a'; drop table users",
    "operator",
    "lead",
    "",
    "é",
    "a\r\nb",
    "a".repeat(65),
  ]

  test.each(HOSTILE)("%j is no account", async (name) => {
    const body = { name, password: "correct horse battery", role: "viewer" }
    expect((await callRoute("POST", "/api/users", { token: OPERATOR_TOKEN, body })).status).toBe(422)
  })

  test.each(["..%2f..%2fetc", "%3Cscript%3E", "a%00b", "a%0d%0aSet-Cookie:x=y", "%ff%fe".replace(/%f[ef]/g, "%C3%A9")])(
    "%s in an address finds nothing and breaks nothing",
    async (name) => {
      for (const path of [`/api/teams/${name}`, `/api/teams/x/agents/${name}`, `/api/users/${name}`]) {
        const method = path.startsWith("/api/users") ? "DELETE" : "GET"
        expect((await callRoute(method, path, { token: OPERATOR_TOKEN })).status).toBe(404)
      }
    },
  )

  test("a team may be called anything, and is given back as it was written", async () => {
    const name = `<img src=x onerror=alert(1)> "quoted" $(rm -rf) =1+1`
    const { status, body, response } = await callRoute("POST", "/api/teams", { token: OPERATOR_TOKEN, body: { name } })
    expect(status).toBe(201)
    expect(body).toMatchObject({ team: { name } })
    expect(response.headers.get("content-type")).toContain("application/json")
  })
})

test("a token in the address is no token", async () => {
  expect((await callRoute("GET", `/api/teams?token=${OPERATOR_TOKEN}&access_token=${OPERATOR_TOKEN}`)).status).toBe(401)
})
