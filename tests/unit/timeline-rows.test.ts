// The timeline's rows: however the events arrive, each row draws what a fold from the very first event would draw.
import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { TimelineEvent } from "@/lib/core/timeline-event"
import { DEFAULT_FILTER, type TimelineFilter } from "@/lib/core/timeline-kind"
import { BLOCK } from "@/lib/core/timeline-log"
import { TimelineRows } from "@/lib/core/timeline-rows"
import { advance, EMPTY_START, laneState, startState, type TimelineStart } from "@/lib/core/timeline-state"
import { tell } from "./timeline-story"

const LANES = ["human", "lead", "otto", "wren", "iris", "bram", "juno", "nils", "tess", "kit"]
const ALL: TimelineFilter = { ...DEFAULT_FILTER, kinds: "all" }

/** The slow and plain way: the state before each event, and after the last. */
function statesOf(events: readonly TimelineEvent[]) {
  const state = startState(EMPTY_START)
  const seen = () => ({
    lanes: LANES.map((lane) => laneState(state, lane)),
    threads: state.threads.map((thread) => thread.id),
    start: { lanes: Object.fromEntries(state.lanes), threads: state.threads } satisfies TimelineStart,
  })
  const states = [seen()]
  for (const event of events) {
    advance(state, event)
    states.push(seen())
  }
  return states
}

const stories = fc.record({ seed: fc.integer({ min: 1, max: 1e6 }), count: fc.integer({ min: 1, max: 900 }) })

describe("rows of the timeline", () => {
  test("rows made in pieces, from the middle outwards, are the rows made from the beginning", () => {
    fc.assert(
      fc.property(
        stories,
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 8 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        ({ seed, count }, sizes, where) => {
          const events = tell(seed, count)
          const states = statesOf(events)
          let from = Math.floor(where * (count - 1))
          let to = Math.min(count, from + sizes[0]!)
          const rows = new TimelineRows(states[from]!.start, events.slice(from, to), ALL)
          for (let step = 0; from > 0 || to < count; step++) {
            const size = sizes[step % sizes.length]!
            if (step % 2 === 0 && from > 0) {
              const earlier = Math.max(0, from - size)
              expect(rows.prepend(states[earlier]!.start, events.slice(earlier, from))).toBe(true)
              from = earlier
            } else {
              rows.append(events.slice(to, to + size))
              to = Math.min(count, to + size)
            }
          }
          expect(rows.count).toBe(count)
          for (let index = 0; index < count; index++) {
            const row = rows.row(index, LANES)
            expect(row.above).toEqual(states[index]!.lanes)
            expect(row.below).toEqual(states[index + 1]!.lanes)
            const drawn = row.threads.filter((thread) => thread.above).length
            const hidden = states[index]!.threads.filter((id) => rows.log.slots.get(id) === -1).length
            expect(drawn + hidden).toBe(states[index]!.threads.length)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test("the lanes leave every row as they enter the next, whatever the filter hides", () => {
    const filters = fc.record({
      kinds: fc.constantFrom("protocol_tools", "protocol", "tools", "talk", "all"),
      agents: fc.option(fc.subarray(LANES, { minLength: 1 }), { nil: null }),
      request: fc.constant(null),
      protocol: fc.constantFrom(null, "shutdown", "plan_approval"),
    }) as fc.Arbitrary<TimelineFilter>
    fc.assert(
      fc.property(stories, filters, ({ seed, count }, filter) => {
        const events = tell(seed, count)
        const rows = new TimelineRows(EMPTY_START, events, filter)
        for (let index = 0; index + 1 < rows.count; index++) {
          const here = rows.row(index, LANES)
          const next = rows.row(index + 1, LANES)
          expect(next.above).toEqual(here.below)
          const leaving = here.threads.filter((thread) => thread.below).map(({ id, slot }) => `${id} ${slot}`)
          const entering = next.threads.filter((thread) => thread.above).map(({ id, slot }) => `${id} ${slot}`)
          expect(entering.toSorted()).toEqual(leaving.toSorted())
        }
        if (rows.count > 0) expect(rows.row(rows.count - 1, LANES).below).toEqual(statesOf(events).at(-1)!.lanes)
      }),
      { numRuns: 60 },
    )
  })

  test("two open requests never share a column in one half of a row", () => {
    fc.assert(
      fc.property(stories, ({ seed, count }) => {
        const events = tell(seed, count)
        const states = statesOf(events)
        const middle = Math.floor(count / 2)
        const rows = new TimelineRows(states[middle]!.start, events.slice(middle), ALL)
        if (middle > 0) rows.prepend(EMPTY_START, events.slice(0, middle))
        for (let index = 0; index < rows.count; index++)
          for (const half of ["above", "below"] as const) {
            const slots = rows
              .row(index, LANES)
              .threads.filter((thread) => thread[half])
              .map((thread) => thread.slot)
            expect(new Set(slots).size).toBe(slots.length)
          }
      }),
      { numRuns: 40 },
    )
  })

  test("a row far into a long history is drawn without the rows between", () => {
    const events = tell(7, 4_000)
    const whole = new TimelineRows(EMPTY_START, events, ALL)
    const jumped = new TimelineRows(EMPTY_START, events, ALL)
    expect(jumped.row(3_333, LANES)).toEqual(whole.row(3_333, LANES))
    expect(3_333 % BLOCK).toBeGreaterThan(0)
  })

  test("events that come one by one leave the same rows as events that come at once", () => {
    fc.assert(
      fc.property(stories, ({ seed, count }) => {
        const events = tell(seed, count)
        const slowly = new TimelineRows(EMPTY_START, events.slice(0, 1))
        for (const event of events.slice(1)) slowly.append([event])
        const atOnce = new TimelineRows(EMPTY_START, events)
        const seen = (rows: TimelineRows) => Array.from({ length: rows.count }, (_, index) => rows.row(index, LANES))
        expect(seen(slowly)).toEqual(seen(atOnce))
      }),
      { numRuns: 30 },
    )
  })

  test("a command that ends at once is one row, a longer one is two", () => {
    const call = (seq: number, type: string, id: string, ms: number): TimelineEvent => ({
      seq,
      at: "2025-11-18T10:00:00.000Z",
      type,
      agent: "iris",
      request_id: null,
      data: { tool: "bash", tool_use_id: id, summary: "npm test", outcome: "exit 0", ms },
    })
    const rows = new TimelineRows(EMPTY_START, [call(1, "tool.started", "a", 0), call(2, "tool.started", "b", 0)])
    expect(rows.count).toBe(2)
    rows.append([call(3, "tool.finished", "a", 40), call(4, "tool.finished", "b", 41_000)])
    expect([0, 1, 2].map((index) => rows.seqAt(index))).toEqual([2, 3, 4])
    expect(rows.count).toBe(3)
  })

  test("a new event keeps the rows before the newest as they are, object for object", () => {
    const events = tell(3, 400)
    const rows = new TimelineRows(EMPTY_START, events.slice(0, 399))
    const before = Array.from({ length: rows.count }, (_, index) => rows.row(index, LANES))
    rows.append(events.slice(399))
    for (let index = 0; index + 1 < before.length; index++) expect(rows.row(index, LANES)).toBe(before[index])
  })

  test("who is there can be asked for any moment, also one that is no longer loaded", () => {
    const events = tell(9, 900)
    const states = statesOf(events)
    const rows = new TimelineRows(states[500]!.start, events.slice(500), ALL)
    const present = (seq: number) =>
      LANES.map((lane) => (lane === "human" ? "idle" : (rows.log.presentBefore(seq).get(lane) ?? "none")))
    expect(present(700)).toEqual(states[699]!.lanes)
    expect(present(3)).toEqual(states[500]!.lanes)
    expect(present(5_000)).toEqual(states[900]!.lanes)
  })

  test("an event that was there already, or that leaves a gap, changes nothing", () => {
    const events = tell(3, 50)
    const rows = new TimelineRows(EMPTY_START, events.slice(0, 40), ALL)
    expect(rows.append(events.slice(30, 40))).toBe(0)
    expect(rows.append(events.slice(45))).toBe(0)
    expect(rows.append(events.slice(38, 44))).toBe(4)
    expect(rows.log.last).toBe(44)
  })

  test("a call that ended in a later page learns what it ran when the earlier page comes", () => {
    const base = { at: "2025-11-18T10:00:00.000Z", agent: "iris", request_id: null }
    const start: TimelineEvent = {
      ...base,
      seq: 1,
      type: "tool.started",
      data: { tool: "bash", tool_use_id: "t1", summary: "npm test" },
    }
    const end: TimelineEvent = {
      ...base,
      seq: 2,
      type: "tool.finished",
      data: { tool: "bash", tool_use_id: "t1", outcome: "exit 0", ms: 5 },
    }
    const rows = new TimelineRows(EMPTY_START, [end], ALL)
    expect(rows.row(0, LANES).context.summary).toBeUndefined()
    rows.prepend(EMPTY_START, [start])
    expect(rows.row(1, LANES).context.summary).toBe("npm test")
  })

  test("rows of one burst tell the milliseconds since the row before, others stand for themselves", () => {
    const event = (seq: number, at: string): TimelineEvent => ({
      seq,
      at,
      type: "gate.opened",
      agent: "bram",
      request_id: null,
      data: {},
    })
    const rows = new TimelineRows(EMPTY_START, [
      event(1, "2025-11-18T14:11:18.000Z"),
      event(2, "2025-11-18T14:11:18.001Z"),
      event(3, "2025-11-18T14:12:05.000Z"),
    ])
    expect([0, 1, 2].map((index) => rows.row(index, LANES).gap)).toEqual([null, 1, null])
  })
})
