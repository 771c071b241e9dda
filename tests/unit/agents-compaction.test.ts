// A conversation that outgrows the window goes on from a summary: valid for the API, shorter, with nothing unanswered lost.
import fs from "node:fs"
import { afterEach, describe, expect, it } from "vitest"
import { sendHumanMessage } from "@/lib/server/inbox/send-human-message"
import { listTranscript } from "@/lib/server/queries/list-transcript"
import { quiet, storyOf } from "../support/agent-story"
import type { Script } from "../support/messages-api"
import { failWith, say, useTool } from "../support/messages-api-reply"
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

  /** A window of so many characters, in the words of the real one. */
  const within =
    (most: number, script: Script): Script =>
    (request, call, about) => {
      const length = JSON.stringify(request.messages).length
      const message = `prompt is too long: ${length} tokens > ${most} maximum`
      return length > most ? failWith(400, { message }) : script(request, call, about)
    }

  it("of a window that one answer's results overran at once sums up what fitted, and cuts what came last", async () => {
    const script: Script = (request) => {
      const text = JSON.stringify(request.messages)
      if (text.includes("about to be shortened")) return say("I was to read both files.")
      if (text.includes("Your own summary")) return say("Read, as far as they were shown.")
      return useTool("read_file", { path: "one.txt" }).useTool("read_file", { path: "two.txt" })
    }
    test = await openScriptedRuntime("embedded", { lead: quiet, otto: within(60_000, script) })
    for (const name of ["one", "two"]) fs.writeFileSync(story.file(`${name}.txt`), `${name} ${"word ".repeat(8_000)}`)
    await story.spawn("otto", "Read both files.")
    await story.idle("otto")
    const last = JSON.stringify(test.api.callsOf("otto").at(-1)!.request.messages)
    expect(last).toContain("I was to read both files.")
    for (const words of ["one word", "two word", "characters cut"]) expect(last).toContain(words)
    expect((await story.agent("otto")).last_words).toBe("Read, as far as they were shown.")
  })

  it("of a window that one message overran keeps its beginning, and gives up where nothing helps", async () => {
    const script: Script = () => say("Here.")
    test = await openScriptedRuntime("embedded", {
      lead: quiet,
      otto: within(240_000, script),
      bram: within(10, script),
    })
    await story.spawn("otto", "Wait.")
    await story.idle("otto")
    const content = "A very long message. ".repeat(20_000)
    await sendHumanMessage(test.runtime, test.team.id, { to: "otto", content }, "human:dana")
    await story.until(
      "it answers",
      (event) => event.type === "turn.finished" && event.agent === "otto" && event.data.turn === 2,
    )
    const last = JSON.stringify(test.api.callsOf("otto").at(-1)!.request.messages)
    expect(last).toContain("A very long message.")
    expect(last).toContain("characters cut")
    await story.spawn("bram", "Wait.")
    await story.until("it gives up", (event) => event.type === "turn.failed" && event.agent === "bram")
    expect(await story.agent("bram")).toMatchObject({
      status: "failed",
      error: expect.stringContaining("prompt is too long"),
    })
    expect(test.api.callsOf("bram")).toHaveLength(3)
  })
})
