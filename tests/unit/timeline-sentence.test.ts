// Every event becomes one sentence, one drawing and one kind, from the data the server writes and from its slim form alike.
import { describe, expect, test } from "vitest"
import { EVENT_TYPES } from "@/lib/core/event"
import { drawingOf } from "@/lib/core/timeline-arrow"
import { slimEvent, type TimelineEvent } from "@/lib/core/timeline-event"
import { kindOf } from "@/lib/core/timeline-kind"
import { type SentenceContext, sentenceOf } from "@/lib/core/timeline-sentence"
import { plainWords } from "@/lib/core/timeline-words"

const event = (
  type: string,
  agent: string | null,
  data: Record<string, unknown>,
  request: string | null = null,
): TimelineEvent => ({
  seq: 1,
  at: "2025-11-18T14:02:11.000Z",
  type,
  agent,
  request_id: request,
  data,
})

const plan = (sender: string, revision = 1) => ({
  title: "Smaller test images",
  request: {
    request_id: "req_1",
    type: "plan_approval",
    sender,
    target: "lead",
    opened_by: `agent:${sender}`,
    revision,
    payload: {
      title: "Smaller test images",
      plan: "long ".repeat(2_000),
      files: [],
      commands: [],
      risk: "low",
      rollback: "",
    },
    effective_risk: "low",
    payload_sha256: "41ab",
  },
})
const leave = (by: string, reason = "") => ({
  title: "Shut down",
  request: {
    type: "shutdown",
    sender: by.startsWith("human") ? "human" : by,
    opened_by: by,
    target: "bram",
    revision: 1,
    payload: { reason },
  },
})
const decided = (type: string, status: string, by: string, more: Record<string, unknown> = {}) => ({
  request_type: type,
  status,
  resolution: { by, reason: "decided", feedback: "", ...more },
  sender: "bram",
  target: type === "shutdown" ? "bram" : "lead",
  title: "Smaller test images",
  approvals: [],
})
const call = { tool: "bash", tool_use_id: "t1", generation: 1, turn: 3 }

const SAID: [TimelineEvent, string, SentenceContext?][] = [
  [event("team.created", null, { by: "human:dana", team: { name: "ledger-api" } }), "Dana created the team ledger-api"],
  [event("team.paused", null, { reason: "budget" }), "The team pauses: its budget is spent"],
  [event("team.paused", null, { reason: "human" }), "A person paused the team"],
  [event("team.resumed", null, { by: "human:dana" }), "Dana let the team go on"],
  [event("policy.changed", null, { by: "human:dana", policy: {} }), "Dana changed the policy"],
  [event("agent.spawned", "lead", { by: "human:dana", agent: { name: "lead", kind: "lead" } }), "lead is there"],
  [
    event("agent.spawned", "otto", { by: "lead", agent: { name: "otto", kind: "teammate", role: "database" } }),
    "lead brought in otto, database",
  ],
  [event("agent.status_changed", "otto", { status: "waiting", previous: "working" }), "otto waits for a person"],
  [
    event("agent.status_changed", "otto", { status: "failed", error: "The model was overloaded." }),
    "otto gave up: “The model was overloaded.”",
  ],
  [
    event("agent.terminated", "bram", { by: "agent:bram", reason: "decided", released_tasks: [20] }),
    "bram left, task 20 is back on the board",
  ],
  [
    event("agent.terminated", "bram", { by: "human:dana", reason: "forced", released_tasks: [] }),
    "bram was ended by Dana",
  ],
  [
    event("message.sent", "bram", { from: "iris", to: "bram", message_type: "message", preview: "Which\n tag?" }),
    "iris to bram, kept until the decision: “Which tag?”",
    { kept: true },
  ],
  [
    event("message.sent", "lead", {
      from: "human",
      to: "lead",
      message_type: "message",
      preview: "Who?",
      by: "human:dana",
    }),
    "Dana to lead: “Who?”",
  ],
  [
    event("message.sent", "lead", { from: "juno", to: "lead", message_type: "result", preview: "Done." }),
    "juno reports to lead: “Done.”",
  ],
  [
    event("message.sent", "lead", { from: "bram", to: "lead", message_type: "plan_approval_request", preview: "x" }),
    "bram sent lead the plan approval request",
  ],
  [
    event("message.delivered", "bram", { from: "iris", message_type: "message", turn: 9 }),
    "bram read iris’s message in turn 9",
  ],
  [event("request.opened", "bram", plan("bram"), "req_1"), "bram submitted “Smaller test images”"],
  [event("request.opened", "bram", plan("bram", 2), "req_1"), "bram submitted revision 2, “Smaller test images”"],
  [event("request.opened", "bram", leave("human:dana"), "req_2"), "Dana asked bram to leave"],
  [
    event("request.opened", "bram", leave("lead", "Nothing left to do."), "req_2"),
    "lead asked bram to leave: “Nothing left to do.”",
  ],
  [
    event("request.recommended", "bram", { recommendation: { by: "lead", approve: true, feedback: "" } }, "req_1"),
    "lead recommends to approve",
  ],
  [
    event("request.recommended", "bram", { approvals: [{ by: "human:dana", at: "" }] }, "req_1"),
    "Dana approved; more approvals are needed",
  ],
  [
    event(
      "request.decided",
      "bram",
      decided("plan_approval", "approved", "human:dana", { feedback: "Keep the tag." }),
      "req_1",
    ),
    "Dana approved: “Keep the tag.”",
  ],
  [
    event(
      "request.decided",
      "bram",
      decided("plan_approval", "rejected", "human:dana", { comments: [{ text: "a" }, { text: "b" }, { text: "c" }] }),
      "req_1",
    ),
    "Dana rejected it with 3 comments",
  ],
  [
    event("request.decided", "bram", decided("plan_approval", "rejected", "system", { reason: "withdrawn" }), "req_1"),
    "bram’s plan was withdrawn",
  ],
  [
    event(
      "request.decided",
      "bram",
      decided("plan_approval", "rejected", "policy:deadline", { reason: "expired" }),
      "req_1",
    ),
    "bram’s plan ran out of time and counts as rejected",
  ],
  [event("request.decided", "bram", decided("shutdown", "approved", "agent:bram"), "req_2"), "bram agreed to leave"],
  [
    event(
      "request.decided",
      "bram",
      decided("shutdown", "rejected", "agent:bram", { feedback: "Tests run." }),
      "req_2",
    ),
    "bram refused to leave: “Tests run.”",
  ],
  [
    event("request.decided", "bram", decided("shutdown", "approved", "human:dana", { reason: "forced" }), "req_2"),
    "Dana ends bram by force",
  ],
  [
    event("request.decided", "bram", decided("shutdown", "approved", "system", { reason: "expired" }), "req_2"),
    "bram gave no answer in time",
  ],
  [
    event("response.forwarded", "bram", { from: "lead", to: "bram", approve: true }, "req_1"),
    "lead forwarded the answer",
  ],
  [
    event("response.ignored", "iris", { cause: "unknown_id", by: "agent:iris" }),
    "Ignored: iris answered a request nobody made",
  ],
  [event("gate.opened", "bram", { lease: { files: ["a"] } }, "req_1"), "Gate opened for bram"],
  [
    event("gate.closed", "bram", { reason: "finished", gate: "plan_required", lease_request_id: "req_1" }, "req_1"),
    "Gate shut for bram, it finished",
  ],
  [
    event("gate.blocked", "bram", { tool: "write_file", summary: "docker/test.Dockerfile", cause: "plan_required" }),
    "Blocked: bram’s write_file docker/test.Dockerfile",
  ],
  [
    event("gate.blocked", "bram", { tool: "write_file", summary: "a.ts", cause: "outside_plan" }),
    "Blocked: bram’s write_file a.ts, outside its plan",
  ],
  [event("turn.started", "bram", { turn: 9, resumed: false }), "bram began turn 9"],
  [event("turn.finished", "bram", { turn: 9, usage: {} }), "bram ended turn 9"],
  [
    event("turn.failed", "bram", { turn: 9, error: "Overloaded", retry_at: "2025-11-18T14:03:00.000Z" }),
    "bram’s turn 9 failed, it tries again: “Overloaded”",
  ],
  [event("tool.started", "iris", { ...call, summary: "npm test" }), "iris started npm test"],
  [
    event("tool.finished", "iris", { ...call, is_error: true, outcome: "exit 1", ms: 900 }),
    "iris ran npm test, exit 1",
    { summary: "npm test" },
  ],
  [
    event("tool.finished", "bram", { ...call, is_error: false, outcome: "exit 0", ms: 41_000 }),
    "bram’s npm test ended, exit 0, 41 s",
    { summary: "npm test" },
  ],
  [
    event("tool.finished", "bram", { ...call, tool: "edit_file", is_error: false, outcome: "", ms: 4 }),
    "bram edited docker/test.Dockerfile",
    { summary: "docker/test.Dockerfile" },
  ],
  [
    event("task.created", null, { task: { id: 20, subject: "Faster images", created_by: "lead" } }),
    "lead added task 20, “Faster images”",
  ],
  [
    event("task.claimed", "bram", { task_id: 20, owner: "bram", subject: "Faster images" }),
    "bram took task 20, “Faster images”",
  ],
  [
    event("task.completed", "bram", { task_id: 20, owner: "bram", subject: "Faster images" }),
    "bram completed task 20, “Faster images”",
  ],
]

describe("sentences of the timeline", () => {
  test.each(SAID.map(([given, sentence, context]) => ({ sentence, given, context })))(
    "$sentence",
    ({ given, sentence, context }) => {
      expect(plainWords(sentenceOf(given, context))).toBe(sentence)
      expect(plainWords(sentenceOf(slimEvent(given), context))).toBe(sentence)
      expect(drawingOf(slimEvent(given))).toEqual(drawingOf(given))
      expect(kindOf(slimEvent(given))).toBe(kindOf(given))
    },
  )

  test("every type of event has a sentence here", () => {
    expect(new Set(SAID.map(([given]) => given.type))).toEqual(new Set(EVENT_TYPES))
  })

  test("an event without its data is still a sentence and never an error", () => {
    for (const type of [...EVENT_TYPES, "something.new"]) {
      expect(plainWords(sentenceOf(event(type, "otto", {}))).length).toBeGreaterThan(3)
      expect(drawingOf(event(type, "otto", {})).glyph).toBeTruthy()
    }
  })

  test("a protocol this page was not written for is asked and answered in its own name", () => {
    const opened = {
      title: "Raise it to $20",
      request: { type: "budget_increase", sender: "otto", target: "lead", revision: 1 },
    }
    expect(plainWords(sentenceOf(event("request.opened", "otto", opened, "req_3")))).toBe(
      "otto asks for budget increase: “Raise it to $20”",
    )
    expect(drawingOf(event("request.opened", "otto", opened, "req_3")).arrow).toMatchObject({
      from: "otto",
      to: "lead",
      style: "ask",
    })
    const answer = event(
      "request.decided",
      "otto",
      { ...decided("budget_increase", "approved", "human:dana"), sender: "otto" },
      "req_3",
    )
    expect(plainWords(sentenceOf(answer))).toBe("Dana approved it")
    expect(drawingOf(answer)).toMatchObject({ lane: "human", glyph: "approved", arrow: { person: true } })
  })

  test("a plan's text does not travel with the slim event", () => {
    expect(JSON.stringify(slimEvent(event("request.opened", "bram", plan("bram"), "req_1"))).length).toBeLessThan(400)
  })
})

describe("drawings of the timeline", () => {
  test.each([
    [
      "a plan asks, solid, from the teammate to the lead",
      event("request.opened", "bram", plan("bram"), "req_1"),
      { from: "bram", to: "lead", style: "ask", person: false },
    ],
    [
      "a person's request is in ink",
      event("request.opened", "bram", leave("human:dana"), "req_2"),
      { from: "human", to: "bram", style: "ask", person: true },
    ],
    [
      "an answer is dashed",
      event("response.forwarded", "bram", { from: "lead", to: "bram" }, "req_1"),
      { from: "lead", to: "bram", style: "answer" },
    ],
    [
      "talk is thin",
      event("message.sent", "bram", { from: "iris", to: "bram", message_type: "message" }),
      { from: "iris", to: "bram", style: "talk" },
    ],
    [
      "what is ignored ends in a cross",
      event("response.ignored", "iris", { cause: "unknown_id", by: "agent:iris" }),
      { from: "iris", to: "lead", ignored: true },
    ],
  ])("%s", (_title, given, arrow) => {
    expect(drawingOf(given).arrow).toMatchObject(arrow)
  })

  test.each([
    [
      "a letter that carries a request",
      event("message.sent", "lead", { message_type: "plan_approval_request" }),
      "quiet",
    ],
    ["a turn", event("turn.started", "bram", {}), "quiet"],
    ["a change of status", event("agent.status_changed", "bram", { status: "idle" }), "quiet"],
    ["giving up", event("agent.status_changed", "bram", { status: "failed" }), "protocol"],
    ["looking", event("tool.finished", "bram", { tool: "read_file" }), "quiet"],
    ["a command", event("tool.started", "bram", { tool: "bash" }), "tool"],
    ["a tool of somebody else's", event("tool.finished", "bram", { tool: "deploy" }), "tool"],
    ["talk", event("message.sent", "lead", { message_type: "message" }), "talk"],
  ])("%s counts as %s", (_title, given, kind) => {
    expect(kindOf(given)).toBe(kind)
  })
})
