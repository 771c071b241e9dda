// The failures people know from other tools of this kind, each a test named after it.
import fs from "node:fs"
import { afterEach, describe, expect, it } from "vitest"
import { sendHumanMessage } from "@/lib/server/inbox/send-human-message"
import { listInbox } from "@/lib/server/queries/list-inbox"
import { decideRequest } from "@/lib/server/requests/decide-request"
import { requestShutdown } from "@/lib/server/requests/request-shutdown"
import { plan, quiet, storyOf } from "../support/agent-story"
import { type Script, sequence } from "../support/messages-api"
import { say, useTool } from "../support/messages-api-reply"
import { openScriptedRuntime, type ScriptedRuntime } from "../support/scripted-runtime"

const requestIn = (messages: unknown): string =>
  /request_id=\\"(req_[a-z0-9]+)/.exec(JSON.stringify(messages))?.[1] ?? ""

describe("known failures of such tools", () => {
  let test: ScriptedRuntime
  const story = storyOf(() => test)
  afterEach(() => test.close())
  const tell = (to: string, content: string) =>
    sendHumanMessage(test.runtime, test.team.id, { to, content }, "human:dana")
  const approve = (id: string) => decideRequest(test.runtime, id, { approve: true }, "human:dana")

  it("plans are approved by the lead model before any person sees them", async () => {
    test = await openScriptedRuntime("embedded", {
      lead: (request, call) =>
        call === 1
          ? useTool("review_plan", { request_id: requestIn(request.messages), approve: true, feedback: "Fine." })
          : say("Approved."),
      otto: sequence(
        useTool("submit_plan", plan("Write", ["a"])),
        useTool("write_file", { path: "a", content: "x" }),
        say("Done."),
      ),
    })
    await story.spawn("otto")
    const request = await story.pending("otto")
    await story.until("the lead has spoken", (event) => event.type === "request.recommended")
    await story.idle("lead")
    const now = (await story.view()).requests[0]
    expect(now).toMatchObject({ status: "pending", recommendation: { by: "lead", approve: true, feedback: "Fine." } })
    expect((await story.agent("otto")).status).toBe("waiting")
    expect(fs.existsSync(story.file("a"))).toBe(false)
    await approve(request.request_id)
    await story.idle("otto")
    expect(fs.existsSync(story.file("a"))).toBe(true)
  })

  it("approvals do not release the teammate", async () => {
    test = await openScriptedRuntime("embedded", {
      lead: quiet,
      otto: sequence(
        useTool("submit_plan", plan("One", ["one"])),
        useTool("write_file", { path: "one", content: "1" }),
        useTool("submit_plan", plan("Two", ["two"])),
        useTool("write_file", { path: "two", content: "2" }),
        say("Done."),
      ),
    })
    await story.spawn("otto")
    await approve((await story.pending("otto")).request_id)
    const second = await story.until(
      "the second plan",
      (event) => event.type === "request.opened" && event.data.title === "Two",
    )
    expect((await story.agent("otto")).gate).toBe("pending")
    await approve(second.request_id!)
    await story.idle("otto")
    expect(fs.readdirSync(test.team.workspace).sort()).toEqual(["one", "two"])
    expect((await story.events("gate.closed")).map((event) => event.data.reason)).toEqual(["superseded", "finished"])
  })

  it("shutdowns are acknowledged and not carried out, or end the wrong agent", async () => {
    test = await openScriptedRuntime("embedded", { lead: quiet, otto: quiet, otto2: quiet })
    await story.spawn("otto")
    await story.spawn("otto2")
    await story.idle("otto")
    await story.idle("otto2")
    expect(await requestShutdown(test.runtime, test.team.id, "otto", {}, "human:dana")).toMatchObject({
      status: "approved",
    })
    expect((await story.agent("otto")).status).toBe("shutdown")
    expect((await story.agent("otto2")).status).toBe("idle")
    await expect(tell("otto", "Still there?")).rejects.toMatchObject({ code: "not_found" })
    expect(test.api.callsOf("otto")).toHaveLength(1)
  })

  it("messages are marked read and never reach the model", async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    test = await openScriptedRuntime("embedded", {
      lead: sequence(say("First heard.").hold(held), say("Second heard.")),
    })
    await tell("lead", "first words")
    await test.api.waitForCall("lead", 1)
    await tell("lead", "second words")
    const meanwhile = await listInbox(test.runtime, test.team.id, "lead", undefined, { limit: 10 })
    expect(meanwhile.messages.map((message) => message.delivered_at !== null)).toEqual([true, false])
    release()
    const second = await test.api.waitForCall("lead", 2)
    expect(JSON.stringify(second.request.messages)).toContain("second words")
    await story.until("it was answered", (event) => event.type === "turn.finished" && event.data.turn === 2)
    const after = await listInbox(test.runtime, test.team.id, "lead", undefined, { limit: 10 })
    expect(after.messages.map((message) => message.turn)).toEqual([1, 2])
  })

  it('a message to an unknown name "succeeds"', async () => {
    test = await openScriptedRuntime("embedded", {
      lead: sequence(useTool("send_message", { to: "ottto", content: "Hello?" }), say("There is no such person.")),
      otto: quiet,
    })
    await story.spawn("otto")
    await story.idle("otto")
    await tell("lead", "Greet otto.")
    await story.idle("lead")
    const heard = JSON.stringify(test.api.callsOf("lead")[1]!.request.messages)
    expect(heard).toContain('There is no \\"ottto\\" in this team. Its members are: lead, otto.')
    await expect(tell("nobody", "Hello?")).rejects.toThrow(/lead, otto/)
  })

  it("idle agents spam the lead and burn tokens", async () => {
    const names = Array.from({ length: 20 }, (_, i) => `mate${i}`)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const script: Script = () => say("I am done.").hold(held)
    test = await openScriptedRuntime("embedded", { lead: quiet, "*": script })
    for (const name of names) await story.spawn(name)
    for (const name of names) await test.api.waitForCall(name, 1)
    release()
    for (const name of names) await story.idle(name)
    await story.idle("lead")
    expect(test.api.callsOf("lead")).toHaveLength(1)
    const heard = JSON.stringify(test.api.callsOf("lead")[0]!.request.messages)
    expect(heard.match(/type=\\"result\\"/g)).toHaveLength(20)
    for (const name of names) expect(test.api.callsOf(name)).toHaveLength(1)
  })

  it("idle, dead and waiting look the same", async () => {
    test = await openScriptedRuntime("embedded", {
      lead: quiet,
      resting: quiet,
      parked: sequence(useTool("submit_plan", plan("Wait", ["a"]))),
      gone: quiet,
      busy: () => say("…").hold(new Promise(() => {})),
    })
    for (const name of ["resting", "parked", "gone", "busy"]) await story.spawn(name)
    await story.idle("resting")
    await story.pending("parked")
    await story.idle("gone")
    await requestShutdown(test.runtime, test.team.id, "gone", {}, "human:dana")
    await test.api.waitForCall("busy", 1)
    const shown = Object.fromEntries((await story.view()).agents.map((agent) => [agent.name, agent.status]))
    expect(shown).toMatchObject({ resting: "idle", parked: "waiting", gone: "shutdown", busy: "working" })
  })

  it("a restart loses the team", async () => {
    test = await openScriptedRuntime("embedded", {
      lead: quiet,
      otto: sequence(
        useTool("submit_plan", plan("Write", ["a"])),
        useTool("write_file", { path: "a", content: "x" }),
        say("Done."),
      ),
    })
    await story.spawn("otto")
    const request = await story.pending("otto")
    await story.idle("lead")
    const before = await story.view()
    await test.restart()
    expect(await story.view()).toEqual(before)
    await approve(request.request_id)
    await story.idle("otto")
    expect(fs.existsSync(story.file("a"))).toBe(true)
    expect(test.api.callsOf("otto")).toHaveLength(3)
  })

  it("the approved plan is not what is then done", async () => {
    test = await openScriptedRuntime("embedded", {
      lead: quiet,
      otto: sequence(
        useTool("submit_plan", plan("Only docs", ["docs/**"], ["ls *"])),
        useTool("write_file", { path: "src/secret.ts", content: "x" })
          .useTool("bash", { command: "ls; rm -r docs" })
          .useTool("bash", { command: "ls docs; touch x" }),
        say("Could not."),
      ),
    })
    await story.spawn("otto")
    await approve((await story.pending("otto")).request_id)
    await story.idle("otto")
    expect(fs.readdirSync(test.team.workspace)).toEqual([])
    expect((await story.events("gate.blocked")).map((event) => event.data.cause)).toEqual([
      "outside_plan",
      "outside_plan",
      "outside_plan",
    ])
  })

  it("two agents talk to each other for ever", async () => {
    const chatter =
      (to: string): Script =>
      (_request, call) =>
        call % 2 === 1 ? useTool("send_message", { to, content: "Hello!" }) : say("…")
    test = await openScriptedRuntime(
      "embedded",
      { lead: quiet, ping: chatter("pong"), pong: chatter("ping") },
      { team: { policy: { max_turns_unattended: 12 } } },
    )
    await story.spawn("pong")
    await story.spawn("ping")
    await story.until("the team pauses", (event) => event.type === "team.paused")
    expect((await story.view()).team.paused).toMatchObject({ reason: "unattended" })
    expect(test.api.calls.length).toBeLessThanOrEqual(14)
  })
})
