// The talk with the lead: who said what, and what the lead did, in one record.
import { describe, expect, it } from "vitest"
import { sinceBoth, talkRecord, withWriting } from "@/components/team/talk-record"
import { numbered } from "@/components/team/talk-rows"
import type { Turn, TurnItem } from "@/components/transcript/turns"
import { aMessage, at } from "../support/view-fixtures"

let calls = 0
const call = (name: string, input: Record<string, unknown>, text = "", isError = false): TurnItem => {
  const id = `tool-${++calls}`
  return { kind: "tool", key: id, id, name, input, result: { text, isError } }
}
const says = (text: string): TurnItem => ({ kind: "text", key: text, text })
const turn = (no: number, when: number, ...items: TurnItem[]): Turn => ({ no, at: at(when), items })
const human = (id: string, when: number, text: string) =>
  aMessage({
    id,
    to: "lead",
    from: "human",
    content: text,
    metadata: { by: "human:dana" },
    sent_at: at(when),
    delivered_at: at(when),
    turn: 1,
  })

describe("the talk with the lead", () => {
  it("sets a person's words and the lead's in the order in which they were said", () => {
    const record = talkRecord([turn(1, 5, says("Two tracks."))], [human("m1", 0, "Go"), human("m2", 9, "Well?")])
    expect(
      record.map((item) => (item.kind === "person" ? `${item.by}: ${item.text}` : item.paragraphs.join())),
    ).toEqual(["human:dana: Go", "Two tracks.", "human:dana: Well?"])
  })

  it("groups calls of one kind into one row", () => {
    const [lead] = talkRecord(
      [
        turn(
          3,
          0,
          says("Two tracks."),
          call("spawn_teammate", { name: "otto" }),
          call("spawn_teammate", { name: "wren" }),
          call("create_task", { subject: "a" }, "Task 17 created"),
          call("create_task", { subject: "b" }, "Task 18 created"),
          call("create_task", { subject: "c" }, "Task 19 created"),
        ),
      ],
      [],
    )
    expect(lead).toMatchObject({
      kind: "lead",
      rows: [{ text: "Spawned otto and wren" }, { text: "Created tasks 17 to 19" }],
    })
  })

  it("keeps a failed call apart from those that went well", () => {
    const [lead] = talkRecord(
      [
        turn(
          1,
          0,
          call("spawn_teammate", { name: "otto" }),
          call("spawn_teammate", { name: "otto" }, "otto is alive", true),
        ),
      ],
      [],
    )
    expect(lead).toMatchObject({
      rows: [{ text: "Spawned otto" }, { text: "Spawning otto failed", detail: "otto is alive" }],
    })
  })

  it("joins a silent turn to the words before it, unless a person spoke in between", () => {
    const record = talkRecord(
      [turn(1, 0, says("a")), turn(2, 1, call("list_tasks", {})), turn(3, 9, call("list_teammates", {}))],
      [human("m1", 5, "And?")],
    )
    expect(record.map((item) => (item.kind === "lead" ? item.rows.map((row) => row.text) : "person"))).toEqual([
      ["Looked at the tasks"],
      "person",
      ["Looked at the roster"],
    ])
  })

  it("puts what reached the lead under the turn that took it, and a plan with its request", () => {
    const inbox = [
      aMessage({
        id: "r",
        to: "lead",
        from: "nils",
        type: "result",
        content: "Found it",
        sent_at: at(-60),
        turn: 2,
        delivered_at: at(0),
      }),
      aMessage({
        id: "p",
        to: "lead",
        from: "otto",
        type: "plan_approval_request",
        metadata: { request_id: "req_1" },
        sent_at: at(-5),
        turn: 2,
        delivered_at: at(0),
      }),
      aMessage({ id: "i", to: "lead", from: "nils", type: "idle_notification", turn: 2, delivered_at: at(0) }),
    ]
    const [lead] = talkRecord(
      [turn(2, 0, says("Sound."), call("review_plan", { request_id: "req_1", approve: true }))],
      inbox,
    )
    expect(lead).toMatchObject({
      rows: [
        { text: "Result from nils", detail: "Found it" },
        { icon: "plan", requestId: "req_1", text: "otto" },
      ],
    })
  })

  it("shows mail that no turn has taken yet at the end", () => {
    const waiting = aMessage({
      id: "p",
      to: "lead",
      from: "otto",
      type: "plan_approval_request",
      metadata: { request_id: "req_1" },
      sent_at: at(9),
    })
    expect(talkRecord([], [human("m1", 0, "Go"), waiting]).at(-1)).toMatchObject({
      kind: "lead",
      rows: [{ requestId: "req_1" }],
    })
  })

  it("begins where both the lead's words and the mail are at hand", () => {
    const record = talkRecord(
      [turn(1, 5, says("a")), turn(2, 30, says("b"))],
      [human("m1", 0, "Go"), human("m2", 20, "Well?")],
    )
    expect(sinceBoth(record, { entries: at(5), mail: at(20) }).map((item) => item.key)).toEqual(["m2", "turn-2"])
    expect(sinceBoth(record, { entries: null, mail: null })).toHaveLength(4)
  })

  it("shows what is being written where the answer will stand, and gives way to it", () => {
    const mail: Turn = { no: 2, at: at(1), items: [{ kind: "mail", key: "1.0", taken: [] }] }
    const live = { turn: 2, text: "Two tra", since: at(1) }
    const [before] = talkRecord(withWriting([mail], live), [])
    expect(before).toMatchObject({ key: "turn-2", paragraphs: ["Two tra"], writing: true })
    const answered: Turn = { ...mail, items: [...mail.items, says("Two tracks.")] }
    expect(talkRecord(withWriting([answered], live), [])).toMatchObject([
      { paragraphs: ["Two tracks."], writing: false },
    ])
    expect(talkRecord(withWriting([], live), [])).toMatchObject([{ key: "turn-2", at: at(1), writing: true }])
  })

  it("numbers tasks as a person would say it", () => {
    expect(numbered([4])).toBe("task 4")
    expect(numbered([4, 5])).toBe("tasks 4 and 5")
    expect(numbered([4, 5, 6])).toBe("tasks 4 to 6")
    expect(numbered([4, 7, 9])).toBe("tasks 4, 7 and 9")
  })
})
