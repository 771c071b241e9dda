// Health tells well from degraded from down, and a database that is away is no bug of the caller's.
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { setRuntime } from "@/lib/server/runtime/get-runtime"
import { callRoute } from "@/tests/support/call-route"
import { createDatabase } from "@/tests/support/postgres"
import { TcpProxy } from "@/tests/support/tcp-proxy"
import { openTestRuntime, type TestRuntime } from "@/tests/support/test-runtime"
import { waitFor } from "@/tests/support/wait-for"

const TOKEN = "the-operators-own-token"
type Health = { status: string; problems: string[] }

let proxy: TcpProxy
let opened: TestRuntime
beforeAll(async () => {
  const line = await TcpProxy.before(await createDatabase())
  proxy = line.proxy
  const variables = { DATABASE_URL: line.url, COUNTERSIGN_TOKEN: TOKEN }
  opened = await openTestRuntime("postgres", { variables, idle: true })
})
afterAll(async () => {
  proxy.pass()
  await opened.close()
  await proxy.stop()
})

const health = async () => {
  const { status, body } = await callRoute("GET", "/api/health", {})
  return { code: status, ...(body as unknown as Health) }
}
const well = () => waitFor("it is well again", async () => (await health()).status === "ok", { within: 20_000 })

describe("a server", () => {
  test("that has not started is down: 503, not a health of its own", async () => {
    const home = globalThis as { [name: symbol]: unknown }
    delete home[Symbol.for("countersign")]
    expect((await callRoute("GET", "/api/health", {})).status).toBe(503)
    setRuntime(Promise.resolve(opened.runtime))
    expect(await health()).toMatchObject({ code: 200, status: "ok", problems: [] })
  })

  test("whose database is cut off is degraded and says so; calls answer 503 in words; both end by themselves", async () => {
    proxy.cut()
    const said = await waitFor("it is degraded", async () => {
      const now = await health()
      return now.status === "degraded" && now
    })
    expect(said.code).toBe(200)
    expect(said.problems.join(" ")).toContain("database does not answer")
    const call = await callRoute("GET", "/api/teams", { token: TOKEN })
    expect([call.status, call.body]).toEqual([
      503,
      { error: { code: "unavailable", message: "The database does not answer at the moment. Try again." } },
    ])
    expect(call.response.headers.get("retry-after")).toBe("1")
    proxy.pass()
    await well()
    expect((await callRoute("GET", "/api/teams", { token: TOKEN })).status).toBe(200)
  })

  test("whose database has fallen silent still answers for its health within seconds", async () => {
    proxy.stall()
    const began = performance.now()
    expect((await health()).problems).toContain("The database does not answer.")
    expect(performance.now() - began).toBeLessThan(6_000)
    proxy.pass()
    await well()
  })
})
