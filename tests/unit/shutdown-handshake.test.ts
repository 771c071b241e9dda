// A shutdown as it is watched, and what is said before it is asked.
import { describe, expect, it } from "vitest"
import { handshakeOf, secondsLeft, spoken } from "@/components/shutdown/handshake"
import { askSentence, flightLines } from "@/components/shutdown/in-flight-lines"
import type { Event } from "@/lib/core/event"
import { AT, aMessage, anAgent, aRequest, at } from "../support/view-fixtures"

const asked = aRequest({
  type: "shutdown",
  sender: "human",
  target: "bram",
  opened_by: "human:dana",
  payload: { reason: "Done." },
  created_at: at(0),
})
const bram = anAgent({ name: "bram", status: "stopping" })
const question = aMessage({ to: "bram", from: "human", type: "shutdown_request", sent_at: at(0) })
const event = (type: string, when: number, data: Record<string, unknown>): Event => ({
  seq: 1,
  team: "team_1",
  at: at(when),
  type,
  agent: "bram",
  request_id: null,
  data,
  prev: "",
})
const none = { messages: [question], events: [] }

describe("the handshake", () => {
  it("is finishing while a tool runs and the question has not reached it", () => {
    const activity = { kind: "tool" as const, tool: "bash", summary: "npm test", since: at(-4) }
    const state = handshakeOf({ request: asked, agent: { ...bram, activity }, ...none })
    expect(state).toMatchObject({ phase: "finishing", finishing: { summary: "npm test" }, deadline: null })
  })

  it("counts down from the moment the question was delivered", () => {
    const state = handshakeOf({
      request: asked,
      agent: bram,
      messages: [{ ...question, delivered_at: at(37), turn: 12 }],
      events: [],
    })
    expect(state).toMatchObject({ phase: "answering", deadline: at(67) })
  })

  it("names what it finished first", () => {
    const events = [
      event("tool.started", -4, { tool: "bash", tool_use_id: "t1", summary: "npm test" }),
      event("tool.finished", 37, { tool: "bash", tool_use_id: "t1", outcome: "exit 0" }),
    ]
    const state = handshakeOf({ request: asked, agent: bram, messages: [question], events })
    expect(state.finished).toEqual({ summary: "npm test", outcome: "exit 0", at: at(37) })
  })

  it("shows a refusal with its reason", () => {
    const request = {
      ...asked,
      status: "rejected" as const,
      resolution: { by: "agent:bram", reason: "decided" as const, feedback: "One more command.", at: at(50) },
    }
    expect(handshakeOf({ request, agent: { ...bram, status: "working" }, ...none })).toMatchObject({
      phase: "refused",
      refusal: "One more command.",
    })
  })

  it("is over when that bearer of the name is gone, and says which tasks came back", () => {
    const events = [event("agent.terminated", 51, { generation: 1, released_tasks: [20] })]
    const request = {
      ...asked,
      status: "approved" as const,
      resolution: { by: "agent:bram", reason: "decided" as const, feedback: "", at: at(50) },
    }
    expect(handshakeOf({ request, agent: bram, messages: [question], events })).toMatchObject({
      phase: "left",
      leftAt: at(51),
      releasedTasks: [20],
    })
  })

  it("is not over because a later bearer of the name is gone", () => {
    const later = { ...bram, generation: 2, status: "shutdown" as const, ended_at: AT }
    expect(handshakeOf({ request: asked, agent: later, ...none }).phase).toBe("asked")
  })

  it("speaks at 30, 10 and 0 seconds only", () => {
    const said = Array.from({ length: 31 }, (_, seconds) => spoken(seconds)).filter((words) => words !== null)
    expect(said).toHaveLength(3)
    expect(secondsLeft(at(30), Date.parse(at(12)) + 400)).toBe(18)
    expect(secondsLeft(at(30), Date.parse(at(99)))).toBe(0)
  })
})

describe("what is in flight", () => {
  it("lists each thing with what becomes of it", () => {
    const lines = flightLines(
      {
        activity: { kind: "tool", tool: "bash", summary: "npm test", since: AT },
        pending_plan: null,
        claimed_tasks: [{ id: 20, subject: "Faster test images" }],
        unread: 1,
      },
      { open: true, title: "Smaller test images" },
      "working",
    )
    expect(lines.map((line) => `${line.text}${line.code ?? ""} / ${line.fate}`)).toEqual([
      "Running npm test / runs to its end, at most 2:00",
      "Gate open by “Smaller test images” / shuts",
      "Task 20, Faster test images / goes back to the board",
      "1 message not delivered / stays in the inbox",
    ])
  })

  it("says that a pending plan is withdrawn", () => {
    const flight = {
      activity: null,
      pending_plan: { request_id: "req_1", title: "Keys" },
      claimed_tasks: [],
      unread: 0,
    }
    expect(flightLines(flight, { open: false, title: null }, "waiting")).toMatchObject([{ fate: "is withdrawn" }])
    expect(askSentence("otto", "waiting")).toContain("leaves at once")
  })
})
