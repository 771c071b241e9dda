// The browser's copy of a team: events in order, gaps noticed, text being written shown until its turn is over.
import { expect, test, vi } from "vitest"
import { createLiveStore } from "@/lib/client/live-store"
import { NO_USAGE } from "@/lib/core/agent"
import type { Delta, Event } from "@/lib/core/event"
import { DEFAULT_POLICY } from "@/lib/core/policy"
import type { TeamView } from "@/lib/core/team-view"
import { AT, anAgent } from "../support/view-fixtures"

const view = (seq: number): TeamView => ({
  team: {
    id: "team_1",
    name: "ledger",
    workspace: "/w",
    instructions: "",
    policy: DEFAULT_POLICY,
    paused: null,
    machine: null,
    created_at: AT,
  },
  agents: [anAgent({ name: "otto" })],
  requests: [],
  tasks: [],
  usage: NO_USAGE,
  seq,
})

const event = (seq: number, type: string, data: Record<string, unknown> = {}): Event => ({
  seq,
  team: "team_1",
  at: AT,
  type,
  agent: "otto",
  request_id: null,
  data: { generation: 1, ...data },
  prev: "",
})

const text = (turn: number, words: string): Delta => ({
  team: "team_1",
  agent: "otto",
  generation: 1,
  turn,
  kind: "text",
  text: words,
})

test("events are folded once, in order, whoever sends them again", () => {
  const store = createLiveStore(view(3))
  const heard = vi.fn()
  store.onEvents(heard)
  const started = event(4, "turn.started", { turn: 2, resumed: false })
  expect(store.applyEvents([event(3, "turn.failed", { error: "old" }), started])).toBe(true)
  expect(store.applyEvents([started])).toBe(true)
  expect(store.getState().view.seq).toBe(4)
  expect(store.getState().view.agents[0]?.turn).toBe(2)
  expect(heard.mock.calls).toEqual([[[started]]])
})

test("a gap is reported and nothing behind it is folded", () => {
  const store = createLiveStore(view(3))
  expect(store.applyEvents([event(6, "turn.started", { turn: 9, resumed: false })])).toBe(false)
  expect(store.getState().view.seq).toBe(3)
})

test("an older snapshot changes nothing, a newer one replaces what is shown", () => {
  const store = createLiveStore(view(3))
  store.replaceView(view(2))
  expect(store.getState().view.seq).toBe(3)
  store.replaceView(view(8))
  expect(store.getState().view.seq).toBe(8)
})

test("what is being written stays after its turn and goes when the next one begins", () => {
  const store = createLiveStore(view(0))
  store.applyEvents([event(1, "turn.started", { turn: 2, resumed: false })])
  store.applyDeltas([text(2, "Two "), text(2, "tracks.")])
  store.applyEvents([event(2, "turn.finished", { turn: 2, usage: NO_USAGE })])
  expect(store.getState().writing.otto?.text).toBe("Two tracks.")
  store.applyEvents([event(3, "turn.started", { turn: 3, resumed: false })])
  expect(store.getState().writing.otto).toBeUndefined()
})

test("a failed call leaves nothing of what it had written", () => {
  const store = createLiveStore(view(0))
  store.applyDeltas([text(2, "half a sent")])
  store.applyEvents([event(1, "turn.failed", { turn: 2, error: "cut" })])
  expect(store.getState().writing.otto).toBeUndefined()
})

test("the live tail of a command ends with the command", () => {
  const store = createLiveStore(view(0))
  const output: Delta = { ...text(2, "ok 1\n"), kind: "output", tool: "bash", tool_use_id: "tu_1" }
  store.applyDeltas([output, { ...output, text: "ok 2\n" }])
  expect(store.getState().writing.otto?.calls.tu_1).toEqual({ tool: "bash", input: "", output: "ok 1\nok 2\n" })
  store.applyEvents([event(1, "tool.finished", { tool_use_id: "tu_1" })])
  expect(store.getState().writing.otto?.calls).toEqual({})
})
