// Limits on trying: failed sign-ins by address, by account and over all; a window that slides by being counted in buckets.
import "server-only"
import { AppError } from "@/lib/core/errors"
import { runtimeSlot } from "./runtime-slot"

type Rule = { max: number; seconds: number }

const RULES = {
  address: { max: 10, seconds: 300 },
  // Wider than what one address may try: one stranger alone cannot keep a person out.
  account: { max: 20, seconds: 900 },
  all: { max: 100, seconds: 60 },
} as const satisfies Record<string, Rule>

/** Enough to remember an attack from many addresses without growing for ever. */
const MAX_KEYS = 10_000

export type Attempts = { check(): void; failed(): void; succeeded(): void }
type Failures = Map<string, number[]>

/** The counters that one attempt touches. `account` is missing where a secret is tried that names nobody. */
export function attemptsOf(runtime: object, from: { address: string; account?: string }): Attempts {
  const failures = runtimeSlot<Failures>(runtime, "failed-attempts", () => new Map())
  const keys: [string, Rule][] = [
    [`address ${from.address}`, RULES.address],
    ["all", RULES.all],
    ...(from.account ? [[`account ${from.account}`, RULES.account] as [string, Rule]] : []),
  ]
  return {
    check: () => {
      const now = performance.now()
      for (const [key, rule] of keys) {
        const recent = (failures.get(key) ?? []).filter((at) => at > now - rule.seconds * 1_000)
        if (recent.length < rule.max) continue
        const seconds = Math.ceil((recent[0]! + rule.seconds * 1_000 - now) / 1_000)
        throw new AppError("too_many", `Too many failed attempts to sign in. Try again in ${seconds} seconds.`, {
          details: { retry_after: seconds },
        })
      }
    },
    failed: () => {
      const now = performance.now()
      for (const [key, rule] of keys) {
        const recent = (failures.get(key) ?? []).filter((at) => at > now - rule.seconds * 1_000)
        // Deleting first keeps the map in order of last use, so that the oldest is the first to be forgotten.
        failures.delete(key)
        failures.set(key, [...recent, now].slice(-rule.max))
      }
      while (failures.size > MAX_KEYS) failures.delete(failures.keys().next().value!)
    },
    succeeded: () => {
      for (const [key] of keys)
        if (key === "all") failures.set(key, (failures.get(key) ?? []).slice(0, -1))
        else failures.delete(key)
    },
  }
}
