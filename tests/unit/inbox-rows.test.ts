// An inbox as a person reads it.
import { describe, expect, it } from "vitest"
import { inboxGroups, typesIn } from "@/components/inbox/inbox-rows"
import { summaryOf } from "@/components/inbox/inbox-summary"
import { turnNotes } from "@/components/transcript/turn-filter"
import { aMessage, anAgent, aRequest, at } from "../support/view-fixtures"

const otto = anAgent()

describe("an inbox", () => {
  it("puts what is not delivered above what is, newest first", () => {
    const groups = inboxGroups(
      otto,
      [
        aMessage({ id: "a", sent_at: at(0), delivered_at: at(1), turn: 1 }),
        aMessage({ id: "b", sent_at: at(10), delivered_at: at(11), turn: 2 }),
        aMessage({ id: "c", sent_at: at(20) }),
      ],
      [],
      null,
    )
    expect(groups.undelivered.map((row) => row.key)).toEqual(["c"])
    expect(groups.delivered.map((row) => row.key)).toEqual(["b", "a"])
  })

  it("calls mail undeliverable once its receiver is gone", () => {
    const groups = inboxGroups(anAgent({ status: "shutdown" }), [aMessage({ id: "late" })], [], null)
    expect(groups.undelivered).toEqual([])
    expect(groups.undeliverable.map((row) => row.key)).toEqual(["late"])
  })

  it("joins a plan and its answer by a bracket that spans what came in between", () => {
    const plan = aRequest({
      created_at: at(0),
      status: "approved",
      resolution: { by: "human:dana", reason: "decided", feedback: "", at: at(60) },
    })
    const groups = inboxGroups(
      otto,
      [
        aMessage({ id: "between", from: "juno", sent_at: at(30), delivered_at: at(60), turn: 9 }),
        aMessage({
          id: "answer",
          type: "plan_approval_response",
          metadata: { request_id: "req_1", approve: true },
          sent_at: at(60),
          delivered_at: at(60),
          turn: 9,
        }),
        aMessage({ id: "before", sent_at: at(-30), delivered_at: at(-29), turn: 5 }),
      ],
      [plan],
      null,
    )
    expect(groups.delivered.map((row) => [row.key, row.tie])).toEqual([
      ["answer", "first"],
      ["between", "mid"],
      ["sent-req_1", "last"],
      ["before", null],
    ])
    expect(groups.delivered.map((row) => row.keptWhileWaiting)).toEqual([false, true, false, false])
  })

  it("never lets two brackets overlap", () => {
    const answered = (id: string, from: number, to: number) =>
      aRequest({
        request_id: id,
        created_at: at(from),
        status: "rejected",
        resolution: { by: "human:dana", reason: "decided", feedback: "", at: at(to) },
      })
    const answer = (id: string, when: number) =>
      aMessage({
        id: `answer-${id}`,
        type: "plan_approval_response",
        metadata: { request_id: id },
        sent_at: at(when),
        delivered_at: at(when),
        turn: 1,
      })
    const groups = inboxGroups(
      otto,
      [answer("r1", 20), answer("r2", 30)],
      [answered("r1", 0, 20), answered("r2", 10, 30)],
      null,
    )
    expect(groups.delivered.map((row) => row.tie)).toEqual(["first", "mid", "last", null])
  })

  it("tells the lead of plans by their titles and of leavings by what was answered, and keeps nothing back from it", () => {
    const plan = aRequest({ generation: 3, revision: 2 })
    const leaving = aRequest({
      request_id: "req_2",
      type: "shutdown",
      sender: "lead",
      target: "bram",
      generation: 2,
      payload: { reason: "" },
      status: "rejected",
      created_at: at(-60),
      resolution: { by: "agent:bram", reason: "decided", feedback: "One more\ncommand.", at: at(60) },
    })
    const mail = [
      aMessage({ id: "a", to: "lead", type: "plan_approval_request", metadata: { request_id: "req_1" }, turn: 1 }),
      aMessage({ id: "b", to: "lead", type: "shutdown_response", metadata: { request_id: "req_2" }, turn: 1 }),
    ].map((message) => ({ ...message, delivered_at: at(61) }))
    const { delivered } = inboxGroups(anAgent({ name: "lead", kind: "lead" }), mail, [plan, leaving], null)
    expect(delivered.map(summaryOf).sort()).toEqual([
      "Add idempotency keys, v2",
      "Asked bram to leave",
      "bram refuses to leave: “One more command.”",
    ])
    expect(delivered.some((row) => row.keptWhileWaiting)).toBe(false)
    const told = aMessage({ type: "plan_approval_response", metadata: { request_id: "req_1", approve: true }, turn: 4 })
    expect(turnNotes([told], [plan], "otto").get(4)).toMatchObject({ kind: "under" })
    expect(turnNotes([told], [plan], "lead").size).toBe(0)
  })

  it("leaves out the requests of an earlier bearer of the name", () => {
    expect(inboxGroups(anAgent({ generation: 2 }), [], [aRequest({ generation: 1 })], null).delivered).toEqual([])
  })

  it("filters by type and counts the types there are", () => {
    const mail = [
      aMessage({ id: "a", delivered_at: at(1) }),
      aMessage({ id: "b" }),
      aMessage({ id: "c", type: "task_assigned" }),
    ]
    expect(typesIn(inboxGroups(otto, mail, [], null))).toEqual([
      { type: "message", count: 2 },
      { type: "task_assigned", count: 1 },
    ])
    expect(inboxGroups(otto, mail, [], "task_assigned").undelivered.map((row) => row.key)).toEqual(["c"])
  })
})
