// The command `npm start` as a person meets it: its one sentence when it cannot start, and its end when told to stop.
import { createServer } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { freePort } from "@/tests/support/free-port"
import { runCommand } from "@/tests/support/run-command"
import { type ServerProcess, startServer } from "@/tests/support/server-process"
import { makeTempDir, removeDir } from "@/tests/support/temp-dir"
import { waitFor } from "@/tests/support/wait-for"

describe("a start that cannot go on", () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await makeTempDir("data")
  })
  afterAll(() => removeDir(dataDir))

  it.each([
    ["PORT", "99999"],
    ["HOST", "a b"],
    ["DATABASE_URL", "mysql://x"],
    ["COUNTERSIGN_URL", "not an address"],
    ["COUNTERSIGN_TOKEN", "two words"],
    ["ANTHROPIC_BASE_URL", "ftp://x"],
  ])("names %s in one sentence when its value is wrong", async (name, value) => {
    const { code, stdout, stderr } = await runCommand("start", { COUNTERSIGN_DATA: dataDir, [name]: value })
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toMatch(new RegExp(`^${name} must be [^\\n]+\\.\\n$`))
  })

  it("refuses to listen where others can reach it without a token", async () => {
    const variables = { COUNTERSIGN_DATA: dataDir, HOST: "0.0.0.0", PORT: "0" }
    const { code, stderr } = await runCommand("start", variables)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^HOST is 0\.0\.0\.0, which others can reach: set COUNTERSIGN_TOKEN[^\n]+\n$/)
  })

  it.each([
    ["COUNTERSIGN_DATA", "/dev/null", "it is not a folder"],
    ["COUNTERSIGN_DATA", "/dev/null/data", "it is not a folder"],
    ["COUNTERSIGN_DATA", "/proc/none/data", "it cannot be made there"],
    ["COUNTERSIGN_WORKSPACES", "/dev/null", "it is not a folder"],
    ["DATABASE_URL", "postgres://dana:hunter2@127.0.0.1:1/none", "ECONNREFUSED"],
    ["DATABASE_URL", "postgres://dana:hunter2@nowhere.invalid/none", "nowhere.invalid"],
  ])("names %s in one sentence when %s cannot be used", async (name, value, why) => {
    const { code, stderr } = await runCommand("start", { COUNTERSIGN_DATA: dataDir, PORT: "0", [name]: value })
    expect(code).toBe(1)
    expect(stderr).toMatch(new RegExp(`^${name} (names|leads to) [^\\n]+\\.\\n$`))
    expect(stderr).toContain(why)
    expect(stderr).not.toContain("hunter2")
  })

  it("says that a port is taken", async () => {
    const port = await freePort()
    const other = createServer().listen(port, "127.0.0.1")
    try {
      const { code, stderr } = await runCommand("start", { COUNTERSIGN_DATA: dataDir, PORT: String(port) })
      expect(code).toBe(1)
      expect(stderr).toMatch(
        new RegExp(`^Countersign cannot listen on 127\\.0\\.0\\.1:${port}: another program [^\\n]+\\n$`),
      )
    } finally {
      other.close()
    }
  })

  it("as a worker says that it needs a PostgreSQL", async () => {
    const { code, stderr } = await runCommand("worker", { COUNTERSIGN_DATA: dataDir })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^DATABASE_URL is not set: [^\n]+\n$/)
  })
})

describe("a server started by npm", () => {
  const answers = async (url: string) => (await fetch(`${url}/api/health`).catch(() => null)) !== null

  it("ends in good order when npm is told to stop, and npm waits for it", async () => {
    const server = await startServer({ env: { PORT: "0", LOG_LEVEL: "VERBOSE" }, byNpm: true })
    expect(await answers(server.url)).toBe(true)
    expect(await server.stop()).toBe(0)
    expect(await answers(server.url)).toBe(false)
    await server.close()
  })

  it("does not outlive an npm that is killed outright", async () => {
    const server = await startServer({ env: { PORT: "0" }, byNpm: true })
    await server.kill9()
    await waitFor("the server is gone", async () => !(await answers(server.url)))
    await server.close()
  })
})

describe("a server that runs", () => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await startServer({ env: { PORT: "0" } })
  })
  afterAll(() => server.close())

  it("prints where it listens, on a free port of its own when PORT is 0", async () => {
    expect(server.output).toContain(`Countersign listens on ${server.url}\n`)
    expect(new URL(server.url).port).not.toBe("0")
    const health = await server.api.get("/api/health")
    expect(health.body).toMatchObject({ status: "ok", problems: [], store: "embedded", model: "rehearsal" })
  })

  it("prints a link that signs in once", async () => {
    const code = new URL(server.signInLink).searchParams.get("code")
    const signIn = () =>
      fetch(`${server.url}/api/session`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: server.url },
        body: JSON.stringify({ code }),
      })
    expect((await signIn()).status).toBe(204)
    expect((await signIn()).status).toBe(401)
  })

  it("is named by a second start on the same data dir, which exits", async () => {
    const { code, stderr } = await runCommand("start", { COUNTERSIGN_DATA: server.dataDir, PORT: "0" })
    expect(code).not.toBe(0)
    expect(stderr).toContain(server.dataDir)
    expect(stderr).toContain(`process ${server.pid}`)
  })

  it("stops within five seconds with streams open, and its readers are told", async () => {
    const headers = { authorization: `Bearer ${server.token}`, accept: "text/event-stream" }
    const streams = await Promise.all([1, 2, 3].map(() => fetch(`${server.url}/api/stream`, { headers })))
    expect(streams.map((stream) => stream.status)).toEqual([200, 200, 200])
    const ends = streams.map((stream) => stream.text().catch(() => "cut"))
    const began = performance.now()
    expect(await server.stop()).toBe(0)
    expect(performance.now() - began).toBeLessThan(5_000)
    await Promise.all(ends)
  })

  it("goes on after a kill without any repair, with what it had acknowledged", async () => {
    await server.restart()
    const created = await server.api.post<{ team: { id: string } }>("/api/teams", { name: "Kept" })
    expect(created.status).toBe(201)
    await server.kill9()
    await server.restart()
    const kept = await server.api.get<{ team: { name: string } }>(`/api/teams/${created.body.team.id}`)
    expect(kept.body.team.name).toBe("Kept")
    // Nobody of the process that was killed may still listen.
    await waitFor("the server answers", async () => (await server.api.get("/api/health")).status === 200)
  })
})
