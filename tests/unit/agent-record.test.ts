// An agent's record as pages read it: from its end, in parts that fit together, with what a running turn has done so far.
import fs from "node:fs"
import { afterEach, describe, expect, it } from "vitest"
import { mergeRecord, nextPart, readTurns } from "@/components/transcript/merge-record"
import { sendHumanMessage } from "@/lib/server/inbox/send-human-message"
import { getAgentRecord } from "@/lib/server/queries/get-agent-record"
import { requestShutdown } from "@/lib/server/requests/request-shutdown"
import { storyOf } from "../support/agent-story"
import { sequence } from "../support/messages-api"
import { say, useTool } from "../support/messages-api-reply"
import { openScriptedRuntime, type ScriptedRuntime } from "../support/scripted-runtime"
import { STORES } from "../support/test-runtime"

describe.each(STORES)("an agent's record on the %s store", (kind) => {
  let test: ScriptedRuntime
  afterEach(() => test.close())
  const story = storyOf(() => test)
  const read = (part: Partial<Parameters<typeof getAgentRecord>[4]> = {}) =>
    getAgentRecord(test.runtime, test.team.id, "otto", undefined, { limit: 80, mail_limit: 100, ...part })

  it("is read from its end, and its older and newer parts join to the whole", async () => {
    test = await openScriptedRuntime(kind, {
      lead: () => say("Noted."),
      otto: sequence(useTool("list_files", { pattern: "*" }), useTool("list_tasks"), say("Done.")),
    })
    await story.spawn("otto")
    await story.idle("otto")
    const whole = await read()
    expect(whole.entries.map((entry) => entry.id)).toEqual([1, 2, 3, 4, 5, 6])
    expect(whole.earlier).toBe(false)

    const newest = await read({ limit: 2 })
    expect(newest.entries.map((entry) => entry.id)).toEqual([5, 6])
    expect(newest.earlier).toBe(true)

    const older = await read({ before: 5, mail_limit: 0 })
    const joined = mergeRecord(newest, older, "older")
    expect(joined.entries).toEqual(whole.entries)
    expect(joined.messages).toEqual(whole.messages)
    expect(joined.earlier).toBe(false)
    expect(readTurns(joined).map((turn) => turn.no)).toEqual([1, 2, 3])
  })

  it("tells, after what is known, only what is new, and mail in its newest state", async () => {
    test = await openScriptedRuntime(kind, { lead: () => say("Noted."), otto: () => say("Done.") })
    await story.spawn("otto")
    await story.idle("otto")
    const before = await read()
    await sendHumanMessage(test.runtime, test.team.id, { to: "otto", content: "Again" }, "human:dana")
    await story.until(
      "otto takes the second message",
      (event) => event.type === "turn.finished" && event.data.turn === 2,
    )
    const after = await read(nextPart(before))
    expect(after.entries.map((entry) => entry.turn)).toEqual([2, 2])
    expect(after.messages.map((message) => [message.content, message.turn])).toEqual([["Again", 2]])
    expect(mergeRecord(before, after, "newer").messages).toHaveLength(2)
  })

  it("has the results of calls whose turn still runs, and the moment each began", async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    test = await openScriptedRuntime(kind, {
      lead: () => say("Noted."),
      otto: sequence(
        useTool("list_tasks").useTool("bash", { command: "until [ -e go ]; do sleep 0.05; done" }),
        say("Done.").hold(held),
      ),
    })
    await story.spawn("otto", "Begin.", false)
    await story.until("the command runs", (event) => event.type === "tool.started" && event.data.tool === "bash")
    const record = await read()
    const calls = readTurns(record).flatMap((turn) => turn.items.filter((item) => item.kind === "tool"))
    expect(calls.map((call) => [call.name, call.result?.text ?? null])).toEqual([
      ["list_tasks", "There are no tasks."],
      ["bash", null],
    ])
    expect(record.calls.map((call) => call.state).sort()).toEqual(["done", "started"])
    expect(record.turns).toMatchObject([{ no: 1, state: "running", attempts: 0 }])
    fs.writeFileSync(story.file("go"), "")
    await story.until("the turn is over", (event) => event.type === "turn.finished" && event.data.turn === 1)
    const ended = mergeRecord(record, await read(nextPart(record)), "newer")
    expect(ended.calls.map((call) => call.state)).toEqual(["done", "done"])
    release()
  })

  it("keeps generations apart", async () => {
    test = await openScriptedRuntime(kind, { lead: () => say("Noted."), otto: () => say("Done.") })
    await story.spawn("otto", "First life.")
    await story.idle("otto")
    await requestShutdown(test.runtime, test.team.id, "otto", {}, "human:dana")
    await story.spawn("otto", "Second life.")
    await story.until("otto idles again", (event) => event.type === "turn.finished" && event.data.generation === 2)
    const [first, second] = [
      await getAgentRecord(test.runtime, test.team.id, "otto", 1, { limit: 9, mail_limit: 9 }),
      await read(),
    ]
    expect([first.generation, first.generations, second.generation]).toEqual([1, 2, 2])
    expect(first.messages[0]?.content).toContain("First life.")
    expect(second.messages[0]?.content).toContain("Second life.")
  })
})
