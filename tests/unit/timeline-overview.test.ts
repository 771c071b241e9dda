// The strip, the lanes and a request's life: what a person sees beside the rows, from plain data.
import { describe, expect, test } from "vitest"
import { windowAt } from "@/components/timeline/use-fixed-rows"
import type { TimelineOverview } from "@/lib/core/page-views"
import type { TimelineEvent } from "@/lib/core/timeline-event"
import { type LaneCandidate, layoutLanes } from "@/lib/core/timeline-lanes"
import { lifeHead, lifeSteps } from "@/lib/core/timeline-life"
import { growOverview, overviewBars, overviewScale, seqAtTime, waitBars } from "@/lib/core/timeline-overview"

const at = (clock: string, day = 17) => `2025-11-${day}T${clock}:00.000Z`
const bucket = (from: string, to: string, first_seq: number, count = 100) => ({ from, to, first_seq, count })

/** Two working days with a night between them. */
const TWO_DAYS: TimelineOverview = {
  first_at: at("09:00"),
  last_at: at("12:00", 18),
  total: 500,
  buckets: [
    bucket(at("09:00"), at("11:00"), 1),
    bucket(at("11:00"), at("14:00"), 101),
    bucket(at("14:00"), at("17:00"), 201),
    bucket(at("17:00"), at("09:00", 18), 301),
    bucket(at("09:00", 18), at("12:00", 18), 401),
  ],
  waits: [
    { request_id: "a", from: at("10:00"), to: at("12:00") },
    { request_id: "b", from: at("11:00"), to: at("13:00") },
    { request_id: "c", from: at("11:00", 18), to: null },
  ],
}

describe("the strip above the timeline", () => {
  const scale = overviewScale(TWO_DAYS)

  test("a night takes little room, the days share the rest by their length", () => {
    const night = scale.x(Date.parse(at("09:00", 18))) - scale.x(Date.parse(at("17:00")))
    expect(night).toBeLessThan(0.03)
    const morning = scale.x(Date.parse(at("12:00"))) - scale.x(Date.parse(at("09:00")))
    expect(morning).toBeGreaterThan(0.2)
  })

  test("the way to a place and back ends where it began", () => {
    for (const clock of ["09:30", "13:00", "16:59"]) {
      const time = Date.parse(at(clock))
      expect(Math.abs(scale.at(scale.x(time)) - time)).toBeLessThan(1_000)
    }
    expect(scale.x(Date.parse(at("09:00")))).toBe(0)
    expect(scale.x(Date.parse(at("12:00", 18)))).toBe(1)
  })

  test("a moment leads to the event nearest to it", () => {
    expect(seqAtTime(TWO_DAYS, Date.parse(at("09:00")))).toBe(1)
    expect(seqAtTime(TWO_DAYS, Date.parse(at("12:30")))).toBe(151)
    expect(seqAtTime(TWO_DAYS, Date.parse(at("23:00", 19)))).toBe(500)
  })

  test("bars count every event of the day and none of the night", () => {
    const bars = overviewBars(TWO_DAYS, scale, 100)
    expect(bars.reduce((sum, count) => sum + count, 0)).toBe(400)
  })

  test("two waits at once are drawn in two rows, an open one reaches the end", () => {
    const bars = waitBars(TWO_DAYS, scale)
    expect(bars.map((bar) => bar.row)).toEqual([0, 1, 0])
    expect(bars[2]!.x + bars[2]!.width).toBeCloseTo(1)
  })

  test("new events move the end, open waits and close them", () => {
    const event = (seq: number, type: string, data: Record<string, unknown>): TimelineEvent => ({
      seq,
      at: at("12:30", 18),
      type,
      agent: "otto",
      request_id: "d",
      data,
    })
    const opened = growOverview(TWO_DAYS, [event(501, "request.opened", { request: { type: "plan_approval" } })])
    expect(opened).toMatchObject({ total: 501, last_at: at("12:30", 18) })
    expect(opened.waits.at(-1)).toEqual({ request_id: "d", from: at("12:30", 18), to: null })
    const decided = growOverview(opened, [event(502, "request.decided", {})])
    expect(decided.waits.at(-1)?.to).toBe(at("12:30", 18))
  })

  test("an empty history has a scale too", () => {
    const none = overviewScale({ first_at: null, last_at: null, total: 0, buckets: [], waits: [] })
    expect(none.x(5)).toBeGreaterThanOrEqual(0)
  })
})

describe("lanes", () => {
  const lane = (name: string, state: LaneCandidate["state"] = "idle", inView = false): LaneCandidate => ({
    name,
    state,
    inView,
  })
  const team = [
    lane("human"),
    lane("lead"),
    lane("otto", "waiting", true),
    lane("wren", "working"),
    lane("juno"),
    lane("tess"),
  ]

  test("all stand side by side while they fit", () => {
    expect(layoutLanes(team, 600, false)).toEqual({
      lanes: ["human", "lead", "otto", "wren", "juno", "tess"],
      width: 84,
      folded: [],
    })
  })

  test("quiet agents fold first, the person and the lead never", () => {
    expect(layoutLanes(team, 400, false)).toEqual({
      lanes: ["human", "lead", "otto", "wren"],
      width: 84,
      folded: ["juno", "tess"],
    })
    expect(layoutLanes(team, 48, false)).toMatchObject({ lanes: ["human", "lead"], width: 24 })
  })

  test("unfolded they become narrow instead", () => {
    expect(layoutLanes(team, 400, true)).toMatchObject({ width: 56, folded: [] })
    expect(layoutLanes(team, 200, true)).toMatchObject({ width: 24, folded: [] })
  })
})

describe("the window over the rows", () => {
  test("it covers what is in sight with rows to spare on both sides, and never more than there are", () => {
    const seen = windowAt(50_000 * 28, 700, 28, 100_000)
    expect(seen.first).toBeLessThanOrEqual(50_000 - 12)
    expect(seen.last).toBeGreaterThanOrEqual(50_025 + 12)
    expect(seen.last - seen.first).toBeLessThan(80)
    expect(windowAt(0, 700, 28, 10)).toEqual({ first: 0, last: 10 })
    expect(windowAt(-28, 700, 28, 0)).toEqual({ first: 0, last: 0 })
  })

  test("it stays the same for most steps of a scroll", () => {
    const windows = new Set(
      Array.from({ length: 80 }, (_, row) => JSON.stringify(windowAt((1_000 + row) * 28, 700, 28, 9_000))),
    )
    expect(windows.size).toBeLessThanOrEqual(21)
  })
})

describe("the life of a request", () => {
  const step = (seq: number, clock: string, type: string, data: Record<string, unknown> = {}): TimelineEvent => ({
    seq,
    at: `2025-11-18T${clock}Z`,
    type,
    agent: "bram",
    request_id: "req_1",
    data,
  })
  const asked = step(1, "14:05:02.000", "request.opened", {
    title: "Smaller test images",
    request: {
      type: "plan_approval",
      sender: "bram",
      opened_by: "agent:bram",
      revision: 1,
      effective_risk: "low",
      payload_sha256: "41ab",
    },
  })
  const advised = step(2, "14:06:00.000", "request.recommended", {
    recommendation: { by: "lead", approve: true, feedback: "Sound." },
  })
  const approved = step(3, "14:11:18.000", "request.decided", {
    request_type: "plan_approval",
    status: "approved",
    resolution: { by: "human:dana", reason: "decided", feedback: "Keep the old tag." },
    sender: "bram",
  })
  const after = [
    step(4, "14:11:18.001", "response.forwarded", { from: "lead", to: "bram" }),
    step(5, "14:11:18.002", "gate.opened"),
    step(6, "14:11:18.008", "turn.started", { turn: 9 }),
    step(7, "14:20:56.000", "gate.closed", { reason: "shutdown" }),
  ]

  test("an open request waits from its opening until now", () => {
    const steps = lifeSteps([asked, advised])
    expect(steps.map((each) => each.waiting)).toEqual([true, true])
    expect(steps[0]!.held).toEqual({ until: null })
    expect(lifeHead([asked]).standing).toBe("Waits for a person")
  })

  test("a decided one tells every step, the wait, and the milliseconds after the decision", () => {
    const steps = lifeSteps([asked, advised, approved, ...after])
    expect(steps.map((each) => each.text)).toEqual([
      "bram submitted it",
      "lead recommends to approve",
      "Dana approved it",
      "lead forwarded the answer",
      "Gate opened",
      "bram went on, turn 9",
      "Gate shut, bram left",
    ])
    expect(steps.map((each) => each.gap)).toEqual([null, null, null, 1, 1, 6, null])
    expect(steps.map((each) => each.waiting)).toEqual([true, true, false, false, false, false, false])
    expect(lifeHead([asked, approved, ...after])).toMatchObject({
      title: "Smaller test images",
      standing: "Approved by Dana, carried out by bram",
      mark: "approved",
      digest: "41ab",
    })
  })
})
