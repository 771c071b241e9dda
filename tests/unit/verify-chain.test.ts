// An exported timeline tells on whoever touched it: changed, removed or put in, at the right line.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Event, FIRST_PREV } from "@/lib/core/event"
import { createChainVerifier } from "@/lib/core/verify-chain"
import { eventHash } from "@/lib/server/db/append-events"

function chain(length: number): Event[] {
  const events: Event[] = []
  let prev = FIRST_PREV
  for (let seq = 1; seq <= length; seq++) {
    const event: Event = {
      seq,
      team: "team_1",
      at: new Date(1_700_000_000_000 + seq).toISOString(),
      type: "message.sent",
      agent: "otto",
      request_id: null,
      data: { n: seq, text: `event ${seq}` },
      prev,
    }
    prev = eventHash(event)
    events.push(event)
  }
  return events
}

function verify(events: unknown[], head?: string) {
  const verifier = createChainVerifier(eventHash)
  for (const event of events) verifier.add(typeof event === "string" ? event : JSON.stringify(event))
  return verifier.finish(head)
}

const length = fc.integer({ min: 3, max: 20 })

describe("verify", () => {
  it("accepts what was written", () => {
    const events = chain(12)
    expect(verify(events)).toEqual({ ok: true, events: 12, teams: 1, head: eventHash(events[11]!) })
  })

  it("names the line whose content was changed", () => {
    fc.assert(
      fc.property(length, fc.nat(), (n, pick) => {
        const events = chain(n)
        const at = pick % (n - 1)
        events[at] = { ...events[at]!, data: { n: -1 } }
        expect(verify(events)).toMatchObject({ ok: false, what: "changed", line: at + 1 })
      }),
    )
  })

  it("names the line whose link was changed", () => {
    fc.assert(
      fc.property(length, fc.nat(), (n, pick) => {
        const events = chain(n)
        const at = pick % (n - 1)
        events[at] = { ...events[at]!, prev: "f".repeat(64) }
        expect(verify(events)).toMatchObject({ ok: false, what: "changed", line: at + 1 })
      }),
    )
  })

  it("names where lines were removed", () => {
    fc.assert(
      fc.property(length, fc.nat(), (n, pick) => {
        const events = chain(n)
        const at = pick % (n - 1)
        events.splice(at, 1)
        expect(verify(events)).toMatchObject({ ok: false, what: "removed", line: at + 1 })
      }),
    )
  })

  it("names a line that was put in", () => {
    fc.assert(
      fc.property(length, fc.nat(), (n, pick) => {
        const events = chain(n)
        const at = 1 + (pick % (n - 1))
        events.splice(at, 0, { ...events[at - 1]! })
        expect(verify(events)).toMatchObject({ ok: false, what: "put in", line: at + 1 })
      }),
    )
  })

  it("tells a missing end only by the hash of the last event", () => {
    const events = chain(5)
    const head = eventHash(events[4]!)
    expect(verify(events.slice(0, 4)).ok).toBe(true)
    expect(verify(events.slice(0, 4), head).ok).toBe(false)
    expect(verify(events, head).ok).toBe(true)
  })

  it("says which line is no event at all", () => {
    expect(verify([...chain(2), "{nonsense"])).toMatchObject({ ok: false, what: "not an event", line: 3 })
  })
})
