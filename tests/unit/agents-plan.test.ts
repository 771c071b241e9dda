// Plans end to end, through the real SDK: submit, park, decide, forward, resume; and nothing happens before.
import fs from "node:fs"
import path from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { spawnTeammate } from "@/lib/server/agents/spawn-teammate"
import { sendHumanMessage } from "@/lib/server/inbox/send-human-message"
import { getTeamView } from "@/lib/server/queries/get-team-view"
import { decideRequest } from "@/lib/server/requests/decide-request"
import { type Script, sequence } from "../support/messages-api"
import { say, useTool } from "../support/messages-api-reply"
import { openScriptedRuntime, type ScriptedRuntime } from "../support/scripted-runtime"
import { allEvents, STORES, waitForEvent } from "../support/test-runtime"

const plan = (title: string, files: string[], commands: string[] = []) => ({
  title,
  plan: `1. ${title}`,
  files,
  commands,
  risk: "low",
})
const quiet: Script = () => say("Noted.")

describe.each(STORES)("plans on the %s store", (kind) => {
  let test: ScriptedRuntime
  afterEach(() => test.close())

  const pending = async (sender: string, revision = 1) => {
    const opened = await waitForEvent(test.runtime, test.team.id, `${sender} submits revision ${revision}`, (event) => {
      const request = event.data.request as { sender: string; revision: number } | undefined
      return event.type === "request.opened" && request?.sender === sender && request.revision === revision
    })
    return opened.data.request as { request_id: string; payload_sha256: string }
  }
  const idle = (name: string) =>
    waitForEvent(
      test.runtime,
      test.team.id,
      `${name} is idle`,
      (event) => event.type === "agent.status_changed" && event.agent === name && event.data.status === "idle",
    )
  const spawn = (name: string, prompt = "Begin.") =>
    spawnTeammate(test.runtime, test.team.id, { name, role: "engineer", prompt }, "human:dana")
  const inWorkspace = (file: string) => path.join(test.team.workspace, file)

  it("an approved plan lets the file appear that was not allowed to appear before, with the words given", async () => {
    test = await openScriptedRuntime(kind, {
      lead: quiet,
      otto: sequence(
        useTool("write_file", { path: "notes.txt", content: "too early" }),
        useTool("submit_plan", plan("Write notes", ["notes.txt"])),
        useTool("write_file", { path: "notes.txt", content: "hello" }),
        say("The notes are written."),
      ),
    })
    await spawn("otto")
    const request = await pending("otto")
    expect(fs.existsSync(inWorkspace("notes.txt"))).toBe(false)
    await decideRequest(
      test.runtime,
      request.request_id,
      { approve: true, feedback: "Keep it short.", payload_sha256: request.payload_sha256 },
      "human:dana",
    )
    await idle("otto")
    expect(fs.readFileSync(inWorkspace("notes.txt"), "utf8")).toBe("hello")
    const third = test.api.callsOf("otto")[2]!
    expect(JSON.stringify(third.request.messages.at(-1))).toContain("Keep it short.")
    const events = await allEvents(test.runtime, test.team.id)
    const blocked = events.filter((event) => event.type === "gate.blocked")
    expect(blocked).toMatchObject([{ agent: "otto", data: { tool: "write_file", cause: "plan_required" } }])
    const order = events.map((event) => event.type)
    expect(order.indexOf("gate.opened")).toBeLessThan(
      events.findIndex((event) => event.type === "tool.started" && event.data.tool === "write_file"),
    )
    expect(events.find((event) => event.type === "gate.closed")).toMatchObject({
      agent: "otto",
      data: { reason: "finished" },
    })
    expect(test.api.refusals).toEqual([])
  })

  it("a rejected plan leads to revision 2 with the words in hand, and its approval opens the gate", async () => {
    test = await openScriptedRuntime(kind, {
      lead: quiet,
      otto: sequence(
        useTool("submit_plan", plan("Drop the table", ["a.sql"])),
        useTool("submit_plan", plan("Rename the table", ["a.sql"])),
        useTool("write_file", { path: "a.sql", content: "alter" }),
        say("Done."),
      ),
    })
    await spawn("otto")
    const first = await pending("otto")
    const comments = [{ line: 1, quote: "1. Drop the table", text: "Never drop it." }]
    await decideRequest(
      test.runtime,
      first.request_id,
      { approve: false, feedback: "Too risky.", comments },
      "human:dana",
    )
    const second = await pending("otto", 2)
    const heard = JSON.stringify(test.api.callsOf("otto")[1]!.request.messages)
    expect(heard).toContain("Too risky.")
    expect(heard).toContain("Never drop it.")
    await decideRequest(test.runtime, second.request_id, { approve: true }, "human:dana")
    await idle("otto")
    expect(fs.readFileSync(inWorkspace("a.sql"), "utf8")).toBe("alter")
    const view = await getTeamView(test.runtime, test.team.id)
    expect(view.requests).toMatchObject([
      { status: "rejected", revision: 1, previous: null },
      { status: "approved", revision: 2, previous: first.request_id },
    ])
  })

  it("two teammates with plans pending at once are approved in reverse order, each with its own answer", async () => {
    const script = (file: string): Script =>
      sequence(
        useTool("submit_plan", plan(`Write ${file}`, [file])),
        useTool("write_file", { path: file, content: file }),
        say("Done."),
      )
    test = await openScriptedRuntime(kind, { lead: quiet, otto: script("o.txt"), wren: script("w.txt") })
    await spawn("otto")
    await spawn("wren")
    const [otto, wren] = [await pending("otto"), await pending("wren")]
    await decideRequest(test.runtime, wren.request_id, { approve: true }, "human:dana")
    await idle("wren")
    expect(fs.existsSync(inWorkspace("o.txt"))).toBe(false)
    expect(test.api.callsOf("otto")).toHaveLength(1)
    await decideRequest(test.runtime, otto.request_id, { approve: true }, "human:dana")
    await idle("otto")
    expect(fs.readFileSync(inWorkspace("o.txt"), "utf8")).toBe("o.txt")
    expect(fs.readFileSync(inWorkspace("w.txt"), "utf8")).toBe("w.txt")
  })

  it("ten attempts to write before approval leave the disk untouched", async () => {
    const attempts = Array.from({ length: 10 }, (_, i) =>
      i % 2 === 0
        ? useTool("write_file", { path: `f${i}`, content: "x" })
        : useTool("bash", { command: `echo x > f${i}` }),
    )
    test = await openScriptedRuntime(kind, { lead: quiet, otto: sequence(...attempts, say("I give up.")) })
    await spawn("otto")
    await idle("otto")
    expect(fs.readdirSync(test.team.workspace)).toEqual([])
    const blocked = (await allEvents(test.runtime, test.team.id)).filter((event) => event.type === "gate.blocked")
    expect(blocked).toHaveLength(10)
    expect((await allEvents(test.runtime, test.team.id)).filter((event) => event.type === "tool.started")).toEqual([])
  })

  it("a waiting teammate makes no model call whatever arrives, and reads it all after the decision", async () => {
    test = await openScriptedRuntime(kind, {
      lead: quiet,
      otto: sequence(useTool("submit_plan", plan("Wait", ["a"])), say("Read.")),
    })
    await spawn("otto")
    const request = await pending("otto")
    for (const word of ["one", "two", "three"])
      await sendHumanMessage(test.runtime, test.team.id, { to: "otto", content: word }, "human:dana")
    const before = (await getTeamView(test.runtime, test.team.id)).agents.find((agent) => agent.name === "otto")
    expect(before).toMatchObject({ status: "waiting", gate: "pending", unread: 3 })
    expect(test.api.callsOf("otto")).toHaveLength(1)
    await decideRequest(test.runtime, request.request_id, { approve: true }, "human:dana")
    await idle("otto")
    expect(test.api.callsOf("otto")).toHaveLength(2)
    const heard = JSON.stringify(test.api.callsOf("otto")[1]!.request.messages)
    for (const word of ["one", "two", "three", "Approved by human:dana"]) expect(heard).toContain(word)
  })

  it("what was approved is what may be done: anything outside the plan is stopped", async () => {
    test = await openScriptedRuntime(kind, {
      lead: quiet,
      otto: sequence(
        useTool("submit_plan", plan("Write docs", ["docs/*.md"], ["echo ok"])),
        useTool("write_file", { path: "docs/a.md", content: "in" })
          .useTool("write_file", { path: "src/a.ts", content: "out" })
          .useTool("bash", { command: "echo ok" })
          .useTool("bash", { command: "touch stolen" }),
        say("Done."),
      ),
    })
    await spawn("otto")
    await decideRequest(test.runtime, (await pending("otto")).request_id, { approve: true }, "human:dana")
    await idle("otto")
    expect(fs.readdirSync(test.team.workspace)).toEqual(["docs"])
    const blocked = (await allEvents(test.runtime, test.team.id)).filter((event) => event.type === "gate.blocked")
    expect(blocked.map((event) => event.data.cause)).toEqual(["outside_plan", "outside_plan"])
  })

  it("calls after submit_plan in the same answer are not run", async () => {
    test = await openScriptedRuntime(kind, {
      lead: quiet,
      otto: sequence(
        useTool("submit_plan", plan("First", ["a"]))
          .useTool("write_file", { path: "a", content: "x" })
          .useTool("list_files", { pattern: "*" }),
        say("Done."),
      ),
    })
    await spawn("otto")
    await decideRequest(test.runtime, (await pending("otto")).request_id, { approve: true }, "human:dana")
    await idle("otto")
    expect(fs.existsSync(inWorkspace("a"))).toBe(false)
    const results = JSON.stringify(test.api.callsOf("otto")[1]!.request.messages)
    expect(results.match(/not run: waiting for approval/g)).toHaveLength(2)
    expect(test.api.refusals).toEqual([])
  })
})
