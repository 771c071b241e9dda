// What a turn costs, estimated: list prices by model family, in dollars for a million tokens.
import "server-only"
import type { Usage } from "./model-client"

type Price = {
  input: number
  output: number /** Times the input price; writing is 1.25 everywhere. */
  cacheRead: number
}

const CACHE_WRITE = 1.25

/** The first pattern that fits decides, so newer and narrower ones stand above what they are an exception to. */
const PRICES: readonly [RegExp, Price][] = [
  [/(fable|mythos)-5-[1-9]/, { input: 10, output: 50, cacheRead: 0.025 }],
  [/fable|mythos/, { input: 10, output: 50, cacheRead: 0.1 }],
  [/opus-5-5/, { input: 4, output: 20, cacheRead: 0.05 }],
  [/opus-(5|4-[5-9])/, { input: 5, output: 25, cacheRead: 0.1 }],
  [/opus/, { input: 15, output: 75, cacheRead: 0.1 }],
  [/sonnet-5-5/, { input: 2, output: 10, cacheRead: 0.05 }],
  [/sonnet-5/, { input: 2, output: 10, cacheRead: 0.1 }],
  [/sonnet/, { input: 3, output: 15, cacheRead: 0.1 }],
  [/haiku-5-5/, { input: 0.1, output: 0.5, cacheRead: 0.1 }],
  [/3-5-haiku/, { input: 0.8, output: 4, cacheRead: 0.1 }],
  [/haiku/, { input: 1, output: 5, cacheRead: 0.1 }],
]

/** Prompts beyond this length cost five times as much on Haiku 5.5. */
const HAIKU_LONG_PROMPT = 100_000

const priceOf = (model: string) => PRICES.find(([pattern]) => pattern.test(model))?.[1]

/**
 * Zero for the rehearsal and for models whose price is not known: an estimate never invents a figure. A server that
 * answers under a name of its own is paid as the model that was asked for, or a budget would never be reached there.
 */
export function estimateCost(answered: string, usage: Usage, asked = answered): number {
  const model = priceOf(answered) ? answered : asked
  const price = priceOf(model)
  if (!price) return 0
  const prompt = usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens
  const factor = /haiku-5-5/.test(model) && prompt > HAIKU_LONG_PROMPT ? 5 : 1
  const input = usage.input_tokens + usage.cache_read_tokens * price.cacheRead + usage.cache_write_tokens * CACHE_WRITE
  return ((input * price.input + usage.output_tokens * price.output) * factor) / 1_000_000
}
