// What a person is told about a tool call: its outcome in a few words, and that nothing happened when the gate said no.
import { describe, expect, it } from "vitest"
import { callFate } from "@/components/transcript/call-fate"
import { toolArgument, toolOutcome } from "@/components/transcript/tool-line"
import { askGate, type GateSubject, type Touch } from "@/lib/core/gate-rule"
import { AT } from "../support/view-fixtures"

const bram: GateSubject = {
  name: "bram",
  generation: 1,
  isLead: false,
  planRequired: true,
  gate: "plan_required",
  lease: null,
}
const lease = { request_id: "req_1", payload_sha256: "", generation: 1, files: ["a"], commands: ["ls"], opened_at: AT }
const file: Touch = { kind: "file", path: "docker/prod.Dockerfile" }
const command: Touch = { kind: "command", command: "npm test" }

/** The gate's own answer, as the model reads it, put into a call. */
function refused(subject: Partial<GateSubject>, touch: Touch) {
  const answer = askGate({ ...bram, ...subject }, touch, { lead_may_change: false })
  const text = answer.allowed ? "" : answer.sentence
  const given =
    touch.kind === "command"
      ? { name: "bash", input: { command: "npm test" } }
      : { name: "write_file", input: { path: "docker/prod.Dockerfile" } }
  return callFate({ ...given, result: { text: `Error: ${text}`, isError: true } }, "bram")
}

describe("a call the gate stopped", () => {
  it.each([
    ["no plan", {}, file, "No plan of bram’s was approved. Nothing was written; bram was told to submit one."],
    [
      "no plan for a command",
      {},
      command,
      "No plan of bram’s was approved. Nothing was run; bram was told to submit one.",
    ],
    ["a pending plan", { gate: "pending" as const }, file, "bram’s plan waits for a decision. Nothing was written."],
    [
      "a rejected plan",
      { gate: "rejected" as const },
      file,
      "bram’s last plan was rejected. Nothing was written; bram was told to revise it.",
    ],
    [
      "a file outside the plan",
      { gate: "open" as const, lease },
      file,
      "docker/prod.Dockerfile is not in the plan that was approved. Nothing was written; bram can ask for it in a new plan.",
    ],
    [
      "a command outside the plan",
      { gate: "open" as const, lease },
      command,
      "This command is not in the plan that was approved. Nothing was run; bram can ask for it in a new plan.",
    ],
    [
      "the lead",
      { isLead: true },
      command,
      "The lead coordinates and changes nothing itself in this team. Nothing was run.",
    ],
  ])("is told for %s", (_what, subject, touch, sentence) => {
    expect(refused(subject, touch)).toEqual({ kind: "blocked", sentence })
  })
})

describe("the fate of a call", () => {
  const bash = (text: string, isError = true) =>
    callFate({ name: "bash", input: { command: "npm test" }, result: { text, isError } }, "bram")

  it("is running while there is no result", () => {
    expect(callFate({ name: "bash", input: {}, result: null }, "bram")).toEqual({ kind: "running" })
  })

  it("is unknown when the server stopped during it", () => {
    expect(bash("Error: outcome unknown, not run again")).toEqual({
      kind: "unknown",
      sentence: "The server stopped during npm test. Whether it finished is unknown; it was not run again.",
    })
  })

  it("says why a call never began", () => {
    expect(bash("not run: waiting for approval")).toMatchObject({
      kind: "not-run",
      sentence: "Not run: the plan was submitted first.",
    })
    expect(bash("not run: shutdown requested")).toMatchObject({
      kind: "not-run",
      sentence: "Not run: it was asked to leave.",
    })
  })

  it("does not take a command's own words for the server's", () => {
    const printed = "2 suites not run: waiting for approval\nNo plan of yours was approved\n(exit code 1)"
    expect(bash(printed)).toEqual({ kind: "failed" })
  })

  it("has ended when its turn is over and no result came", () => {
    expect(callFate({ name: "bash", input: {}, result: null }, "bram", false)).toEqual({ kind: "ended" })
  })

  it("is failed for an ordinary error and done otherwise", () => {
    expect(bash("Error: no such file")).toEqual({ kind: "failed" })
    expect(bash("ok", false)).toEqual({ kind: "done" })
  })
})

describe("a call on one line", () => {
  it("shows the argument a reader looks for", () => {
    expect(toolArgument("bash", { command: "cd a\nnpm test" })).toBe("cd a ⏎ npm test")
    expect(toolArgument("edit_file", { path: "a.ts", old_text: "x", new_text: "y" })).toBe("a.ts")
    expect(toolArgument("submit_plan", { plan: "# Smaller images\n\nText" })).toBe("Smaller images")
    expect(toolArgument("respond_shutdown", { request_id: "req_1", approve: false })).toBe("approve: false")
  })

  it("says how a command ended", () => {
    const ended = (text: string, isError = true) => toolOutcome({ name: "bash", input: {}, result: { text, isError } })
    expect(ended("ok", false)).toBe("exit 0")
    expect(ended("oh\n(exit code 3)")).toBe("exit 3")
    expect(ended("Error: Timeout (120s)")).toBe("timed out")
    expect(ended("Error: Stopped before it was finished\nhalf")).toBe("stopped")
  })

  it("counts the lines that were read, written and exchanged", () => {
    const result = { text: "one\ntwo\n", isError: false }
    expect(toolOutcome({ name: "read_file", input: {}, result })).toBe("2 lines")
    expect(toolOutcome({ name: "write_file", input: { content: "one" }, result })).toBe("1 line")
    expect(toolOutcome({ name: "edit_file", input: { old_text: "a\nb", new_text: "c" }, result })).toBe("+1 −2")
  })
})
