// Several processes on one PostgreSQL: one dies, is cut off, falls asleep, or loses its database; the others go on.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { FaultChild } from "@/tests/support/fault-child"
import { playPerson, verdictOn } from "@/tests/support/fault-person"
import { noPromises } from "@/tests/support/fault-promises"
import { beginRun, judgeRun, type Run, type Stage, setStage } from "@/tests/support/fault-run"
import { MATES, STORY_END, storyScripts } from "@/tests/support/fault-story"
import { describeReport } from "@/tests/support/invariants"
import { sequence } from "@/tests/support/messages-api"
import { say, useTool } from "@/tests/support/messages-api-reply"
import { createDatabase, startPostgres } from "@/tests/support/postgres"
import { TcpProxy } from "@/tests/support/tcp-proxy"
import { waitFor } from "@/tests/support/wait-for"

/** A dead process's agents go on elsewhere within this. */
const TAKEOVER_MS = 15_000
const PATIENCE_MS = 45_000

describe("processes on one PostgreSQL", () => {
  let stage: Stage
  const cleanUp: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const undo of cleanUp.splice(0).reverse()) await undo()
  })

  const open = async (database: () => Promise<string> = createDatabase) => {
    stage = await setStage("postgres", database)
    cleanUp.push(() => stage.close())
  }
  const start = async (role: "web" | "worker", variables: Record<string, string> = {}) => {
    const child = await FaultChild.start({ variables: { ...stage.variables, ROLE: role, ...variables } })
    cleanUp.push(() => child.kill9())
    return child
  }
  const throughProxy = async () => {
    const line = await TcpProxy.before(stage.variables.DATABASE_URL!)
    cleanUp.push(() => line.proxy.stop())
    return line
  }
  const judge = async (title: string, run: Run) => {
    const outcome = await judgeRun(stage, run)
    console.log(describeReport(title, outcome.report))
    expect(outcome.report.violations).toEqual([])
    expect(outcome.refusals).toEqual([])
    return outcome.end
  }
  /** The teammates' answers are held back until they are let go. */
  const holdTeammates = () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    stage.api.use(storyScripts((reply, agent) => (agent === "lead" ? reply : reply.hold(held))))
    return () => release()
  }
  const allAsk = (n: number) => Promise.all(MATES.map((name) => stage.api.waitForCall(name, n)))

  it("a worker killed in the middle of three turns: another ends them the same, within the takeover time", async () => {
    await open()
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

  it("a worker that sleeps through its takeover wakes up to nothing: no answer stored, no command run by it", async () => {
    await open()
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

  it("a worker cut off from PostgreSQL, or left without its answers, ends its command before another takes over", async () => {
    await open()
    const [cut, stalled] = [await throughProxy(), await throughProxy()]
    const beating = (name: string) =>
      sequence(useTool("bash", { command: `while :; do date +%s%3N >> ${name}.txt; sleep 0.1; done` }), say("I heard."))
    stage.api.use({ lead: () => say("Noted."), otto: beating("otto"), wren: beating("wren") })
    const web = await start("web")
    const team = await web.ask("createTeam", { name: "Cut off" })
    const lastBeat = (name: string) =>
      Number(
        readFileSync(join(team.workspace, `${name}.txt`), "utf8")
          .trim()
          .split("\n")
          .at(-1),
      )
    const runOn = async (url: string, name: string) => {
      const worker = await start("worker", { DATABASE_URL: url })
      await web.ask("spawn", { team: team.id, name, planRequired: false })
      await waitFor(`the command of ${name} runs`, () => lastBeat(name) > 0, { within: 30_000 })
      return worker
    }
    const workers = [await runOn(cut.url, "otto")]
    cut.proxy.cut()
    workers.push(await runOn(stalled.url, "wren"))
    stalled.proxy.stall()
    await start("worker")
    await Promise.all(["otto", "wren"].map((name) => stage.api.waitForCall(name, 2)))
    const events = await web.ask("events", { team: team.id })
    for (const name of ["otto", "wren"]) {
      const taken = events.find((event) => event.type === "turn.started" && event.agent === name && event.data.resumed)
      expect(lastBeat(name)).toBeLessThan(Date.parse(taken!.at))
      expect(JSON.stringify(stage.api.callsOf(name)[1]!.request.messages)).toContain("outcome unknown")
    }
    cut.proxy.pass()
    stalled.proxy.pass()
    await waitFor("both are idle", async () => {
      const view = await web.ask("view", { team: team.id })
      return view.agents.every((agent) => agent.status === "idle")
    })
    expect(workers.map((worker) => worker.ended)).toEqual([false, false])
    await judge("workers cut off", { team: team.id, workspace: team.workspace, promised: noPromises() })
  })

  it("PostgreSQL crashes and comes back under a running server: it survives, and the run ends the same", async () => {
    const cluster = await startPostgres()
    cleanUp.push(() => cluster.stop())
    await open(() => cluster.createDatabase())
    const server = await start("worker")
    const pid = server.pid
    const run = await beginRun(server)
    const played = playPerson(() => server, run.team, run.promised, PATIENCE_MS)
    for (const calls of [6, 16]) {
      await waitFor("the run is under way", () => stage.api.calls.length >= calls, { within: 60_000 })
      await cluster.halt("immediate")
      await cluster.start()
    }
    expect(await played).toBe(true)
    expect([server.ended, server.pid]).toEqual([false, pid])
    expect(await judge("PostgreSQL crashed twice", run)).toEqual(STORY_END)
  })

  it("two people decide every plan at once in two processes: one of them decides, the other is told so", async () => {
    await open()
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
