// Machines with workspaces of their own on one PostgreSQL: a pinned team runs on its machine, or waits and is said to.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { strandedTeams } from "@/lib/server/db/process-rows"
import { examineStore } from "@/lib/server/doctor/examine-store"
import { FaultChild } from "@/tests/support/fault-child"
import { noPromises } from "@/tests/support/fault-promises"
import { judgeRun, openStore, type Stage, setStage } from "@/tests/support/fault-run"
import { describeReport } from "@/tests/support/invariants"
import { say, useTool } from "@/tests/support/messages-api-reply"
import type { MessagesRequest } from "@/tests/support/messages-api-request"
import { toolResults } from "@/tests/support/messages-api-request"
import { createDatabase } from "@/tests/support/postgres"
import { waitFor } from "@/tests/support/wait-for"

const STEPS = 3
const PATIENCE = { within: 60_000 }

describe("teams pinned to machines", () => {
  let stage: Stage
  const cleanUp: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const undo of cleanUp.splice(0).reverse()) await undo()
  })
  /** Each worker has a key of its own, by which the model's server knows who calls. */
  const start = async (role: "web" | "worker", machine?: string) => {
    const named: Record<string, string> = machine
      ? { COUNTERSIGN_MACHINE: machine, ANTHROPIC_API_KEY: `key-of-${machine}` }
      : {}
    const child = await FaultChild.start({ variables: { ...stage.variables, ROLE: role, ...named } })
    cleanUp.push(() => child.kill9())
    return child
  }
  const callersOf = (team: string): string[] => {
    const keyOf = (headers: Record<string, unknown>) => String(headers["x-api-key"] ?? headers.authorization)
    const calls = stage.api.callsOf(`${team}:otto`)
    return [...new Set(calls.map((call) => keyOf(call.headers).replace(/^.*key-of-/, "")))].sort()
  }
  /** Some commands, one a turn, and a last word. */
  const otto = (request: MessagesRequest) => {
    const done = toolResults(request).length
    return done < STEPS ? useTool("bash", { command: `echo ${done} >> steps.txt` }) : say("otto is done.")
  }
  const isDone = async (web: FaultChild, team: string) => {
    const { agents } = await web.ask("view", { team })
    return agents.find((agent) => agent.name === "otto")?.last_words === "otto is done."
  }

  it("run there and nowhere else; when their machine dies they wait for it, and are told of; they move when at rest", async () => {
    stage = await setStage("postgres", createDatabase)
    cleanUp.push(() => stage.close())
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let holds = ""
    stage.api.use({
      lead: () => say("Noted."),
      otto: (request, call, { team }) => (team === holds && call === 2 ? otto(request).hold(held) : otto(request)),
    })
    const web = await start("web")
    const [, b] = await Promise.all([start("worker", "a"), start("worker", "b")])
    const onA = await web.ask("createTeam", { name: "On a", machine: "a" })
    const onB = await web.ask("createTeam", { name: "On b", machine: "b" })
    const anywhere = await web.ask("createTeam", { name: "Anywhere" })
    expect([onA.machine, onB.machine, anywhere.machine]).toEqual(["a", "b", null])
    holds = onB.id
    for (const team of [onA, onB, anywhere])
      await web.ask("spawn", { team: team.id, name: "otto", planRequired: false })

    await stage.api.waitForCall(`${onB.id}:otto`, 2)
    // Whoever may run anywhere may run on b: a command of it that is killed there is not run again.
    await waitFor("the others are done", async () => (await isDone(web, onA.id)) && isDone(web, anywhere.id), PATIENCE)
    await expect(web.ask("change", { team: onB.id, machine: "a" })).rejects.toMatchObject({ code: "conflict" })
    await b.kill9()
    const store = await openStore(stage)
    cleanUp.push(() => store.stop())
    await waitFor(
      "the team is said to have no machine",
      async () => (await strandedTeams(store.store.read)).length > 0,
      PATIENCE,
    )
    expect(await strandedTeams(store.store.read)).toEqual([{ team: onB.id, name: "On b", machine: "b" }])
    const { findings } = await examineStore(store)
    expect(findings).toEqual([{ team: onB.id, sentence: "It is pinned to the machine b, of which no process runs." }])
    expect(callersOf(onB.id)).toEqual(["b"])
    expect(stage.api.callsOf(`${onB.id}:otto`)).toHaveLength(2)
    release()
    await start("worker", "b")
    await waitFor("it is done", () => isDone(web, onB.id), PATIENCE)
    expect(callersOf(onA.id)).toEqual(["a"])
    expect(callersOf(onB.id)).toEqual(["b"])
    expect(await strandedTeams(store.store.read)).toEqual([])

    const moved = await web.ask("change", { team: onB.id, machine: "a" })
    expect(moved.machine).toBe("a")
    const before = stage.api.callsOf(`${onB.id}:otto`).length
    await web.ask("say", { team: onB.id, to: "otto", content: "Once more." })
    await stage.api.waitForCall(`${onB.id}:otto`, before + 1)
    expect(callersOf(onB.id)).toEqual(["a", "b"])
    await waitFor("everybody rests", async () => {
      const views = await Promise.all([onA, onB, anywhere].map((team) => web.ask("view", { team: team.id })))
      return views.every((view) => view.agents.every((agent) => agent.status === "idle"))
    })
    for (const team of [onA, onB, anywhere]) {
      expect(readFileSync(join(team.workspace, "steps.txt"), "utf8")).toBe("0\n1\n2\n")
      const { report } = await judgeRun(stage, { team: team.id, workspace: team.workspace, promised: noPromises() })
      console.log(describeReport(team.name, report))
      expect(report.violations).toEqual([])
    }
  })
})
