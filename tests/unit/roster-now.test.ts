// What the roster says an agent is doing, for each of its states.
import { describe, expect, it } from "vitest"
import { type NowPiece, nowOf } from "@/components/roster/roster-now"
import { AT, anAgent, aRequest, at } from "../support/view-fixtures"

const facts = { requests: [], paused: false }
const words = (pieces: NowPiece[]) => pieces.map((piece) => ("at" in piece ? `<${piece.at}>` : piece.text)).join("")

describe("what an agent is doing now", () => {
  it("names the pending plan of a waiting agent and leads to its review", () => {
    const request = aRequest({ revision: 2, created_at: at(-60) })
    const now = nowOf(anAgent({ status: "waiting", gate: "pending" }), { ...facts, requests: [request] })
    expect(words(now.main)).toBe("Add idempotency keys, v2")
    expect(now.action).toEqual({ kind: "review", requestId: "req_1" })
    expect(now.since).toBe(at(-60))
  })

  it("says why an agent failed and offers to resume it", () => {
    const now = nowOf(anAgent({ status: "failed", error: "The model was overloaded, 5 tries" }), facts)
    expect(words(now.main)).toBe("The model was overloaded, 5 tries")
    expect(now.action).toEqual({ kind: "resume" })
  })

  it("shows a running command with the plan it runs under", () => {
    const lease = { request_id: "req_1", payload_sha256: "", generation: 1, files: [], commands: [], opened_at: AT }
    const activity = { kind: "tool" as const, tool: "bash", summary: "npm test", since: at(-41) }
    const now = nowOf(anAgent({ status: "working", gate: "open", lease, activity }), {
      ...facts,
      requests: [aRequest({ status: "approved" })],
    })
    expect(now.main).toEqual([{ text: "npm test", code: true }])
    expect(now.sub).toBe("Runs under plan “Add idempotency keys”")
    expect(now).toMatchObject({ since: at(-41), running: true })
  })

  it("says that a failed turn is tried again", () => {
    const now = nowOf(anAgent({ status: "working", error: "The model was overloaded" }), facts)
    expect(words(now.main)).toBe("The model was overloaded")
    expect(now.sub).toBe("Tries again by itself")
  })

  it("says what a stopping agent finishes, then that its answer is awaited", () => {
    const asked = aRequest({
      type: "shutdown",
      sender: "human",
      target: "otto",
      payload: { reason: "" },
      created_at: at(-12),
    })
    const activity = { kind: "tool" as const, tool: "bash", summary: "npm test", since: at(-20) }
    const finishing = nowOf(anAgent({ status: "stopping", activity }), { ...facts, requests: [asked] })
    expect(words(finishing.main)).toBe("Finishing npm test")
    expect(finishing.since).toBe(at(-12))
    expect(words(nowOf(anAgent({ status: "stopping" }), facts).main)).toBe("Waiting for its answer")
  })

  it("quotes the last words of an idle agent on one line", () => {
    const now = nowOf(anAgent({ last_words: "The guide is done.\n\nSee docs." }), facts)
    expect(words(now.main)).toBe("“The guide is done. See docs.”")
  })

  it("says who asked one that left, who ended one that was forced, and that another did not answer", () => {
    const gone = anAgent({ status: "shutdown", ended_at: AT })
    const asked = (by: string, reason: "decided" | "forced" | "expired", resolvedBy: string) =>
      aRequest({
        type: "shutdown",
        status: "approved",
        target: "otto",
        opened_by: by,
        resolution: { by: resolvedBy, reason, feedback: "", at: AT },
      })
    const said = (request: ReturnType<typeof asked>) => words(nowOf(gone, { ...facts, requests: [request] }).main)
    expect(said(asked("lead", "decided", "agent:otto"))).toBe(`Left at <${AT}> when asked by the lead`)
    expect(said(asked("lead", "forced", "human:dana"))).toBe(`Ended at <${AT}> by Dana`)
    expect(said(asked("human:dana", "expired", "system"))).toBe(`Ended at <${AT}>, it did not answer Dana`)
  })
})
