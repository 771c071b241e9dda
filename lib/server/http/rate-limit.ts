// How fast one caller may call: a bucket that refills, wide enough that only a loop gone wrong notices it.
import "server-only"
import { AppError } from "@/lib/core/errors"
import { runtimeSlot } from "@/lib/server/session/runtime-slot"

const BURST = 10_000
const PER_SECOND = 1_000
const MAX_CALLERS = 10_000

type Bucket = { left: number; at: number }

export function takeTurn(runtime: object, caller: string, now = performance.now()): void {
  const buckets = runtimeSlot(runtime, "rate-limit", () => new Map<string, Bucket>())
  const bucket = buckets.get(caller) ?? { left: BURST, at: now }
  const left = Math.min(BURST, bucket.left + ((now - bucket.at) / 1_000) * PER_SECOND)
  if (left < 1)
    throw new AppError("too_many", "Too many calls in a short time. Try again in a second.", {
      details: { retry_after: 1 },
    })
  buckets.delete(caller)
  buckets.set(caller, { left: left - 1, at: now })
  if (buckets.size > MAX_CALLERS) buckets.delete(buckets.keys().next().value!)
}
