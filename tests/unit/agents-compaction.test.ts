// A conversation that outgrows the window goes on from a summary: valid for the API, shorter, with nothing unanswered lost.
import fs from "node:fs"
import { afterEach, describe, expect, it } from "vitest"
import { sendHumanMessage } from "@/lib/server/inbox/send-human-message"
import { listTranscript } from "@/lib/server/queries/list-transcript"
import { quiet, storyOf } from "../support/agent-story"
import type { Script } from "../support/messages-api"
import { say, useTool } from "../support/messages-api-reply"
import { openScriptedRuntime, type ScriptedRuntime } from "../support/scripted-runtime"

describe("compaction", () => {
  let test: ScriptedRuntime
  const story = storyOf(() => test)
  afterEach(() => test.close())

  it("puts a summary in the conversation's place between turns, and keeps every row", async () => {
    const script: Script = (request) => {
      const text = JSON.stringify(request.messages)
      if (text.includes("about to be shortened")) return say("I read dir-1 to dir-3; dir-4 is next.")
      if (text.includes("Your own summary")) return say("Done after the summary.")
      return say(`Reading. ${"A long thought. ".repeat(60)}`).useTool("list_files", {
        pattern: `dir-${request.messages.length}/**`,
      })
    }
    test = await openScriptedRuntime("embedded", { lead: quiet, otto: script }, { compactAt: 4_000 })
    await story.spawn("otto", "Read everything.")
    await story.idle("otto")
    const last = test.api.callsOf("otto").at(-1)!.request.messages
    expect(last).toHaveLength(1)
    expect(JSON.stringify(last)).toContain("dir-4 is next")
    expect(JSON.stringify(last)).toContain("What came last, and is still to be answered")
    expect(test.api.refusals).toEqual([])
    const rows = await listTranscript(test.runtime, test.team.id, "otto", undefined, { limit: 1_000 })
    expect(rows.entries.length).toBeGreaterThan(4)
    expect(rows.entries[0]).toMatchObject({ id: 1, role: "user" })
    expect((await story.agent("otto")).last_words).toBe("Done after the summary.")
  })

  it("keeps a long message whole that came just then, and the results beside it", async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const script: Script = (request, call) => {
      if (call === 1) return useTool("list_tasks")
      if (call === 2) return useTool("read_file", { path: "facts.txt" }).hold(held)
      return say(JSON.stringify(request.messages).includes("about to be shortened") ? "I have looked." : "Read.")
    }
    test = await openScriptedRuntime("embedded", { lead: quiet, otto: script }, { compactAt: 100 })
    fs.writeFileSync(story.file("facts.txt"), "the answer is 42")
    await story.spawn("otto", "Look around.")
    await test.api.waitForCall("otto", 2)
    const content = `${"Every word of this counts. ".repeat(2_000)}The last ones too.`
    await sendHumanMessage(test.runtime, test.team.id, { to: "otto", content }, "human:dana")
    release()
    await story.idle("otto")
    const last = JSON.stringify(test.api.callsOf("otto").at(-1)!.request.messages)
    expect(last).toContain("Your own summary")
    expect(last).toContain(content)
    expect(last).toContain("the answer is 42")
    expect(test.api.refusals).toEqual([])
  })
})
