// The benchmark's arithmetic: percentiles that were really measured, ratios to a limit, and targets met or missed.
import { describe, expect, it } from "vitest"
import { figure, judged, times } from "@/lib/cli/bench/figure"
import { percentile, spreadOf } from "@/lib/cli/bench/statistics"

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

describe("a percentile", () => {
  it("is the smallest sample that this share of all samples does not exceed, in whatever order they came", () => {
    expect(spreadOf(hundred)).toEqual({ count: 100, min: 1, p50: 50, p95: 95, p99: 99, max: 100 })
  })

  it("of a single sample is that sample, and of none is no number", () => {
    expect(percentile([7], 0.01)).toBe(7)
    expect(percentile([7], 0.99)).toBe(7)
    expect(percentile([], 0.5)).toBeNaN()
  })

  it("leaves its samples as they were", () => {
    const samples = [3, 1, 2]
    percentile(samples, 0.5)
    expect(samples).toEqual([3, 1, 2])
  })
})

describe("a figure", () => {
  const limits = new Map([["commit embedded" as const, 0.5]])

  it("says how many of its limit fit into it, and of a rate which part of the limit's rate it reaches", () => {
    const time = times("decisions", "embedded", [2, 2, 2], { limit: "commit embedded", show: ["p50"] })
    const rate = figure("roundtrips", 200, "/s", { what: "embedded", limit: "commit embedded" })
    expect(judged([...time, rate], limits).map((each) => each.ratio)).toEqual([4, 0.1])
  })

  it("meets its target or misses it, at the edge too, and without one does neither", () => {
    const against = (value: number, target?: { most?: number; least?: number }) =>
      judged([figure("any", value, "ms", { what: "any", ...(target ? { target } : {}) })], limits)[0]?.met
    expect(against(3, { most: 3 })).toBe(true)
    expect(against(3.1, { most: 3 })).toBe(false)
    expect(against(199, { least: 200 })).toBe(false)
    expect(against(1)).toBeUndefined()
  })
})
