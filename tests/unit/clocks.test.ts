// A machine's wall clock that is set while the server runs: limits, sessions and the right to an agent do not depend on it.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { takeTurn } from "@/lib/server/http/rate-limit"
import { attemptsOf } from "@/lib/server/session/attempts"
import { findSession, openSession } from "@/lib/server/session/sessions"
import { createClaims } from "@/lib/server/wakeups/claims"
import { openTestRuntime } from "@/tests/support/test-runtime"

const DAY = 86_400_000
const REAL = Date.now()
const setClock = (aheadMs: number) => vi.setSystemTime(REAL + aheadMs)

describe("a wall clock that is set", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("back by a day does not lock callers out", () => {
    const runtime = {}
    takeTurn(runtime, "caller")
    setClock(-DAY)
    expect(() => takeTurn(runtime, "caller")).not.toThrow()
  })

  it("back by a day does not make failed sign-ins last longer, and forward does not forget them", () => {
    const attempts = attemptsOf({}, { address: "10.0.0.1" })
    for (let n = 0; n < 10; n++) attempts.failed()
    for (const days of [-1, 1]) {
      setClock(days * DAY)
      const said = (() => {
        try {
          attempts.check()
          return null
        } catch (error) {
          return error as { details: { retry_after: number } }
        }
      })()
      expect(said?.details.retry_after).toBeGreaterThan(290)
      expect(said?.details.retry_after).toBeLessThanOrEqual(300)
    }
  })

  it("does not shake a claim on an agent", () => {
    const claims = createClaims(async () => [], { onLost: () => {}, onError: () => {} })
    const key = { team: "team_1", name: "otto", generation: 1 }
    const claim = claims.take({ queue: "agents", id: "1", retryCount: 0 }, key, claims.now())
    for (const days of [1, -1]) {
      setClock(days * DAY)
      expect(claims.holds(claim)).toBe(true)
      expect(claims.heldFor(claim)).toBeLessThan(5_000)
    }
  })

  it("forward by a month ends no session: the database keeps the time", async () => {
    const test = await openTestRuntime("postgres", { idle: true })
    try {
      const { secret } = await openSession(test.runtime, { subject: "human:dana", role: "viewer", label: "Dana" })
      setClock(30 * DAY)
      expect(await findSession(test.runtime, secret)).toMatchObject({ subject: "human:dana" })
    } finally {
      await test.close()
    }
  })
})
