// Tokens and money in a few characters: `840`, `84k`, `1.2M`; `$0.41`, `$10`.
import type { Usage } from "@/lib/core/agent"

export const tokensOf = (usage: Usage): number =>
  usage.input_tokens + usage.output_tokens + usage.cache_read_tokens + usage.cache_write_tokens

export function tokenWords(count: number): string {
  if (count < 1_000) return String(count)
  if (count < 999_500) return `${Math.round(count / 1_000)}k`
  return `${(count / 1_000_000).toFixed(count < 9_950_000 ? 1 : 0)}M`
}

/** Cents always, except for round amounts a person has set. */
export const moneyWords = (usd: number): string => `$${usd.toFixed(2)}`
export const budgetWords = (usd: number): string => (Number.isInteger(usd) ? `$${usd}` : moneyWords(usd))

/** How much of the input came from the prompt cache, in whole per cent; null before anything was read. */
export function cacheShare(usage: Usage): number | null {
  const input = usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens
  return input === 0 ? null : Math.round((usage.cache_read_tokens / input) * 100)
}
