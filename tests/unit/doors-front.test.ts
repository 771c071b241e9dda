// What is looked at before Next sees a request: the host, the method, the form of the address, and where it comes from.
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Env, parseEnv } from "@/lib/server/env"
import { answerNoise, passFrontDoor } from "@/lib/server/http/front-door"

let server: Server
let env: Env
beforeAll(async () => {
  server = createServer(async (request, response) => {
    if (await passFrontDoor(env, request, response))
      response.end(JSON.stringify({ url: request.url, from: request.headers["x-forwarded-for"] }))
  })
  server.on("clientError", answerNoise)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  env = parseEnv({ PORT: String((server.address() as AddressInfo).port) }, "/")
})
afterAll(() => server.close())

async function ask(line: string, headers: string[] = [], host = new URL(env.url).host) {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
  socket.write(`${[`${line} HTTP/1.1`, `Host: ${host}`, "Connection: close", ...headers].join("\r\n")}\r\n\r\n`)
  let text = ""
  for await (const chunk of socket) text += chunk
  const [head = "", body = ""] = text.split("\r\n\r\n")
  return { status: Number(head.split(" ")[1]), head, body: JSON.parse(/\{.*\}/s.exec(body)?.[0] ?? "{}") }
}

describe("the front door", () => {
  test.each(["/", "/api/teams", "/api/teams/", "//evil.example/", "/_next/static/a.js"])(
    "refuses %s under a foreign name",
    async (path) => {
      const { status, head, body } = await ask(`GET ${path}`, [], "evil.example")
      expect([status, body.error.code]).toEqual([421, "foreign_host"])
      expect(head.toLowerCase()).toContain("x-content-type-options: nosniff")
    },
  )

  test("refuses a whole address under a foreign name, and takes one under its own", async () => {
    expect((await ask("GET http://evil.example/api/health")).status).toBe(421)
    expect((await ask(`GET ${env.url}/api/health?a=b`)).body.url).toBe("/api/health?a=b")
  })

  test.each(["TRACE", "PROPFIND", "PURGE"])("answers %s in the form of every other error", async (method) => {
    const { status, body } = await ask(`${method} /api/teams`)
    expect([status, body.error.code]).toEqual([405, "method_not_allowed"])
  })

  test("answers what is no HTTP in the form of every other error", async () => {
    const { status, body } = await ask("NONSENSE /api/teams")
    expect([status, body.error.code]).toEqual([400, "invalid"])
  })

  test.each([
    ["/api/teams/", "/api/teams"],
    ["//api//teams//team_1/?after=a//b?c", "/api/teams/team_1?after=a//b?c"],
    ["/api", "/api"],
    ["/queue/", "/queue/"],
  ])("hands %s on as %s", async (given, plain) => {
    expect((await ask(`GET ${given}`)).body.url).toBe(plain)
  })

  test("writes down where the call comes from, whatever it says of itself", async () => {
    expect((await ask("GET /", ["X-Forwarded-For: 203.0.113.1"])).body.from).toBe("127.0.0.1")
  })
})
