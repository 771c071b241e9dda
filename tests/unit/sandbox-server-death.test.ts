// A command dies with its server, and what a dead server left behind is ended by the next one, and nothing else is.
import { type ChildProcess, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { readdir } from "node:fs/promises"
import { hostname } from "node:os"
import { createInterface } from "node:readline"
import { pathToFileURL } from "node:url"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type CommandProcess, killLeftover } from "@/lib/server/sandbox/leftover"
import { probeSandbox, type Sandbox } from "@/lib/server/sandbox/probe-sandbox"
import { processIdentity } from "@/lib/server/sandbox/process-identity"
import { processesWith } from "@/tests/support/processes"
import { makeTempDir, removeDir } from "@/tests/support/temp-dir"
import { waitFor } from "@/tests/support/wait-for"

const probed = await probeSandbox()
let workspace: string
let servers: ChildProcess[] = []

beforeEach(async () => {
  workspace = await makeTempDir("death")
})

afterEach(async () => {
  for (const server of servers) server.kill("SIGKILL")
  servers = []
  await removeDir(workspace)
})

const moduleAt = (path: string) => pathToFileURL(`${process.cwd()}/${path}`).href

/** A process of its own that runs one command and says when the command has begun. */
async function startServer(kind: Sandbox["kind"], command: string, options = "{}") {
  const script = `
    const { runCommand } = await import("${moduleAt("lib/server/sandbox/run-command.ts")}")
    const { probeSandbox, UNSANDBOXED } = await import("${moduleAt("lib/server/sandbox/probe-sandbox.ts")}")
    const [workspace, command] = process.argv.slice(1)
    const sandbox = ${JSON.stringify(kind)} === "none" ? UNSANDBOXED : await probeSandbox()
    const outcome = await runCommand({ command, workspace, sandbox, network: false,
      onStarted: (found) => console.log(JSON.stringify(found)), onOutput: (text) => console.log(text.trim()), ...${options} })
    console.log(JSON.stringify(outcome))
  `
  const args = [
    "--conditions=react-server",
    "--import",
    "tsx",
    "--input-type=module",
    "-e",
    script,
    "--",
    workspace,
    command,
  ]
  const server = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
  servers.push(server)
  const lines: string[] = []
  createInterface({ input: server.stdout! }).on("line", (line) => lines.push(line))
  await waitFor("the command has begun", () => lines.includes("begun"), { within: 20_000 })
  return { server, lines, found: JSON.parse(lines[0]!) as CommandProcess }
}

const ended = (server: ChildProcess) => new Promise((resolve) => server.on("exit", resolve))
const gone = async (pid: number) => (await processIdentity(pid)) === null

describe("without a sandbox", () => behaviour("none"))
describe.runIf(probed.kind !== "none")("in the sandbox", () => behaviour(probed.kind))

function behaviour(kind: Sandbox["kind"]) {
  test("kill -9 of the server: what the command had still to do never happens", async () => {
    const mark = `3.${Math.floor(Math.random() * 1e8)}`
    const { server, found } = await startServer(
      kind,
      `echo begun; (setsid sleep ${mark} &) ; sleep ${mark}; echo x >> f`,
    )
    server.kill("SIGKILL")
    await waitFor("the supervisor is gone", () => gone(found.pid))
    expect(processesWith(`sleep ${mark}`)).toEqual([])
    expect(await readdir(workspace)).toEqual([])
    expect(await killLeftover(found)).toBe(false)
  })

  test("a server that stops answering loses its command before another may take over", async () => {
    const mark = `9${Math.floor(Math.random() * 1e8)}`
    const held = "{ checkFence: async () => true, fenceEveryMs: 200 }"
    const { server, lines, found } = await startServer(kind, `echo begun; sleep ${mark}`, held)
    server.kill("SIGSTOP")
    await waitFor("the supervisor has given up", () => processesWith(`sleep ${mark}`).length === 0)
    server.kill("SIGCONT")
    await ended(server)
    expect(JSON.parse(lines.at(-1)!)).toEqual({ kind: "fenced", output: "begun\n" })
    expect(await gone(found.pid)).toBe(true)
  })

  test("what is left when server and supervisor were both killed is ended by the next server", async () => {
    const mark = `2${Math.floor(Math.random() * 1e8)}`
    const { server, found } = await startServer(
      kind,
      `(setsid sleep ${mark} &) ; echo begun; sleep ${mark}; echo x >> f`,
    )
    // Stopped first, so that it cannot clean up in between; a sandbox of its own ends with it in any case.
    process.kill(found.pid, "SIGSTOP")
    server.kill("SIGKILL")
    await ended(server)
    expect(processesWith(`sleep ${mark}`)).not.toEqual([])
    expect(await killLeftover(found)).toBe(true)
    expect(processesWith(`sleep ${mark}`)).toEqual([])
    await waitFor("the supervisor is gone", () => gone(found.pid))
    expect(await killLeftover(found)).toBe(false)
    expect(await readdir(workspace)).toEqual([])
  })
}

test("children whose supervisor is already dead are found by their mark", async () => {
  const mark = `1${Math.floor(Math.random() * 1e8)}`
  const { server, found } = await startServer("none", `(setsid sleep ${mark} &) ; echo begun; sleep ${mark}`)
  server.kill("SIGSTOP")
  process.kill(found.pid, "SIGKILL")
  server.kill("SIGKILL")
  await waitFor("the supervisor is gone", () => gone(found.pid))
  expect(processesWith(`sleep ${mark}`)).toHaveLength(2)
  expect(await killLeftover(found)).toBe(true)
  expect(processesWith(`sleep ${mark}`)).toEqual([])
})

describe("a process that only has the same number", () => {
  test("is not touched, whatever of its description differs", async () => {
    const innocent = spawn("sleep", ["1000"], { stdio: "ignore" })
    servers.push(innocent)
    const identity = (await processIdentity(innocent.pid!))!
    const described = (started: string, host = hostname()) => ({ pid: innocent.pid!, started, host })
    const earlier = identity.replace(/\d+$/, "1")
    const otherBoot = identity.replace(/^[^/]+/, randomUUID())
    for (const process of [
      described(`${earlier} ${randomUUID()}`),
      described(`${otherBoot} ${randomUUID()}`),
      described(`${identity} ${randomUUID()}`, "another-machine"),
      described(`${identity} not-a-mark`),
      described(identity),
      described(""),
    ])
      expect(await killLeftover(process)).toBe(false)
    expect(await processIdentity(innocent.pid!)).toBe(identity)
  })
})
