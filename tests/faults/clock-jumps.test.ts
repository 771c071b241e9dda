// The wall clock of a server is set hours forward and back while it runs: nothing fires twice, too late or not at all.
import { describe, expect, it } from "vitest"
import type { FaultChild } from "@/tests/support/fault-child"
import { playPerson } from "@/tests/support/fault-person"
import { noPromises } from "@/tests/support/fault-promises"
import { beginRun } from "@/tests/support/fault-run"
import { openScene } from "@/tests/support/fault-scene"
import { STORY_END } from "@/tests/support/fault-story"
import { failWith, say, useTool } from "@/tests/support/messages-api-reply"
import { STORES } from "@/tests/support/test-runtime"
import { waitFor } from "@/tests/support/wait-for"

const HOURS = 3_600_000
const PATIENCE_MS = 45_000

const requestsOf = async (server: FaultChild, team: string) => (await server.ask("view", { team })).requests

describe.concurrent.each(STORES)("a wall clock that is set, on the %s store", (kind) => {
  it("in the middle of a run, forward and back by hours: it goes on to the same end", async ({ onTestFinished }) => {
    const { stage, start, judge } = await openScene(kind, onTestFinished)
    const server = await start("worker")
    // Where several share the database, one of them has the right time.
    if (kind === "postgres") await start("worker")
    const run = await beginRun(server)
    const played = playPerson(() => server, run.team, run.promised, PATIENCE_MS)
    for (const [calls, hours] of [
      [3, 3],
      [7, -3],
      [12, -6],
      [16, 0],
    ] as const) {
      await waitFor("the run is under way", () => stage.api.calls.length >= calls, { within: 60_000 })
      await server.ask("setClock", { aheadMs: hours * HOURS })
    }
    expect(await played).toBe(true)
    const unknown = (await server.ask("events", { team: run.team })).filter(
      (event) => event.data.outcome === "outcome unknown",
    )
    // Its right to its agents does not hang on the wall clock: no command was ended for that.
    expect(unknown).toEqual([])
    await server.stop()
    expect(await judge(`clock jumps, ${kind}`, run)).toEqual(STORY_END)
  })

  it("while a retry and a deadline are due in a moment: each comes in its time, once", async ({ onTestFinished }) => {
    const { stage, start, judge } = await openScene(kind, onTestFinished)
    const planning = useTool("submit_plan", {
      title: "Late",
      plan: "1. Wait.",
      files: ["a"],
      commands: [],
      risk: "low",
    })
    stage.api.use({
      lead: () => say("Noted."),
      otto: (_request, call) => (call === 1 ? failWith(529) : call === 2 ? planning : say("I heard.")),
    })
    // Each call is tried once, so that a failure is the turn's own to repeat.
    const server = await start("worker", { MODEL_RETRIES: "0", RETRY_MS: "1500" })
    const team = await server.ask("createTeam", { name: "Set back" })
    await server.ask("change", { team: team.id, policy: { deadline_seconds: 2, on_deadline: "reject" } })
    await server.ask("spawn", { team: team.id, name: "otto", planRequired: true })
    await waitFor("the first try has failed", async () => {
      const events = await server.ask("events", { team: team.id })
      return events.some((event) => event.type === "turn.failed")
    })
    await server.ask("setClock", { aheadMs: -5 * HOURS })
    await waitFor(
      "it was tried again and the plan is there",
      async () => (await requestsOf(server, team.id)).length > 0,
    )
    await server.ask("setClock", { aheadMs: -9 * HOURS })
    const ended = await waitFor("the deadline passes", async () => {
      const [request] = await requestsOf(server, team.id)
      return request?.status !== "pending" && request
    })
    expect(ended).toMatchObject({ status: "rejected", resolution: { by: "policy:deadline", reason: "expired" } })
    await stage.api.waitForCall("otto", 3)
    await waitFor("all rest", async () => {
      const { agents } = await server.ask("view", { team: team.id })
      return agents.every((agent) => agent.status === "idle" && agent.unread === 0) || null
    })
    await server.ask("setClock", { aheadMs: 0 })
    await server.stop()
    await judge(`timers and a clock set back, ${kind}`, {
      team: team.id,
      workspace: team.workspace,
      promised: noPromises(),
    })
  })
})
