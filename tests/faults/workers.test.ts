// Several processes on one PostgreSQL: one dies, is cut off, falls asleep, or loses its database; the others go on.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { type FaultChild, NoAnswer } from "@/tests/support/fault-child"
import { playPerson, verdictOn } from "@/tests/support/fault-person"
import { noPromises } from "@/tests/support/fault-promises"
import { beginRun } from "@/tests/support/fault-run"
import { openScene } from "@/tests/support/fault-scene"
import { MATES, STORY_END } from "@/tests/support/fault-story"
import { sequence } from "@/tests/support/messages-api"
import { say, useTool } from "@/tests/support/messages-api-reply"
import { startPostgres } from "@/tests/support/postgres"
import { waitFor } from "@/tests/support/wait-for"

/** A dead process's agents go on elsewhere within this. */
const TAKEOVER_MS = 15_000
const PATIENCE_MS = 45_000
/** Each way, for every piece. */
const SLOW_MS = 15
/** Longer than a claim holds without being confirmed. */
const BLOCKED_MS = 16_000

// Three at a time: most of it is waiting for what nobody can hurry.
describe.concurrent("processes on one PostgreSQL", () => {
  it("a worker killed in the middle of three turns: another ends them the same, within the takeover time", async ({
    onTestFinished,
  }) => {
    const { start, judge, holdTeammates, allAsk } = await openScene("postgres", onTestFinished)
    const web = await start("web")
    const first = await start("worker")
    const release = holdTeammates()
    const run = await beginRun(web)
    const played = playPerson(() => web, run.team, run.promised, PATIENCE_MS)
    await allAsk(1)
    await start("worker")
    await first.kill9()
    const killedAt = performance.now()
    await allAsk(2)
    const took = performance.now() - killedAt
    release()
    expect(took).toBeLessThan(TAKEOVER_MS)
    expect(await played).toBe(true)
    expect(await judge(`a worker killed, taken over in ${Math.round(took)} ms`, run)).toEqual(STORY_END)
  })

  it("a worker that sleeps through its takeover wakes up to nothing: no answer stored, no command run by it", async ({
    onTestFinished,
  }) => {
    const { start, judge, holdTeammates, allAsk } = await openScene("postgres", onTestFinished)
    const web = await start("web")
    const sleeper = await start("worker")
    const release = holdTeammates()
    const run = await beginRun(web)
    const played = playPerson(() => web, run.team, run.promised, PATIENCE_MS)
    await allAsk(1)
    sleeper.freeze()
    await start("worker")
    await allAsk(2)
    release()
    sleeper.thaw()
    expect(await played).toBe(true)
    expect(await judge("a worker asleep", run)).toEqual(STORY_END)
  })

  it("a worker cut off from PostgreSQL, left without its answers, or stuck in a loop ends its command before another takes over", async ({
    onTestFinished,
  }) => {
    const { stage, start, judge, throughProxy } = await openScene("postgres", onTestFinished)
    const [cut, stalled] = [await throughProxy(), await throughProxy()]
    const beating = (name: string) =>
      sequence(useTool("bash", { command: `while :; do date +%s%3N >> ${name}.txt; sleep 0.1; done` }), say("I heard."))
    const names = ["otto", "wren", "zoe"]
    stage.api.use({
      lead: () => say("Noted."),
      ...Object.fromEntries(names.map((name) => [name, beating(name)])),
    })
    const web = await start("web")
    const team = await web.ask("createTeam", { name: "Cut off" })
    const lastBeat = (name: string) =>
      Number(
        readFileSync(join(team.workspace, `${name}.txt`), "utf8")
          .trim()
          .split("\n")
          .at(-1),
      )
    /** One worker has room for one, so that each has its own. */
    const runOn = async (name: string, url = stage.variables.DATABASE_URL!) => {
      const worker = await start("worker", { DATABASE_URL: url, COUNTERSIGN_AGENTS_AT_ONCE: "1" })
      await web.ask("spawn", { team: team.id, name, planRequired: false })
      await waitFor(`the command of ${name} runs`, () => lastBeat(name) > 0, { within: 30_000 })
      return worker
    }
    const workers: FaultChild[] = []
    workers.push(await runOn("otto", cut.url), await runOn("wren", stalled.url), await runOn("zoe"))
    await start("worker")
    cut.proxy.cut()
    stalled.proxy.stall()
    const blocked = workers[2]!.ask("block", { ms: BLOCKED_MS })
    await Promise.all(names.map((name) => stage.api.waitForCall(name, 2)))
    const events = await web.ask("events", { team: team.id })
    for (const name of names) {
      const taken = events.find((event) => event.type === "turn.started" && event.agent === name && event.data.resumed)
      expect(lastBeat(name)).toBeLessThan(Date.parse(taken!.at))
      expect(JSON.stringify(stage.api.callsOf(name)[1]!.request.messages)).toContain("outcome unknown")
    }
    cut.proxy.pass()
    stalled.proxy.pass()
    await blocked
    await waitFor("all are idle", async () => {
      const view = await web.ask("view", { team: team.id })
      return view.agents.every((agent) => agent.status === "idle")
    })
    expect(workers.map((worker) => worker.ended)).toEqual([false, false, false])
    await judge("workers cut off, stalled and stuck", {
      team: team.id,
      workspace: team.workspace,
      promised: noPromises(),
    })
  })

  it("PostgreSQL crashes, and another time is stopped for a while, under a running server: it says so, survives, and the run ends the same", async ({
    onTestFinished,
  }) => {
    const cluster = await startPostgres()
    onTestFinished(() => cluster.stop())
    const { stage, start, judge } = await openScene("postgres", onTestFinished, () => cluster.createDatabase())
    const server = await start("worker")
    const pid = server.pid
    const run = await beginRun(server)
    const played = playPerson(() => server, run.team, run.promised, PATIENCE_MS)
    const underWay = (calls: number) =>
      waitFor("the run is under way", () => stage.api.calls.length >= calls, { within: 60_000 })
    await underWay(6)
    await cluster.halt("immediate")
    await cluster.start()
    await underWay(16)
    await cluster.halt("fast")
    const problems = await waitFor("the server says that it is away", async () => {
      const said = await server.ask("problems", {})
      return said.length > 0 && said
    })
    expect(problems.join()).toContain("PostgreSQL was lost")
    await expect(server.ask("view", { team: run.team })).rejects.toBeInstanceOf(NoAnswer)
    await cluster.start()
    expect(await played).toBe(true)
    expect([server.ended, server.pid]).toEqual([false, pid])
    expect(await judge("PostgreSQL crashed and stopped", run)).toEqual(STORY_END)
  })

  it("a line to PostgreSQL that is slow, breaks and falls silent over and over: the run ends the same", async ({
    onTestFinished,
  }) => {
    const { stage, start, judge, throughProxy } = await openScene("postgres", onTestFinished)
    const { proxy, url } = await throughProxy()
    const server = await start("worker", { DATABASE_URL: url })
    const run = await beginRun(server)
    const played = playPerson(() => server, run.team, run.promised, PATIENCE_MS)
    const underWay = (calls: number) =>
      waitFor("the run is under way", () => stage.api.calls.length >= calls, { within: 60_000 })
    proxy.slow(SLOW_MS)
    await underWay(6)
    for (const calls of [10, 14, 18]) {
      proxy.cut()
      await waitFor("the server has missed it", async () => (await server.ask("problems", {})).length > 0)
      proxy.slow(SLOW_MS)
      await underWay(calls)
    }
    proxy.stall()
    await waitFor("the server has missed its answers", async () => (await server.ask("problems", {})).length > 0, {
      within: 30_000,
    })
    proxy.pass()
    expect(await played).toBe(true)
    expect(server.ended).toBe(false)
    expect(await judge("a line slow, cut and silent", run)).toEqual(STORY_END)
  })

  it("two people decide every plan at once in two processes: one of them decides, the other is told so", async ({
    onTestFinished,
  }) => {
    const { start, judge } = await openScene("postgres", onTestFinished)
    const [web, other] = await Promise.all([start("web"), start("web")])
    await start("worker")
    const run = await beginRun(web)
    const plans = await waitFor(
      "all three wait for a decision",
      async () => {
        const { requests } = await web.ask("view", { team: run.team })
        return requests.length === MATES.length && requests
      },
      { within: 30_000 },
    )
    for (const request of plans) {
      const decision = { request: request.request_id, decision: verdictOn(request) }
      const answers = await Promise.allSettled([
        web.ask("decide", { ...decision, by: "human:dana" }),
        other.ask("decide", { ...decision, by: "human:kim" }),
      ])
      const refused = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []))
      expect(refused).toMatchObject([{ code: "conflict" }])
    }
    expect(await playPerson(() => other, run.team, run.promised, PATIENCE_MS)).toBe(true)
    expect(await judge("two deciders", run)).toEqual(STORY_END)
  })
})
