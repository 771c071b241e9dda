// Leaving, in all its forms: idle, waiting, mid-tool, mid-stream, refused, silent, forced; never the wrong one, never twice.
import fs from "node:fs"
import { afterEach, describe, expect, it } from "vitest"
import { spawnTeammate } from "@/lib/server/agents/spawn-teammate"
import { sendHumanMessage } from "@/lib/server/inbox/send-human-message"
import { listInbox } from "@/lib/server/queries/list-inbox"
import { requestShutdown } from "@/lib/server/requests/request-shutdown"
import { createTask } from "@/lib/server/tasks/create-task"
import { plan, quiet, storyOf } from "../support/agent-story"
import { type Script, sequence } from "../support/messages-api"
import { say, useTool } from "../support/messages-api-reply"
import { openScriptedRuntime, type ScriptedRuntime } from "../support/scripted-runtime"
import { STORES } from "../support/test-runtime"

/** The id of the shutdown request this agent was asked by, read as the model reads it. */
const askedBy = (messages: unknown): string =>
  /type=\\"shutdown_request\\" request_id=\\"(req_[a-z0-9]+)/.exec(JSON.stringify(messages))?.[1] ?? ""
const answers =
  (approve: boolean, reason = ""): Script =>
  (request) =>
    useTool("respond_shutdown", { request_id: askedBy(request.messages), approve, ...(reason ? { reason } : {}) })

describe.each(STORES)("shutdown on the %s store", (kind) => {
  let test: ScriptedRuntime
  const story = storyOf(() => test)
  afterEach(() => test.close())
  const ask = (name: string, options: { reason?: string; force?: boolean } = {}) =>
    requestShutdown(test.runtime, test.team.id, name, options, "human:dana")

  it("an idle teammate leaves at once, in code; its tasks go back to the board and its name is free again", async () => {
    test = await openScriptedRuntime(kind, { lead: quiet, otto: () => say("Nothing to do.") })
    await story.spawn("otto")
    await story.idle("otto")
    await createTask(test.runtime, test.team.id, { subject: "Sweep", owner: "otto" }, "human:dana")
    await story.until(
      "otto is idle again",
      (event) => event.type === "turn.finished" && event.agent === "otto" && event.data.turn === 2,
    )
    const request = await ask("otto", { reason: "Thank you." })
    expect(request).toMatchObject({ status: "approved", resolution: { by: "agent:otto", reason: "decided" } })
    expect(await story.agent("otto")).toMatchObject({ status: "shutdown", gate: "plan_required", lease: null })
    expect((await story.view()).tasks).toMatchObject([{ status: "open", owner: null }])
    expect(test.api.callsOf("otto")).toHaveLength(2)
    const again = await spawnTeammate(
      test.runtime,
      test.team.id,
      { name: "otto", role: "r", prompt: "p" },
      "human:dana",
    )
    expect(again.generation).toBe(2)
  })

  it("a waiting teammate leaves at once and its plan is withdrawn", async () => {
    test = await openScriptedRuntime(kind, { lead: quiet, otto: sequence(useTool("submit_plan", plan("Wait", ["a"]))) })
    await story.spawn("otto")
    await story.pending("otto")
    expect(await ask("otto")).toMatchObject({ status: "approved" })
    expect((await story.view()).requests).toMatchObject([
      { type: "plan_approval", status: "rejected", resolution: { reason: "withdrawn", by: "agent:otto" } },
      { type: "shutdown", status: "approved" },
    ])
  })

  it("one that works finishes the tool it is in, is asked, agrees, and leaves", async () => {
    test = await openScriptedRuntime(kind, {
      lead: quiet,
      otto: sequence(
        useTool("bash", { command: "until [ -e go ]; do sleep 0.05; done; echo finished > out" }).useTool("bash", {
          command: "touch never",
        }),
        answers(true, "Nothing left."),
      ),
    })
    await story.spawn("otto", "Begin.", false)
    await story.until("the command runs", (event) => event.type === "tool.started" && event.agent === "otto")
    const request = await ask("otto")
    expect(request.status).toBe("pending")
    expect((await ask("otto")).request_id).toBe(request.request_id)
    expect((await story.agent("otto")).status).toBe("stopping")
    fs.writeFileSync(story.file("go"), "")
    await story.gone("otto")
    expect(fs.readFileSync(story.file("out"), "utf8")).toBe("finished\n")
    expect(fs.existsSync(story.file("never"))).toBe(false)
    expect(JSON.stringify(test.api.callsOf("otto")[1]!.request.messages)).toContain("not run: shutdown requested")
    expect((await story.view()).requests).toMatchObject([
      { status: "approved", resolution: { by: "agent:otto", feedback: "Nothing left." } },
    ])
    const types = (await story.events()).filter((event) => event.agent === "otto").map((event) => event.type)
    expect(types.at(-1)).toBe("agent.terminated")
    expect(test.api.refusals).toEqual([])
  })

  it("mid-stream, the answer is finished and stored, and its tools are not run", async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    test = await openScriptedRuntime(kind, {
      lead: quiet,
      otto: sequence(useTool("bash", { command: "touch never" }).hold(held), answers(true)),
    })
    await story.spawn("otto", "Begin.", false)
    await test.api.waitForCall("otto", 1)
    expect((await ask("otto")).status).toBe("pending")
    release()
    await story.gone("otto")
    expect(fs.existsSync(story.file("never"))).toBe(false)
    expect(JSON.stringify(test.api.callsOf("otto")[1]!.request.messages)).toContain("not run: shutdown requested")
  })

  it("one that refuses says why, goes on, and can be asked again", async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    test = await openScriptedRuntime(kind, {
      lead: quiet,
      otto: sequence(
        say("").useTool("list_files", { pattern: "*" }).hold(held),
        answers(false, "Half of the migration is done."),
        say("Finished now."),
      ),
    })
    await story.spawn("otto")
    await test.api.waitForCall("otto", 1)
    await ask("otto")
    release()
    const decided = await story.until("the refusal", (event) => event.type === "request.decided")
    expect(decided.data).toMatchObject({
      status: "rejected",
      resolution: { by: "agent:otto", feedback: "Half of the migration is done." },
    })
    await story.idle("otto")
    const inbox = await listInbox(test.runtime, test.team.id, "lead", undefined, { limit: 100 })
    expect(inbox.messages.find((message) => message.type === "shutdown_response")).toMatchObject({
      from: "otto",
      metadata: { approve: false, feedback: "Half of the migration is done." },
    })
    expect(await ask("otto")).toMatchObject({ status: "approved" })
  })

  it("one that finishes its work without answering has nothing left to do, and leaves", async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    test = await openScriptedRuntime(kind, {
      lead: quiet,
      otto: sequence(useTool("list_files", { pattern: "*" }).hold(held), say("All done.")),
    })
    await story.spawn("otto")
    await test.api.waitForCall("otto", 1)
    await ask("otto")
    release()
    await story.gone("otto")
    expect((await story.view()).requests).toMatchObject([
      { status: "approved", resolution: { by: "agent:otto", reason: "decided" } },
    ])
  })

  it("silence ends it when the grace time is over, at the next safe point", async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    test = await openScriptedRuntime(kind, {
      lead: quiet,
      otto: sequence(useTool("list_files", { pattern: "*" }).hold(held), say("…").hold(new Promise(() => {}))),
    })
    await story.spawn("otto")
    await test.api.waitForCall("otto", 1)
    const request = await ask("otto")
    release()
    await test.api.waitForCall("otto", 2)
    await story.until(
      "the question is delivered",
      (event) => event.type === "message.delivered" && event.data.message_type === "shutdown_request",
    )
    await test.runtime.store.engine.transact(({ executeSql }) =>
      executeSql("update timers set due_at = now() where kind = 'grace' and request_id = $1", [request.request_id]),
    )
    test.runtime.store.onTimer({ id: "tmr_look", delayMs: 0 })
    await story.gone("otto")
    expect((await story.view()).requests).toMatchObject([
      { status: "approved", resolution: { by: "system", reason: "expired" } },
    ])
  })

  it("force kills the running command before it writes that the agent is gone, and escalates the same request", async () => {
    test = await openScriptedRuntime(kind, {
      lead: quiet,
      otto: sequence(useTool("bash", { command: "echo $$ > pid; sleep 60; touch never" })),
    })
    await story.spawn("otto", "Begin.", false)
    await story.until("the command runs", (event) => event.type === "tool.started" && event.agent === "otto")
    const asked = await ask("otto")
    const forced = await ask("otto", { force: true })
    expect(forced).toMatchObject({
      request_id: asked.request_id,
      status: "approved",
      resolution: { by: "human:dana", reason: "forced" },
    })
    expect((await story.agent("otto")).status).toBe("shutdown")
    expect((await story.events("request.opened")).length).toBe(1)
    expect(fs.existsSync(story.file("never"))).toBe(false)
  })

  it("the lead cannot be shut down, and an unknown name is an error that lists the names", async () => {
    test = await openScriptedRuntime(kind, { lead: quiet, otto: quiet })
    await story.spawn("otto")
    await expect(ask("lead")).rejects.toMatchObject({ code: "invalid" })
    await expect(ask("nobody")).rejects.toThrow(/lead, otto/)
  })

  it("an answer nobody asked for, and one for another agent, change nothing and are visible", async () => {
    test = await openScriptedRuntime(kind, {
      lead: quiet,
      otto: sequence(useTool("bash", { command: "until [ -e go ]; do sleep 0.05; done" }), answers(true)),
      wren: (request, call) =>
        call === 1
          ? useTool("respond_shutdown", { request_id: "req_made_up", approve: true })
          : call === 3
            ? useTool("respond_shutdown", {
                request_id: /req_[a-z0-9]{20,}/.exec(JSON.stringify(request.messages.at(-1)))?.[0] ?? "",
                approve: true,
              })
            : say("Well."),
    })
    await story.spawn("wren")
    await story.idle("wren")
    await story.spawn("otto", "Begin.", false)
    await story.until("otto's command runs", (event) => event.type === "tool.started" && event.agent === "otto")
    const request = await ask("otto")
    await sendHumanMessage(
      test.runtime,
      test.team.id,
      { to: "wren", content: `Answer ${request.request_id}` },
      "human:dana",
    )
    await story.until(
      "wren answers for otto",
      (event) => event.type === "response.ignored" && event.data.cause === "wrong_party",
    )
    expect((await story.view()).requests[0]).toMatchObject({ status: "pending" })
    expect((await story.agent("wren")).status).not.toBe("shutdown")
    fs.writeFileSync(story.file("go"), "")
    await story.gone("otto")
    const causes = (await story.events("response.ignored")).map((event) => event.data.cause)
    expect(causes).toEqual(["unknown_id", "wrong_party"])
    expect((await story.events("agent.terminated")).map((event) => event.agent)).toEqual(["otto"])
  })
})
