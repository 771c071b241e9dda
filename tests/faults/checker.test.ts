// The checker can fail: on rows that were tampered with, and on builds that were broken on purpose.
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { playPerson } from "@/tests/support/fault-person"
import {
  beginRun,
  judgeRun,
  openStore,
  type Run,
  runOnce,
  type Stage,
  setStage,
  startServer,
} from "@/tests/support/fault-run"
import { MATES, storyScripts } from "@/tests/support/fault-story"
import { checkInvariants, describeReport, type Report } from "@/tests/support/invariants"
import { createDatabase } from "@/tests/support/postgres"

const invariantsOf = (report: Report): string[] => [...new Set(report.violations.map((finding) => finding.invariant))]

describe("the checker, on rows that are not as the server wrote them", () => {
  let stage: Stage
  let run: Run
  let runtime: Awaited<ReturnType<typeof openStore>>
  beforeAll(async () => {
    stage = await setStage("embedded", createDatabase)
    run = await runOnce(stage)
    runtime = await openStore(stage)
  })
  afterAll(async () => {
    await runtime.stop()
    await stage.close()
  })

  it("finds nothing in what the server wrote, and counts what it read", async () => {
    const { violations, counts } = await checkInvariants(runtime.store.read, run.team, run.promised)
    expect(violations).toEqual([])
    expect(counts).toMatchObject({ requests: 8, decisions: 8, "gates opened": 6, blocked: 3, "command lines": 6 })
  })

  const again = (type: string) =>
    `insert into events select team, seq + 100000, at, type, agent, request_id, data, prev from events where type = '${type}'`
  const tampered: [what: string, sql: string, invariant: string][] = [
    ["an event is gone", "delete from events where seq = 40", "log chain whole"],
    ["an event was rewritten", `update events set data = data || '{"x": 1}' where seq = 40`, "log chain whole"],
    ["a row changed without an event", "update agents set gate = 'open' where name = 'otto'", "log replays"],
    ["a request was decided twice", again("request.decided"), "each request decided at most once"],
    [
      "a decision reached nobody",
      "delete from messages where type = 'plan_approval_response'",
      "a decision is carried out whole",
    ],
    ["a gate never opened", "delete from events where type = 'gate.opened'", "no changing tool before its approval"],
    [
      "a gate opened undecided",
      "delete from events where type = 'request.decided'",
      "no changing tool before its approval",
    ],
    ["a call was started twice", again("tool.started"), "no call started or finished twice"],
    ["a line was written by no call", "delete from tool_calls where tool = 'bash'", "no command run twice"],
    ["a result is gone", "delete from entries where content::text like '%tool_result%'", "conversations valid"],
    ["a message is gone", "delete from messages where from_agent = 'human'", "nothing acknowledged lost"],
    ["a message was shown and not delivered", "update messages set delivered_at = null", "mail delivered exactly once"],
    ["a turn was begun twice", again("turn.started"), "one turn at a time"],
    ["somebody works for ever", "update agents set status = 'working' where name = 'wren'", "nobody stuck"],
    ["somebody waits for nothing", "update agents set status = 'waiting' where name = 'wren'", "nobody stuck"],
    ["a wake was lost", "update agents set wake = true where name = 'wren'", "nobody stuck"],
  ]
  it.each(tampered)("sees that %s", async (_what, sql, invariant) => {
    const rolledBack = new Error("rolled back")
    let report: Report | undefined
    const tampering = runtime.store.engine.transact(async ({ db, executeSql }) => {
      await executeSql(sql, [])
      report = await checkInvariants(db, run.team, run.promised)
      throw rolledBack
    })
    await expect(tampering).rejects.toBe(rolledBack)
    expect(invariantsOf(report!)).toContain(invariant)
  })
})

describe("the checker, on a build that is broken on purpose", () => {
  let stage: Stage
  const cleanUp: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const undo of cleanUp.splice(0).reverse()) await undo()
  })
  const open = async (kind: "embedded" | "postgres") => {
    stage = await setStage(kind, createDatabase)
    cleanUp.push(() => stage.close())
  }
  const start = async (broken?: string, variables: Record<string, string> = {}) => {
    const child = await startServer(stage, broken, variables)
    cleanUp.push(() => child.kill9())
    return child
  }
  const judge = async (title: string, run: Run): Promise<string[]> => {
    const { report } = await judgeRun(stage, run)
    console.log(describeReport(title, report).split("\n").slice(0, 4).join("\n"))
    return invariantsOf(report)
  }

  it("sees a gate that opens early", async () => {
    await open("embedded")
    const run = await runOnce(stage, "gate opened early")
    expect(await judge("gate opened early", run)).toContain("no changing tool before its approval")
  })

  const WHOLE: [build: string, broken: string | undefined, found: string[]][] = [
    ["as it should be", undefined, []],
    [
      "in two transactions",
      "decision written in two transactions",
      ["a decision is carried out whole", "nobody stuck"],
    ],
  ]
  it.each(WHOLE)(
    "a decision written %s, with the server killed when it was acknowledged",
    async (_build, broken, found) => {
      await open("embedded")
      const server = await start(broken)
      const run = await beginRun(server)
      const decided = () => [...run.promised.requests.values()].some((status) => status !== "pending")
      const first = await playPerson(() => server, run.team, run.promised, 30_000, decided)
      expect(first).toBe(true)
      await server.kill9()
      await server.start()
      await playPerson(() => server, run.team, run.promised, broken ? 5_000 : 60_000)
      await server.stop()
      const seen = await judge(broken ?? "decision as it should be", run)
      expect(found.filter((invariant) => !seen.includes(invariant))).toEqual([])
      expect(seen.length > 0).toBe(broken !== undefined)
    },
  )

  it("sees a fence that is gone: the worker that slept through its takeover goes on as if nothing had happened", async () => {
    await open("postgres")
    const web = await start(undefined, { ROLE: "web" })
    const sleeper = await start("fence removed")
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    stage.api.use(storyScripts((reply, agent) => (agent === "lead" ? reply : reply.hold(held))))
    const run = await beginRun(web)
    const asked = (n: number) => Promise.all(MATES.map((name) => stage.api.waitForCall(name, n)))
    await asked(1)
    sleeper.freeze()
    await start("fence removed")
    await asked(2)
    sleeper.thaw()
    release()
    await playPerson(() => web, run.team, run.promised, 10_000)
    // Which of the two writes first is a matter of luck, and with it which rule is broken.
    const seen = await judge("fence removed", run)
    expect(["conversations valid", "one turn at a time"].some((invariant) => seen.includes(invariant))).toBe(true)
  })
})
