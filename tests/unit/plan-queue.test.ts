// The queue: its order, why it holds still, what may be approved together, and the two presses of a high risk.
import { describe, expect, test } from "vitest"
import { checkBulk } from "@/components/queue/bulk"
import { isStray, OPEN_BAR, pressed } from "@/components/queue/decision-machine"
import { inOrder, NO_FILTER, passes, type Queue } from "@/components/queue/queue-order"
import {
  bringIn,
  moveOn,
  receiveQueue,
  replaceRequest,
  showArrivals,
  startQueue,
  successorOf,
  waitingCount,
} from "@/components/queue/queue-state"
import type { QueueItem } from "@/lib/core/page-views"
import { DEFAULT_POLICY, type Risk } from "@/lib/core/policy"
import { aRequest, at } from "../support/view-fixtures"

type Given = {
  holds?: string[]
  waited?: number
  risk?: Risk
  approve?: boolean
  title?: string
  status?: "pending" | "approved"
}
const item = (id: string, given: Given = {}): QueueItem => ({
  request: aRequest({
    request_id: id,
    status: given.status ?? "pending",
    effective_risk: given.risk ?? "low",
    created_at: at(-(given.waited ?? 0)),
    recommendation:
      given.approve === undefined ? null : { by: "lead", approve: given.approve, feedback: "", at: at(0) },
  }),
  title: given.title ?? `Plan ${id}`,
  team: { id: "team_1", name: "ledger-api", workspace: "/w", policy: DEFAULT_POLICY, machine: null },
  agent: {
    name: "otto",
    generation: 1,
    role: "database",
    status: "waiting",
    activity: null,
    model: "m",
    kind: "teammate",
  },
  holds_up: { tasks: [], agents: given.holds ?? [] },
  task: null,
  needs_person: true,
})
const queue = (...waiting: QueueItem[]): Queue => ({ waiting, under_way: [], decided_today: [] })
const approved = (id: string) => aRequest({ request_id: id, status: "approved" })

describe("order", () => {
  test("what holds up more comes first, then what has waited longer", () => {
    const items = [
      item("a", { waited: 48 }),
      item("b", { waited: 1260 }),
      item("c", { holds: ["iris"], waited: 360 }),
      item("d", { holds: ["iris", "bram"] }),
    ]
    expect(inOrder(items).map((i) => i.request.request_id)).toEqual(["d", "c", "b", "a"])
    expect(inOrder(items, "wait").map((i) => i.request.request_id)).toEqual(["b", "c", "a", "d"])
  })

  test("a filter needs every word somewhere and every choice met", () => {
    const one = item("a", { title: "Add idempotency keys", risk: "high" })
    expect(passes(one, { ...NO_FILTER, text: "KEYS ledger" })).toBe(true)
    expect(passes(one, { ...NO_FILTER, text: "keys storefront" })).toBe(false)
    expect(passes(one, { ...NO_FILTER, risk: "high", agent: "otto", team: "team_1", type: "plan_approval" })).toBe(true)
    expect(passes(one, { ...NO_FILTER, risk: "low" })).toBe(false)
  })
})

describe("holding still", () => {
  const start = startQueue(queue(item("a", { waited: 10 }), item("b", { waited: 5 })))

  test("an arrival waits behind its row, however much it holds up, until it is asked for", () => {
    const next = receiveQueue(
      start,
      queue(item("c", { holds: ["iris"] }), item("a", { waited: 10 }), item("b", { waited: 5 })),
    )
    expect(next.shown).toEqual(["a", "b"])
    expect(next.arrivals).toEqual(["c"])
    expect(waitingCount(next)).toBe(3)
    expect(showArrivals(next, "a")).toMatchObject({ shown: ["c", "a", "b"], arrivals: [] })
  })

  test("an item that holds up more now keeps its place until then", () => {
    const next = receiveQueue(start, queue(item("b", { waited: 5, holds: ["iris"] }), item("a", { waited: 10 })))
    expect(next.shown).toEqual(["a", "b"])
    expect(showArrivals(next, null).shown).toEqual(["b", "a"])
  })

  test("a decided item stays with its mark until one moves on", () => {
    const decided = receiveQueue(start, {
      ...queue(item("b", { waited: 5 })),
      decided_today: [item("a", { status: "approved" })],
    })
    expect(decided.shown).toEqual(["a", "b"])
    expect(waitingCount(decided)).toBe(1)
    expect(moveOn(decided, "a").shown).toEqual(["a", "b"])
    expect(moveOn(decided, "b").shown).toEqual(["b"])
  })

  test("with nothing left that waits, an arrival is shown at once", () => {
    const done = replaceRequest(replaceRequest(start, approved("a")), approved("b"))
    expect(receiveQueue(done, queue(item("c")))).toMatchObject({ shown: ["a", "b", "c"], arrivals: [] })
  })

  test("an answer given here is not undone by a page that was read a moment before it", () => {
    const done = replaceRequest(start, approved("a"))
    const next = receiveQueue(done, queue(item("a", { waited: 10 }), item("b", { waited: 5 })))
    expect(next.items.a?.request.status).toBe("approved")
  })

  test("a revision opened by a link takes the place of the one it replaces; any other arrival comes last", () => {
    const two = item("c")
    two.request = { ...two.request, previous: "a", revision: 2 }
    const gone = {
      ...queue(two, item("d"), item("b", { waited: 5 })),
      decided_today: [item("a", { status: "approved" })],
    }
    const next = receiveQueue(start, gone)
    expect(bringIn(next, "c")).toMatchObject({ shown: ["c", "b"], arrivals: ["d"] })
    expect(bringIn(next, "d")).toMatchObject({ shown: ["a", "b", "d"], arrivals: ["c"] })
  })

  test("the revision that followed a request is found", () => {
    const two = item("c")
    two.request = { ...two.request, previous: "a", revision: 2 }
    const next = receiveQueue(start, queue(two, item("b", { waited: 5 })))
    expect(successorOf(next, start.items.a!.request)?.request.request_id).toBe("c")
    expect(successorOf(next, start.items.b!.request)).toBeUndefined()
  })
})

describe("several at once", () => {
  const opened = new Set(["a", "b", "c"])
  test("low risk, recommended and opened may go together", () => {
    const check = checkBulk([item("a", { approve: true }), item("b", { approve: true })], opened)
    expect(check).toMatchObject({ reason: null, label: "Approve 2 low-risk plans" })
  })

  test.each([
    ["not low risk", item("a", { approve: true, risk: "medium" })],
    ["not recommended by the lead", item("a", { approve: false })],
    ["not recommended by the lead", item("a")],
    ["not opened by you yet", item("x", { approve: true })],
    ["already decided", item("a", { approve: true, status: "approved" })],
  ])("one that is %s keeps the others from going", (why, bad) => {
    const check = checkBulk([item("b", { approve: true }), bad], opened)
    expect(check.reason).toBe(`1 of 2 cannot go along: ${why}.`)
  })
})

describe("deciding", () => {
  test("low and medium risk go with one press", () => {
    expect(pressed(OPEN_BAR, { type: "approve", highRisk: false })).toMatchObject({
      send: true,
      bar: { mode: "sending" },
    })
  })

  test("a high risk takes a second press, and forgets the first when one looks away", () => {
    const first = pressed(OPEN_BAR, { type: "approve", highRisk: true })
    expect(first).toMatchObject({ send: false, bar: { mode: "armed" } })
    expect(pressed(first.bar, { type: "approve", highRisk: true })).toMatchObject({
      send: true,
      bar: { mode: "sending" },
    })
    const away = pressed(first.bar, { type: "disarm" })
    expect(pressed(away.bar, { type: "approve", highRisk: true })).toMatchObject({
      send: false,
      bar: { mode: "armed" },
    })
  })

  test("while one decision is on its way another press does nothing", () => {
    const { bar } = pressed(OPEN_BAR, { type: "approve", highRisk: false })
    expect(pressed(bar, { type: "approve", highRisk: false })).toEqual({ bar, send: false })
    expect(pressed(bar, { type: "reject" })).toEqual({ bar, send: false })
  })

  test("a refusal gives the bar back with the reason, and a high risk asks twice again", () => {
    const sending = pressed(pressed(OPEN_BAR, { type: "approve", highRisk: true }).bar, {
      type: "approve",
      highRisk: true,
    }).bar
    const back = pressed(sending, { type: "refused", reason: "No." })
    expect(back.bar).toMatchObject({ mode: "open", refusal: "No." })
    expect(pressed(back.bar, { type: "approve", highRisk: true })).toMatchObject({
      send: false,
      bar: { mode: "armed", refusal: null },
    })
  })

  test("a press within 400 ms of another plan coming into view is not meant for it", () => {
    expect(isStray(1_399, 1_000)).toBe(true)
    expect(isStray(1_400, 1_000)).toBe(false)
  })
})
