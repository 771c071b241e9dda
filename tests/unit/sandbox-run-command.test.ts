// One command from start to end: what it prints, how it may end, and that nothing of it is left afterwards.
import { randomUUID } from "node:crypto"
import { readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { formatOutcome } from "@/lib/server/sandbox/format-outcome"
import { probeSandbox, type Sandbox, UNSANDBOXED } from "@/lib/server/sandbox/probe-sandbox"
import { type CommandOptions, runCommand } from "@/lib/server/sandbox/run-command"
import { processesWith } from "@/tests/support/processes"
import { makeTempDir, removeDir } from "@/tests/support/temp-dir"
import { waitFor } from "@/tests/support/wait-for"

const probed = await probeSandbox()
let workspace: string

beforeEach(async () => {
  workspace = await makeTempDir("run")
})

afterEach(() => removeDir(workspace))

beforeAll(() => {
  process.env.SECRET_OF_THE_SERVER = "s3cret-of-the-server"
})

afterAll(() => {
  delete process.env.SECRET_OF_THE_SERVER
})

describe("without a sandbox", () => behaviour(UNSANDBOXED))
describe.runIf(probed.kind !== "none")("in the sandbox", () => behaviour(probed))

function behaviour(sandbox: Sandbox) {
  const run = (command: string, options: Partial<CommandOptions> = {}) =>
    runCommand({ command, workspace, sandbox, network: false, ...options })

  test("a command runs in the workspace and its output comes in the order it was printed", async () => {
    const outcome = await run("echo one; echo two >&2; echo three; pwd; echo kept > file")
    expect(outcome).toEqual({ kind: "exited", code: 0, output: `one\ntwo\nthree\n${workspace}\n` })
    expect(await readFile(join(workspace, "file"), "utf8")).toBe("kept\n")
  })

  test.each([
    ["true", 0],
    ["exit 3", 3],
    ["no-such-program-here 2>/dev/null", 127],
    ["kill -9 $$", 137],
    ["kill -TERM $$", 143],
  ])("the code of `%s` is %i", async (command, code) => {
    expect(await run(command)).toEqual({ kind: "exited", code, output: "" })
  })

  test("standard output can be opened by name, and standard input is empty", async () => {
    const outcome = await run("echo a > /dev/stdout; echo b | tee /dev/stderr; cat; echo c")
    expect(outcome).toEqual({ kind: "exited", code: 0, output: "a\nb\nb\nc\n" })
  })

  test("the environment holds nothing of the server's", async () => {
    const { output } = await run("env")
    const names = output
      .trim()
      .split("\n")
      .map((line) => line.split("=", 1)[0]!)
    // The shell adds its own three; the mark by which strays are found is there where no PID namespace is.
    const allowed = ["PATH", "HOME", "LANG", "TERM", "PWD", "SHLVL", "_"]
    expect(names.filter((name) => !allowed.includes(name))).toEqual(
      sandbox.kind === "none" ? ["COUNTERSIGN_COMMAND"] : [],
    )
    expect(output).not.toContain("s3cret-of-the-server")
    expect(output).toContain("TERM=dumb\n")
  })

  test("no descriptor of the server's is open in it", async () => {
    const { output } = await run("ls /proc/self/fd | sort -n | head -3; ls /proc/self/fd | wc -l")
    // The fourth is the folder that ls itself reads.
    expect(output).toBe("0\n1\n2\n4\n")
  })

  test("what it leaves running in the background ends with it", async () => {
    const mark = `4${Math.floor(Math.random() * 1e8)}`
    const started = `sleep ${mark} & setsid sleep ${mark} & (setsid sh -c 'sleep ${mark} & exec sleep ${mark}' &) ; nohup sleep ${mark} > /dev/null 2>&1 & sleep 0.2; echo done`
    expect(await run(started)).toEqual({ kind: "exited", code: 0, output: "done\n" })
    expect(processesWith(`sleep ${mark}`)).toEqual([])
  })

  test("after its time it and all its children are dead, and the text says so", async () => {
    const mark = `5${Math.floor(Math.random() * 1e8)}`
    const command = `trap '' TERM INT HUP; sleep ${mark} & (setsid sleep ${mark} &) ; (setsid sh -c 'sleep ${mark} & sleep ${mark}' > /dev/null 2>&1 &) ; sleep ${mark}`
    const outcome = await run(command, { timeoutMs: 700 })
    expect(outcome).toEqual({ kind: "timeout", output: "" })
    expect(processesWith(`sleep ${mark}`)).toEqual([])
    expect(formatOutcome(outcome).text).toBe("Error: Timeout (120s)")
  })

  test("10 MB and more of output are read to the end, with head and tail kept", async () => {
    const { output, kind } = await run("echo first; head -c 12000000 /dev/zero | tr '\\0' x; echo; echo last")
    expect(kind).toBe("exited")
    expect(output.length).toBeLessThanOrEqual(50_000)
    expect(output.startsWith("first\nxxx")).toBe(true)
    expect(output.endsWith("xxx\nlast\n")).toBe(true)
    expect(output).toMatch(/\n\.\.\. \(11,9\d\d,\d\d\d characters cut\) \.\.\.\n/)
  })

  test("an endless flood is ended by its time, and the server goes on meanwhile", async () => {
    let ticks = 0
    const ticking = setInterval(() => ticks++, 10)
    const pieces: string[] = []
    const outcome = await run("yes", { timeoutMs: 800, onOutput: (text) => pieces.push(text) })
    clearInterval(ticking)
    expect(outcome.kind).toBe("timeout")
    expect(outcome.output.length).toBeLessThanOrEqual(50_000)
    expect(pieces.join("")).toHaveLength(50_000)
    expect(ticks).toBeGreaterThan(10)
  })

  test("characters that arrive in two parts come out whole", async () => {
    const { output } = await run(
      "printf '\\303'; sleep 0.1; printf '\\251\\n\\360\\237'; sleep 0.1; printf '\\230\\200'",
    )
    expect(output).toBe("é\n😀")
  })

  test("output is passed on while the command runs", async () => {
    const stop = new AbortController()
    const outcome = await run("echo ready; sleep 60", {
      signal: stop.signal,
      onOutput: (text) => {
        expect(text).toBe("ready\n")
        stop.abort()
      },
    })
    expect(outcome).toEqual({ kind: "aborted", output: "ready\n" })
  })

  test("nothing of it runs before its process was stored", async () => {
    let release = () => {}
    const stored = new Promise<void>((resolve) => {
      release = resolve
    })
    const onStarted = vi.fn(() => stored)
    const running = run("echo x > ran", { onStarted })
    await waitFor("the process is announced", () => onStarted.mock.calls.length === 1)
    // The supervisor has had time to start; what it waits for is only our word.
    await run("true")
    expect(await readdir(workspace)).toEqual([])
    release()
    expect((await running).kind).toBe("exited")
    expect(await readdir(workspace)).toEqual(["ran"])
    expect(onStarted).toHaveBeenCalledWith({
      pid: expect.any(Number),
      started: expect.any(String),
      host: expect.any(String),
    })
  })

  test("a process that cannot be stored is never run", async () => {
    const storing = run("echo x > ran", {
      onStarted: () => {
        throw new Error("the database is gone")
      },
    })
    await expect(storing).rejects.toThrow("the database is gone")
    expect(await readdir(workspace)).toEqual([])
  })

  test("a stop before it began runs nothing, neither before nor after its process was stored", async () => {
    const stop = new AbortController()
    const onStarted = () => stop.abort()
    expect(await run("echo x > ran", { signal: stop.signal, onStarted })).toEqual({ kind: "aborted", output: "" })
    expect(await run("echo x > ran", { signal: stop.signal })).toEqual({ kind: "aborted", output: "" })
    expect(await readdir(workspace)).toEqual([])
  })

  test.each<[string, () => Promise<boolean>]>([
    ["is lost", async () => false],
    ["cannot be checked", () => Promise.reject(new Error("no database"))],
    ["check never answers", () => new Promise(() => {})],
  ])("a command whose fence %s is killed", async (_, checkFence) => {
    const mark = `6${Math.floor(Math.random() * 1e8)}`
    let begun = false
    const outcome = await run(`echo begun; sleep ${mark}`, {
      onOutput: () => {
        begun = true
      },
      checkFence: () => (begun ? checkFence() : Promise.resolve(true)),
      fenceEveryMs: 200,
    })
    expect(outcome).toEqual({ kind: "fenced", output: "begun\n" })
    expect(processesWith(`sleep ${mark}`)).toEqual([])
  })

  test("a command whose fence holds is left alone", async () => {
    const checkFence = vi.fn(async () => true)
    const outcome = await run("sleep 0.6; echo done", { checkFence, fenceEveryMs: 100 })
    expect(outcome).toEqual({ kind: "exited", code: 0, output: "done\n" })
    expect(checkFence.mock.calls.length).toBeGreaterThan(1)
  })

  test("what watches the output and fails ends the command, and its error is not lost", async () => {
    const mark = `7${Math.floor(Math.random() * 1e8)}`
    const running = run(`echo x; sleep ${mark}`, {
      onOutput: () => {
        throw new Error("nobody listens")
      },
    })
    await expect(running).rejects.toThrow("nobody listens")
    expect(processesWith(`sleep ${mark}`)).toEqual([])
  })

  test("a command too long for the system is an answer, not a crash", async () => {
    const outcome = await run(`: ${"x".repeat(200_000)}`)
    expect(outcome).toEqual({ kind: "exited", code: 126, output: expect.stringContaining("could not be started") })
  })

  test("several at once do not end each other", async () => {
    const outcomes = await Promise.all([1, 2, 3].map((number) => run(`sleep 0.${number}; echo ${number}`)))
    expect(outcomes.map((outcome) => outcome.output)).toEqual(["1\n", "2\n", "3\n"])
  })
}

test("a workspace that is not there is an error before anything starts", async () => {
  const missing = join(workspace, randomUUID())
  await expect(
    runCommand({ command: "true", workspace: missing, sandbox: UNSANDBOXED, network: false }),
  ).rejects.toThrow("ENOENT")
})

test("a supervisor killed by its own command takes the command's children with it", async () => {
  const mark = `8${Math.floor(Math.random() * 1e8)}`
  await writeFile(join(workspace, "kill.sh"), `sleep ${mark} &\nsetsid sleep ${mark} &\nkill -9 $PPID\nsleep ${mark}\n`)
  const outcome = await runCommand({ command: "exec bash kill.sh", workspace, sandbox: UNSANDBOXED, network: false })
  expect(outcome).toEqual({ kind: "exited", code: 137, output: "(the command's supervisor was killed)" })
  expect(processesWith(`sleep ${mark}`)).toEqual([])
})
