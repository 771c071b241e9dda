// The agents' tools behind the gate: commands with their limits, files that stay inside, tasks, talk.
import fs from "node:fs"
import { afterEach, describe, expect, it } from "vitest"
import { emptyView, foldEvent } from "@/lib/core/team-view"
import { sendHumanMessage } from "@/lib/server/inbox/send-human-message"
import { decideRequest } from "@/lib/server/requests/decide-request"
import { plan, quiet, storyOf } from "../support/agent-story"
import { type Script, sequence } from "../support/messages-api"
import { type Reply, say, useTool } from "../support/messages-api-reply"
import { openScriptedRuntime, type ScriptedRuntime } from "../support/scripted-runtime"

describe("tools", () => {
  let test: ScriptedRuntime
  const story = storyOf(() => test)
  afterEach(() => test.close())

  /** Lets an ungated teammate make these calls one by one and gives back what the model heard of each. */
  async function results(...calls: Reply[]): Promise<string[]> {
    test = await openScriptedRuntime("embedded", { lead: quiet, otto: sequence(...calls, say("Done.")) })
    await story.spawn("otto", "Begin.", false)
    await story.idle("otto")
    expect(test.api.refusals).toEqual([])
    const blocks = test.api
      .callsOf("otto")
      .at(-1)!
      .request.messages.flatMap((message) => (Array.isArray(message.content) ? message.content : []))
    return blocks
      .filter((block) => block.type === "tool_result")
      .map((block) => JSON.stringify((block as { content?: unknown }).content))
  }

  it("a 10 MB output keeps its head and its tail, and the turn goes on", async () => {
    const [heard] = await results(
      useTool("bash", { command: "echo first; head -c 10000000 /dev/zero | tr '\\0' x; echo; echo last" }),
    )
    expect(heard!.length).toBeLessThan(60_000)
    expect(heard).toContain("first")
    expect(heard).toContain("last")
  })

  it("paths stay in the workspace, through symlinks too", async () => {
    const heard = await results(
      useTool("bash", { command: "ln -s /etc etc" }),
      useTool("read_file", { path: "etc/passwd" }),
      useTool("write_file", { path: "../outside.txt", content: "x" }),
      useTool("write_file", { path: "/tmp/countersign-outside.txt", content: "x" }),
    )
    expect(heard[1]).toContain("Path escapes workspace: etc/passwd")
    expect(heard[2]).toContain("Path escapes workspace: ../outside.txt")
    expect(heard[3]).toContain("Path escapes workspace: ")
    expect(fs.existsSync("/tmp/countersign-outside.txt")).toBe(false)
  })

  it("edit_file wants exactly one match and says how many there were", async () => {
    const heard = await results(
      useTool("write_file", { path: "a.txt", content: "one two two" }),
      useTool("edit_file", { path: "a.txt", old_text: "two", new_text: "three" }),
      useTool("edit_file", { path: "a.txt", old_text: "one", new_text: "1" }),
    )
    expect(heard[1]).toMatch(/2/)
    expect(fs.readFileSync(story.file("a.txt"), "utf8")).toBe("1 two two")
  })

  it("a dangerous command answers that it was blocked, and empty output says so", async () => {
    const heard = await results(useTool("bash", { command: "sudo ls" }), useTool("bash", { command: "true" }))
    expect(heard[0]).toContain("Error: Dangerous command blocked")
    expect(heard[1]).toContain("(no output)")
  })

  it("a command sees no secret of the server's environment", async () => {
    process.env.COUNTERSIGN_TEST_SECRET = "hunter2-secret"
    try {
      const [heard] = await results(
        useTool("bash", { command: "env; cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n'" }),
      )
      expect(heard).not.toContain("hunter2-secret")
    } finally {
      delete process.env.COUNTERSIGN_TEST_SECRET
    }
  })

  it("tasks have dependencies and exactly one owner", async () => {
    const claim: Script = sequence(
      useTool("claim_task", { task_id: 2 }),
      useTool("claim_task", { task_id: 1 }),
      useTool("complete_task", { task_id: 1 }),
      useTool("claim_task", { task_id: 2 }),
      say("Done."),
    )
    test = await openScriptedRuntime("embedded", {
      lead: sequence(
        useTool("create_task", { subject: "Build" })
          .useTool("create_task", { subject: "Ship", blocked_by: [1] })
          .useTool("create_task", { subject: "Bad", blocked_by: [9] }),
        say("Planned."),
        ...Array.from({ length: 5 }, () => say("Noted.")),
      ),
      otto: claim,
      wren: sequence(useTool("claim_task", { task_id: 1 }), useTool("complete_task", { task_id: 2 }), say("Too late.")),
    })
    await sendHumanMessage(test.runtime, test.team.id, { to: "lead", content: "Plan." }, "human:dana")
    await story.idle("lead")
    await story.spawn("otto")
    await story.idle("otto")
    await story.spawn("wren")
    await story.idle("wren")
    expect((await story.view()).tasks).toMatchObject([
      { id: 1, status: "completed", owner: "otto" },
      { id: 2, status: "claimed", owner: "otto" },
    ])
    expect(JSON.stringify(test.api.callsOf("otto")[1]!.request.messages)).toContain("Task 2 is blocked by 1.")
    expect(JSON.stringify(test.api.callsOf("wren")[1]!.request.messages)).toContain("Task 1 is completed by otto.")
    expect(JSON.stringify(test.api.callsOf("lead")[1]!.request.messages)).toContain("there is no task 9")
  })

  it("a task or request_plan given to a teammate closes its gate", async () => {
    let ask = () => {}
    const looked = new Promise<void>((resolve) => {
      ask = resolve
    })
    test = await openScriptedRuntime("embedded", {
      lead: sequence(
        useTool("request_plan", { teammate: "otto", task: "Now the docs." }).hold(looked),
        say("Asked."),
        say("Noted."),
        say("Noted."),
      ),
      otto: sequence(
        useTool("submit_plan", plan("Write", ["a"])),
        useTool("bash", { command: "true" }).hold(new Promise(() => {})),
      ),
    })
    await story.spawn("otto")
    await decideRequest(test.runtime, (await story.pending("otto")).request_id, { approve: true }, "human:dana")
    await test.api.waitForCall("otto", 2)
    expect((await story.agent("otto")).gate).toBe("open")
    ask()
    await sendHumanMessage(test.runtime, test.team.id, { to: "lead", content: "Docs, please." }, "human:dana")
    const closed = await story.until("the gate closes", (event) => event.type === "gate.closed")
    expect(closed).toMatchObject({ agent: "otto", data: { reason: "reassigned" } })
  })

  it("request_plan puts one that needed no plan behind the gate, and the timeline says so", async () => {
    test = await openScriptedRuntime("embedded", {
      lead: sequence(useTool("request_plan", { teammate: "otto", task: "Now the docs." }), say("Asked."), say(".")),
      otto: sequence(say("Ready."), useTool("bash", { command: "touch never" }), say("I see.")),
    })
    await story.spawn("otto", "Begin.", false)
    await story.idle("otto")
    await sendHumanMessage(test.runtime, test.team.id, { to: "lead", content: "Docs, please." }, "human:dana")
    const blocked = await story.until("the gate holds", (event) => event.type === "gate.blocked")
    expect(blocked).toMatchObject({ agent: "otto", data: { cause: "plan_required" } })
    expect(fs.existsSync(story.file("never"))).toBe(false)
    expect(await story.events("gate.closed")).toMatchObject([{ agent: "otto", data: { reason: "reassigned" } }])
    await story.until("it rests", (event) => event.type === "turn.finished" && event.data.turn === 3)
    const told = (await story.events()).reduce(foldEvent, emptyView(test.team))
    expect(told.agents.find((agent) => agent.name === "otto")).toEqual(await story.agent("otto"))
    expect(await story.agent("otto")).toMatchObject({ plan_required: true, gate: "plan_required" })
  })
})
