// The estimated cost of a turn.
import { describe, expect, it } from "vitest"
import { DEFAULT_MODEL, REHEARSAL_MODEL } from "@/lib/server/model/default-model"
import { estimateCost } from "@/lib/server/model/pricing"

const MILLION = 1_000_000
const usage = (change: Partial<Parameters<typeof estimateCost>[1]>) => ({
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  ...change,
})

describe("the cost of a turn", () => {
  it.each([
    ["claude-opus-5-5", 4, 20, 0.2],
    ["claude-opus-5", 5, 25, 0.5],
    ["claude-opus-4-6", 5, 25, 0.5],
    ["claude-opus-4-5-20251101", 5, 25, 0.5],
    ["claude-opus-4-1", 15, 75, 1.5],
    ["claude-sonnet-5-5", 2, 10, 0.1],
    ["claude-sonnet-5", 2, 10, 0.2],
    ["claude-sonnet-4-5-20250929", 3, 15, 0.3],
    ["claude-haiku-4-5", 1, 5, 0.1],
    ["claude-fable-5-2", 10, 50, 0.25],
    ["claude-mythos-5", 10, 50, 1],
  ])("of %s follows its list prices", (model, input, output, cacheRead) => {
    expect(estimateCost(model, usage({ input_tokens: MILLION }))).toBeCloseTo(input)
    expect(estimateCost(model, usage({ output_tokens: MILLION }))).toBeCloseTo(output)
    expect(estimateCost(model, usage({ cache_read_tokens: MILLION }))).toBeCloseTo(cacheRead)
    expect(estimateCost(model, usage({ cache_write_tokens: MILLION }))).toBeCloseTo(input * 1.25)
  })

  it("of Haiku 5.5 depends on how long the prompt was", () => {
    expect(estimateCost("claude-haiku-5-5", usage({ input_tokens: 100_000 }))).toBeCloseTo(0.01)
    expect(estimateCost("claude-haiku-5-5", usage({ input_tokens: 200_000 }))).toBeCloseTo(0.1)
  })

  it("is nothing for a rehearsal and for a model nobody has told us the price of", () => {
    const much = usage({ input_tokens: MILLION, output_tokens: MILLION })
    expect(estimateCost(REHEARSAL_MODEL, much)).toBe(0)
    expect(estimateCost("my-own-model", much)).toBe(0)
  })

  it("of an answer under an unknown name is that of the model that was asked", () => {
    const much = usage({ input_tokens: MILLION })
    expect(estimateCost("a-proxy-s-name", much, "claude-opus-5")).toBeCloseTo(5)
    expect(estimateCost("claude-sonnet-5", much, "claude-opus-5")).toBeCloseTo(2)
  })

  it("is known for the model agents have by default", () => {
    expect(estimateCost(DEFAULT_MODEL, usage({ input_tokens: 1 }))).toBeGreaterThan(0)
  })
})
