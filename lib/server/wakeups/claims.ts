// The jobs this process holds, and for how long it may be sure of that: a claim nobody confirmed in time may be another's.
import "server-only"
import { uptime } from "node:os"
import type { AgentKey } from "@/lib/server/db/store"

/** One try at a job; a job that was taken away and given out again is another try. */
export type JobAttempt = { queue: string; id: string; retryCount: number }

/** Both clocks that nobody can set: the exact one stands still while the machine sleeps, the coarse one does not. */
type Moment = { exact: number; coarse: number }
export type Claim = { job: JobAttempt; key: AgentKey; taken: Moment; confirmed: Moment; lost: boolean }

export type Claims = {
  now(): Moment
  take(job: JobAttempt, key: AgentKey, asked: Moment): Claim
  release(claim: Claim): void
  /** Whether no other process can have taken it yet. */
  holds(claim: Claim): boolean
  heldFor(claim: Claim): number
  size(): number
  start(): void
  /** Waits until every claim was released. */
  stop(): Promise<void>
}

const BEAT_MS = 3_000
/** Others may take a job 10 s after its last heartbeat; a second less than that is sure. */
const SURE_MS = 9_000

export function createClaims(
  touch: (jobs: JobAttempt[]) => Promise<string[]>,
  { onLost, onError }: { onLost(key: AgentKey): void; onError(error: unknown): void },
): Claims {
  const held = new Set<Claim>()
  let beating: NodeJS.Timeout | null = null
  let released = () => {}

  const now = (): Moment => ({ exact: performance.now(), coarse: uptime() * 1_000 })
  const since = (moment: Moment): number => {
    const { exact, coarse } = now()
    return Math.max(exact - moment.exact, coarse - moment.coarse)
  }

  const holds = (claim: Claim): boolean => !claim.lost && since(claim.confirmed) < SURE_MS

  async function beat(): Promise<void> {
    const all = [...held].filter((claim) => !claim.lost)
    for (const claim of all) if (!holds(claim)) onLost(claim.key)
    if (all.length === 0) return
    const asked = now()
    const kept = new Set(await touch(all.map((claim) => claim.job)))
    for (const claim of all) {
      if (kept.has(claim.job.id)) claim.confirmed = asked
      else if (held.has(claim)) {
        claim.lost = true
        onLost(claim.key)
      }
    }
  }

  return {
    now,
    take: (job, key, asked) => {
      const claim = { job, key, taken: asked, confirmed: asked, lost: false }
      held.add(claim)
      return claim
    },
    release: (claim) => {
      held.delete(claim)
      if (held.size === 0) released()
    },
    holds,
    heldFor: (claim) => since(claim.taken),
    size: () => held.size,
    start: () => {
      beating = setInterval(() => beat().catch(onError), BEAT_MS)
    },
    stop: async () => {
      if (held.size > 0)
        await new Promise<void>((resolve) => {
          released = resolve
        })
      if (beating) clearInterval(beating)
    },
  }
}
