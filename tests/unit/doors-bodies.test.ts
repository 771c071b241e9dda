// What is sent: its type, size, pace and form; and calls that are repeated.
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { z } from "zod"
import { idempotency } from "@/lib/server/db/door-schema"
import { takeTurn } from "@/lib/server/http/rate-limit"
import { readJson } from "@/lib/server/http/read-body"
import { createToken } from "@/lib/server/session/api-tokens"
import { cookieName } from "@/lib/server/session/cookie"
import { openSession } from "@/lib/server/session/sessions"
import { type CallOptions, callRoute } from "@/tests/support/call-route"
import { type DoorRuntime, OPERATOR_TOKEN, ORIGIN, openDoorRuntime } from "@/tests/support/door-runtime"

let runtime: DoorRuntime
beforeAll(async () => {
  runtime = await openDoorRuntime()
})
afterAll(() => runtime.close())

const TeamAnswer = z.object({ team: z.object({ id: z.string(), name: z.string() }) })

const post = (options: CallOptions) => callRoute("POST", "/api/teams", { token: OPERATOR_TOKEN, ...options })
const code = async (options: CallOptions) => {
  const { status, body } = await post(options)
  return [status, body.error?.code]
}
const json = { "content-type": "application/json" }
const teamNames = async () => {
  const answer = await callRoute("GET", "/api/teams?limit=1000", { token: OPERATOR_TOKEN })
  const { teams } = z.object({ teams: z.array(z.object({ name: z.string() })) }).parse(answer.body)
  return teams.map((team) => team.name)
}

describe("a body", () => {
  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonx",
  ])("of type %s is refused", async (type) => {
    expect(await code({ raw: '{"name":"x"}', headers: { "content-type": type } })).toEqual([415, "wrong_content_type"])
  })

  test("with a charset is fine", async () => {
    const headers = { "content-type": "application/json; charset=utf-8" }
    expect((await post({ raw: '{"name":"Charset"}', headers })).status).toBe(201)
  })

  test("that says it is too large is refused unread", async () => {
    expect(await code({ raw: "{}", headers: { ...json, "content-length": "2000000" } })).toEqual([413, "too_large"])
  })

  test("that is too large without saying so is refused as soon as that is seen", async () => {
    let sent = 0
    const raw = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 64 * 1024
        controller.enqueue(new Uint8Array(64 * 1024).fill(32))
      },
    })
    expect(await code({ raw, headers: json })).toEqual([413, "too_large"])
    expect(sent).toBeLessThan(1.3 * 1024 * 1024)
  })

  test("that does not arrive is given up", async () => {
    const never = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array([123])) })
    const request = new Request(ORIGIN, { method: "POST", body: never, headers: json, duplex: "half" } as RequestInit)
    await expect(readJson(request, { bytes: 1_000, ms: 30 })).rejects.toMatchObject({ code: "timeout" })
  })

  test.each([
    ["no JSON", "{name:1}"],
    ["half of it", '{"name":"x"'],
    ["a NUL character", '{"name":"a\\u0000b"}'],
    ["half of a surrogate pair", '{"name":"a\\ud800"}'],
    ["nesting without end", `{"name":${"[".repeat(200_000)}${"]".repeat(200_000)}}`],
    ["a list", "[]"],
    ["a prototype", '{"name":"x","__proto__":{"a":1}}'],
    ["an unknown field", '{"name":"x","owner":"me"}'],
  ])("that is %s is 422, with a sentence", async (_what, raw) => {
    const { status, body } = await post({ raw, headers: json })
    expect([status, body.error?.code]).toEqual([422, "invalid"])
    expect(body.error?.message.length).toBeGreaterThan(10)
  })

  test("that is not UTF-8 is 422", async () => {
    expect(await code({ raw: new Uint8Array([34, 0xff, 34]), headers: json })).toEqual([422, "invalid"])
  })
})

describe("an origin", () => {
  test("that is foreign is refused to bearer and cookie alike, before anything is done", async () => {
    const before = await teamNames()
    const body = { name: "Foreign" }
    for (const origin of ["http://evil.example", "null", "http://127.0.0.1:3000"]) {
      expect(await code({ body, headers: { origin } })).toEqual([403, "forbidden"])
    }
    expect(await teamNames()).toEqual(before)
  })

  test("is needed with a cookie and not with a bearer", async () => {
    const who = { subject: "human:operator", role: "operator" as const, label: "operator" }
    const { secret } = await openSession(runtime, who)
    const cookie = `${cookieName(runtime.env)}=${secret}`
    expect(await code({ token: undefined, body: { name: "No origin" }, headers: { cookie } })).toEqual([
      403,
      "forbidden",
    ])
    expect((await post({ token: undefined, body: { name: "With origin" }, cookie })).status).toBe(201)
    expect((await post({ body: { name: "Bearer" } })).status).toBe(201)
  })
})

describe("the session route", () => {
  test("sets a cookie that works, signs out, and then it does not", async () => {
    const signedIn = await callRoute("POST", "/api/session", { body: { token: OPERATOR_TOKEN } })
    expect(signedIn.status).toBe(204)
    const cookie = signedIn.response.headers.get("set-cookie")!.split(";")[0]!
    expect((await callRoute("GET", "/api/teams", { cookie })).status).toBe(200)
    const out = await callRoute("DELETE", "/api/session", { cookie })
    expect([out.status, out.response.headers.get("set-cookie")]).toEqual([204, expect.stringContaining("Max-Age=0")])
    expect((await callRoute("GET", "/api/teams", { cookie })).status).toBe(401)
  })

  test.each([{}, { token: "" }, { name: "a" }, { token: "a", code: "b" }, { password: "x" }])(
    "refuses %j as making no sense",
    async (body) => {
      expect((await callRoute("POST", "/api/session", { body })).status).toBe(422)
    },
  )

  test("limits attempts, and says for how long", async () => {
    const attempt = () =>
      callRoute("POST", "/api/session", { body: { token: "wrong" }, headers: { "x-forwarded-for": "203.0.113.9" } })
    for (let n = 0; n < 10; n++) expect((await attempt()).status).toBe(401)
    const limited = await attempt()
    expect(limited.status).toBe(429)
    expect(Number(limited.response.headers.get("retry-after"))).toBeGreaterThan(0)
  })
})

describe("Idempotency-Key", () => {
  const keyed = (key: string, body: unknown, extra: CallOptions = {}) =>
    post({ body, headers: { "idempotency-key": key }, ...extra })

  test("gives a repeat the first answer and does nothing again", async () => {
    const first = await keyed("k1", { name: "Once" })
    const again = await keyed("k1", { name: "Once" })
    expect([first.status, again.status]).toEqual([201, 201])
    expect(TeamAnswer.parse(again.body).team.id).toBe(TeamAnswer.parse(first.body).team.id)
    expect((await teamNames()).filter((name) => name === "Once")).toHaveLength(1)
  })

  test("lets one of many at once do the work, and gives all of them its answer", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => keyed("k2", { name: "Together" })))
    expect(answers.map((one) => one.status)).toEqual(Array(8).fill(201))
    expect(new Set(answers.map((one) => TeamAnswer.parse(one.body).team.id)).size).toBe(1)
    expect((await teamNames()).filter((name) => name === "Together")).toHaveLength(1)
  })

  test("used for another call is refused", async () => {
    await keyed("k3", { name: "Mine" })
    const other = await keyed("k3", { name: "Other" })
    expect([other.status, other.body.error?.code]).toEqual([422, "invalid"])
  })

  test("belongs to one caller: another's same key is another key", async () => {
    const { token } = await createToken(runtime, { name: "ci", scope: "operate" }, "human:operator")
    await keyed("k4", { name: "First caller" })
    expect((await keyed("k4", { name: "Second caller" }, { token })).status).toBe(201)
  })

  test("keeps a refusal too, but not a body that made no sense", async () => {
    const send = (content: string) =>
      callRoute("POST", "/api/teams/team_x/messages", {
        token: OPERATOR_TOKEN,
        body: { content },
        headers: { "idempotency-key": "k5" },
      })
    expect((await send(" ")).status).toBe(422)
    expect((await send("hello")).status).toBe(404)
    expect((await send("hello")).status).toBe(404)
  })

  test("is kept with the work itself: a server that dies right after it gives the repeat the first answer", async () => {
    const team = TeamAnswer.parse((await post({ body: { name: "Dies" } })).body).team.id
    const calls: [path: string, body: unknown][] = [
      ["/api/teams", { name: "Dies after" }],
      ["/api/users", { name: "dies-after", password: "correct horse battery", role: "viewer" }],
      [`/api/teams/${team}/messages`, { content: "Dies after" }],
      [`/api/teams/${team}/agents`, { name: "dies-after", role: "any", prompt: "any" }],
      [`/api/teams/${team}/agents/dies-after/shutdown`, {}],
    ]
    for (const [path, body] of calls) {
      const call = () =>
        callRoute("POST", path, { token: OPERATOR_TOKEN, body, headers: { "idempotency-key": `dies ${path}` } })
      const { transaction } = runtime.store
      let commits = 0
      vi.spyOn(runtime.store, "transaction").mockImplementation((work) => {
        if (commits++ > 0) throw new Error("the server has died")
        return transaction(work)
      })
      const first = await call()
      vi.restoreAllMocks()
      const again = await call()
      expect([path, again.status, again.body]).toEqual([path, first.status, first.body])
      expect(first.status).toBeLessThan(300)
    }
    expect((await teamNames()).filter((name) => name === "Dies after")).toHaveLength(1)
  })

  test("of work that was undone may be used again", async () => {
    const body = { name: "Undone" }
    vi.spyOn(runtime.store.engine, "transact").mockRejectedValueOnce(new Error("the disk is full"))
    expect((await keyed("k6", body)).status).toBe(500)
    vi.restoreAllMocks()
    expect((await keyed("k6", body)).status).toBe(201)
    expect((await teamNames()).filter((name) => name === "Undone")).toHaveLength(1)
  })

  test("gives a secret to the repeat of the call it was made for, and stores it nowhere", async () => {
    const make = (key = "k7") =>
      callRoute("POST", "/api/tokens", {
        token: OPERATOR_TOKEN,
        body: { name: "shown once", scope: "read" },
        headers: { "idempotency-key": key },
      })
    const answers = await Promise.all([make(), make(), make()])
    expect(answers.map((one) => one.status)).toEqual([201, 201, 201])
    expect(new Set(answers.map((one) => JSON.stringify(one.body))).size).toBe(1)
    const { token } = z.object({ token: z.string() }).parse(answers[0]!.body)
    expect(JSON.stringify(await runtime.store.read.select().from(idempotency))).not.toContain(token)
    expect((await make("k8")).body).not.toEqual(answers[0]!.body)
  })
})

test("a caller in a loop is slowed down and let on again, and nobody else", () => {
  const now = Date.now()
  for (let n = 0; n < 10_000; n++) takeTurn(runtime, "loop", now)
  expect(() => takeTurn(runtime, "loop", now)).toThrow("Too many calls")
  expect(() => takeTurn(runtime, "other", now)).not.toThrow()
  expect(() => takeTurn(runtime, "loop", now + 1_000)).not.toThrow()
})
