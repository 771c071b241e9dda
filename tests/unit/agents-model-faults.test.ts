// What a model can do wrong, through the real SDK: each is visible, retried or given up, and never loses a message.
import fs from "node:fs"
import { afterEach, describe, expect, it } from "vitest"
import { emptyView, foldEvent } from "@/lib/core/team-view"
import { resumeAgent } from "@/lib/server/agents/resume-agent"
import { sendHumanMessage } from "@/lib/server/inbox/send-human-message"
import { quiet, storyOf } from "../support/agent-story"
import { type Script, sequence } from "../support/messages-api"
import { failWith, type Reply, refuse, say, think, useTool, useToolRaw } from "../support/messages-api-reply"
import { openScriptedRuntime, type ScriptedRuntime } from "../support/scripted-runtime"

describe("a model that errs", () => {
  let test: ScriptedRuntime
  const story = storyOf(() => test)
  afterEach(() => test.close())
  const tell = (to: string, content: string) =>
    sendHumanMessage(test.runtime, test.team.id, { to, content }, "human:dana")

  const passing: [string, Reply][] = [
    ["429", failWith(429, { retryAfter: "0" })],
    ["529", failWith(529)],
    ["500", failWith(500)],
    ["a stream that is cut", say("Half of an ans").cutAfter(300)],
    ["an overloaded_error in the middle of a stream", say("Half").errorEvent()],
  ]
  it.each(passing)("%s is visible as a failed turn, tried again, and answered", async (_what, fault) => {
    test = await openScriptedRuntime("embedded", { lead: sequence(fault, say("Here I am.")) })
    await tell("lead", "Hello?")
    await story.idle("lead")
    const failed = await story.events("turn.failed")
    expect(failed).toHaveLength(1)
    expect(failed[0]?.data.error).toMatch(/\S/)
    expect(failed[0]?.data.retry_at).not.toBeNull()
    expect((await story.agent("lead")).last_words).toBe("Here I am.")
    expect(test.api.callsOf("lead")[1]!.request.messages).toEqual(test.api.callsOf("lead")[0]!.request.messages)
    expect(test.api.refusals).toEqual([])
  })

  it("a stream that stalls is ended by the watchdog and tried again", async () => {
    test = await openScriptedRuntime(
      "embedded",
      { lead: sequence(say("Half").stallAfter(200), say("Here.")) },
      { idleMs: 300 },
    )
    await tell("lead", "Hello?")
    await story.idle("lead")
    expect(await story.events("turn.failed")).toHaveLength(1)
    expect((await story.agent("lead")).last_words).toBe("Here.")
  })

  it("after the last try the agent is failed, its inbox intact, and resuming goes on from there", async () => {
    let healthy = false
    const script: Script = () => (healthy ? say("Back again.") : failWith(500))
    test = await openScriptedRuntime("embedded", { lead: script })
    await tell("lead", "First")
    await story.status("lead", "failed")
    await tell("lead", "Second")
    expect(await story.agent("lead")).toMatchObject({ status: "failed", unread: 1 })
    expect((await story.events("turn.failed")).at(-1)?.data.retry_at).toBeNull()
    healthy = true
    await resumeAgent(test.runtime, test.team.id, "lead", "human:dana")
    await story.until("both were heard", (event) => event.type === "turn.finished" && event.data.turn === 2)
    const heard = JSON.stringify(test.api.callsOf("lead").at(-1)!.request.messages)
    expect(heard).toContain("First")
    expect(heard).toContain("Second")
    expect(await story.agent("lead")).toMatchObject({ status: "idle", unread: 0, error: null })
  })

  it("a refusal is not stored and not retried", async () => {
    test = await openScriptedRuntime("embedded", { lead: sequence(refuse("I cannot.")) })
    await tell("lead", "Something")
    await story.status("lead", "failed")
    expect(test.api.callsOf("lead")).toHaveLength(1)
    expect(await story.events("turn.failed")).toMatchObject([{ data: { retry_at: null } }])
  })

  it("malformed tool input and an unknown tool are errors the model hears, and run nothing", async () => {
    test = await openScriptedRuntime("embedded", {
      lead: quiet,
      otto: sequence(
        useToolRaw("write_file", '{"path": "a", "content": '),
        useTool("write_file", { path: "a" }),
        useTool("launch_rocket", { target: "moon" }),
        say("I see."),
      ),
    })
    await story.spawn("otto", "Begin.", false)
    await story.idle("otto")
    const heard = JSON.stringify(test.api.callsOf("otto").at(-1)!.request.messages)
    expect(heard).toContain("not valid JSON")
    expect(heard).toContain("content: ")
    expect(heard).toContain('there is no tool \\"launch_rocket\\"')
    expect(fs.readdirSync(test.team.workspace)).toEqual([])
    expect(test.api.refusals).toEqual([])
  })

  it("an answer cut off at its limit runs none of its tools", async () => {
    test = await openScriptedRuntime("embedded", {
      lead: quiet,
      otto: sequence(
        useTool("write_file", { path: "a", content: "x" })
          .useToolRaw("write_file", '{"path":"b","con')
          .stop("max_tokens"),
        say("Shorter."),
      ),
    })
    await story.spawn("otto", "Begin.", false)
    await story.idle("otto")
    expect(fs.readdirSync(test.team.workspace)).toEqual([])
    const heard = JSON.stringify(test.api.callsOf("otto")[1]!.request.messages)
    expect(heard.match(/cut off/g)).toHaveLength(2)
    expect(test.api.refusals).toEqual([])
  })

  it("thinking alone that hits the limit is dropped and asked again with a higher one", async () => {
    test = await openScriptedRuntime("embedded", { lead: sequence(think("Hmm").stop("max_tokens"), say("There.")) })
    await tell("lead", "Think.")
    await story.idle("lead")
    const [first, second] = test.api.callsOf("lead")
    expect(second!.request.max_tokens).toBeGreaterThan(first!.request.max_tokens)
    expect(second!.request.messages).toEqual(first!.request.messages)
  })

  it("pause_turn is called again with nothing in between", async () => {
    test = await openScriptedRuntime("embedded", { lead: sequence(say("Searching").stop("pause_turn"), say("Found.")) })
    await tell("lead", "Search.")
    await story.idle("lead")
    expect(test.api.callsOf("lead")[1]!.request.messages.at(-1)).toMatchObject({ role: "assistant" })
    expect(test.api.refusals).toEqual([])
    const { usage } = await story.agent("lead")
    const sent = test.api.callsOf("lead").map((call) => call.usage!)
    expect(usage.input_tokens).toBe(sent.reduce((sum, each) => sum + each.input_tokens, 0))
    expect(usage.cache_write_tokens).toBe(sent.reduce((sum, each) => sum + each.cache_creation_input_tokens, 0))
    expect(usage.cache_read_tokens).toBe(sent.reduce((sum, each) => sum + each.cache_read_input_tokens, 0))
  })

  it("one that pauses again and again is given up, not paid for ever", async () => {
    test = await openScriptedRuntime("embedded", { lead: () => say("Still searching").stop("pause_turn") })
    await tell("lead", "Search.")
    await story.status("lead", "failed")
    expect(test.api.calls.length).toBeLessThanOrEqual(21)
    expect(test.api.refusals).toEqual([])
  })

  it("thirty turns read at least nine tenths of their input from the prompt cache", async () => {
    const script: Script = (_request, call) =>
      call < 30 ? say(`Step ${call}.`).useTool("list_files", { pattern: `dir-${call}/**` }) : say("Done.")
    test = await openScriptedRuntime("embedded", { lead: quiet, otto: script }, { alone: true })
    await story.spawn("otto", `Read the whole tree. ${"A long instruction. ".repeat(120)}`)
    await story.idle("otto")
    expect(test.api.callsOf("otto")).toHaveLength(30)
    expect(test.api.cacheShare("otto")).toBeGreaterThanOrEqual(0.9)
  })

  it("a team begun in rehearsal speaks with the model the next start is given, and shows it", async () => {
    test = await openScriptedRuntime("embedded", { lead: quiet }, { alone: true })
    await tell("lead", "Hello?")
    await story.idle("lead")
    expect((await story.agent("lead")).model).toBe("rehearsal")
    await test.restart({ ANTHROPIC_API_KEY: "sk-test", ANTHROPIC_MODEL: "claude-opus-5" })
    await tell("lead", "And now?")
    expect((await test.api.waitForCall("lead", 2)).request.model).toBe("claude-opus-5")
    await story.until("it is answered", (event) => event.type === "turn.finished" && event.data.turn === 2)
    expect((await story.agent("lead")).model).toBe("claude-opus-5")
    const told = (await story.events()).reduce(foldEvent, emptyView(test.team))
    expect(told.agents).toEqual((await story.view()).agents)
  })

  it("one that ends without a word is heard of all the same: nobody waits for it in vain", async () => {
    test = await openScriptedRuntime("embedded", {
      lead: quiet,
      otto: sequence(useTool("list_tasks"), say("")),
    })
    await story.spawn("otto")
    await story.idle("otto")
    const { request } = await test.api.waitForCall("lead", 1)
    expect(JSON.stringify(request.messages)).toContain('from=\\"otto\\" type=\\"result\\"')
    expect(test.api.refusals).toEqual([])
  })
})
