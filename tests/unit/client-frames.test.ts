// What the browser accepts from the stream is what the schemas accept, though it carries no schemas.
import fc from "fast-check"
import { expect, test, vi } from "vitest"
import { itemOf } from "@/lib/client/event-feed"
import { Delta, Event } from "@/lib/core/event"
import { DEFAULT_POLICY, Policy } from "@/lib/core/policy"

const event = { seq: 1, team: "t", at: "now", type: "turn.started", agent: null, request_id: "r", data: {}, prev: "0" }
const delta = { team: "t", agent: "a", generation: 1, turn: 2, kind: "text", text: "words" }

/** One good value, with one field replaced or left out. */
const damaged = (good: Record<string, unknown>) =>
  fc
    .record({
      key: fc.constantFrom(...Object.keys(good), "tool", "tool_use_id"),
      value: fc.jsonValue(),
      drop: fc.boolean(),
    })
    .map(({ key, value, drop }) => {
      const { [key]: _old, ...others } = good
      return drop ? others : { ...others, [key]: value }
    })

test("an event is accepted exactly when its schema accepts it", () => {
  expect(itemOf({ event: "message", id: "1", data: JSON.stringify(event) })).toEqual({ kind: "event", event })
  fc.assert(
    fc.property(damaged(event), (body) => {
      const accepted = itemOf({ event: "message", id: null, data: JSON.stringify(body) }) !== null
      expect(accepted).toBe(Event.safeParse(JSON.parse(JSON.stringify(body))).success)
    }),
  )
})

test("text being written is accepted exactly when its schema accepts it", () => {
  expect(itemOf({ event: "delta", id: null, data: JSON.stringify(delta) })).toEqual({ kind: "delta", delta })
  fc.assert(
    fc.property(damaged(delta), (body) => {
      const accepted = itemOf({ event: "delta", id: null, data: JSON.stringify(body) }) !== null
      expect(accepted).toBe(Delta.safeParse(JSON.parse(JSON.stringify(body))).success)
    }),
  )
})

test.each(["", "{", "null", "7", '"text"', "[]"])("%s is no frame", (data) => {
  expect(itemOf({ event: "message", id: null, data })).toBeNull()
})

test("the written-out default policy is the one the schema fills in", () => {
  expect(DEFAULT_POLICY).toEqual(Policy.parse({}))
})

test("the rules of lib/core load without zod, and asking a schema then is loud", async () => {
  vi.resetModules()
  vi.doMock("zod", () => import("@/lib/client/no-schemas"))
  const { foldEvent } = await import("@/lib/core/team-view")
  const { PROTOCOLS } = await import("@/lib/core/protocols")
  const without = await import("@/lib/core/event")
  expect(foldEvent).toBeTypeOf("function")
  expect(PROTOCOLS.plan_approval?.title({ title: "Keys", plan: "x" })).toBe("Keys")
  expect(() => without.Event.safeParse(event)).toThrow("schemas are for the server")
  vi.doUnmock("zod")
})
