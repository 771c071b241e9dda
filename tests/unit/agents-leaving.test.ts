// Leaving when no question can be asked or answered: the team is paused, the model has failed for good, or a plan comes instead of an answer.
import fs from "node:fs"
import { eq } from "drizzle-orm"
import { afterEach, describe, expect, it } from "vitest"
import { timers } from "@/lib/server/db/schema"
import { requestShutdown } from "@/lib/server/requests/request-shutdown"
import { fireTimer } from "@/lib/server/runtime/fire-timer"
import { updateTeam } from "@/lib/server/teams/update-team"
import { plan, quiet, storyOf } from "../support/agent-story"
import { type Script, sequence } from "../support/messages-api"
import { failWith, useTool } from "../support/messages-api-reply"
import { openScriptedRuntime, type ScriptedRuntime } from "../support/scripted-runtime"
import { waitFor } from "../support/wait-for"

const looksAround = () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  return { reply: useTool("list_files", { pattern: "*" }).hold(held), release }
}
const answersWith =
  (approve: boolean): Script =>
  (request) =>
    useTool("respond_shutdown", {
      request_id: /type=\\"shutdown_request\\" request_id=\\"(req_[a-z0-9]+)/.exec(
        JSON.stringify(request.messages),
      )![1],
      approve,
    })

describe("one that was asked to leave", () => {
  let test: ScriptedRuntime
  const story = storyOf(() => test)
  afterEach(() => test.close())
  const ask = () => requestShutdown(test.runtime, test.team.id, "otto", {}, "human:dana")
  const pauseTeam = () => updateTeam(test.runtime, test.team.id, { paused: true }, "human:dana")
  const leftInCode = async () => {
    await story.gone("otto")
    expect((await story.view()).requests).toMatchObject([
      { type: "shutdown", status: "approved", resolution: { by: "agent:otto", reason: "decided" } },
    ])
  }

  it.each(["before", "after"])("leaves in code at the end of its turn when the team was paused %s", async (when) => {
    const { reply, release } = looksAround()
    test = await openScriptedRuntime("embedded", { lead: quiet, otto: sequence(reply) })
    await story.spawn("otto")
    await test.api.waitForCall("otto", 1)
    if (when === "before") await pauseTeam()
    expect((await ask()).status).toBe("pending")
    if (when === "after") await pauseTeam()
    release()
    await leftInCode()
    expect(test.api.callsOf("otto")).toHaveLength(1)
  })

  it("leaves at once in a paused team when its turn only waits to be tried again", async () => {
    test = await openScriptedRuntime("embedded", { lead: quiet, otto: () => failWith(429, { retryAfter: "600" }) })
    await story.spawn("otto")
    await story.until("its turn failed", (event) => event.type === "turn.failed" && event.agent === "otto")
    await pauseTeam()
    await ask()
    await leftInCode()
  })

  it("leaves when its turn fails for good", async () => {
    const { reply, release } = looksAround()
    test = await openScriptedRuntime("embedded", { lead: quiet, otto: sequence(reply, failWith(400)) })
    await story.spawn("otto")
    await test.api.waitForCall("otto", 1)
    await ask()
    release()
    await leftInCode()
    expect(await story.events("turn.failed")).toMatchObject([{ data: { retry_at: null } }])
  })

  it("answers before it submits another plan", async () => {
    const { reply, release } = looksAround()
    test = await openScriptedRuntime("embedded", {
      lead: quiet,
      otto: sequence(reply, useTool("submit_plan", plan("One thing more", ["a"])), answersWith(true)),
    })
    await story.spawn("otto")
    await test.api.waitForCall("otto", 1)
    await ask()
    release()
    await leftInCode()
    expect(JSON.stringify(test.api.callsOf("otto")[2]!.request.messages)).toContain(
      "answer with respond_shutdown first",
    )
  })

  it("and runs a command for too long is ended with it when the backstop falls", async () => {
    test = await openScriptedRuntime("embedded", {
      lead: quiet,
      otto: sequence(useTool("bash", { command: "touch begun; sleep 60; touch never" })),
    })
    await story.spawn("otto", "Begin.", false)
    await waitFor("the command runs", () => fs.existsSync(story.file("begun")))
    const { request_id } = await ask()
    const standing = await test.runtime.store.read.select().from(timers).where(eq(timers.requestId, request_id))
    expect(standing).toMatchObject([{ kind: "backstop", agent: "otto" }])
    await fireTimer(test.runtime, standing[0]!)
    await story.gone("otto")
    expect((await story.view()).requests).toMatchObject([
      { status: "approved", resolution: { by: "system", reason: "expired" } },
    ])
    expect(fs.existsSync(story.file("never"))).toBe(false)
  })
})
