// The browser's copy of one team: a snapshot, then events folded into it by the same function as on the server.
import { createStore, type StoreApi } from "zustand/vanilla"
import type { Delta, Event } from "@/lib/core/event"
import { foldEvent, type TeamView, trimRequests } from "@/lib/core/team-view"

/** What one agent is writing right now; it stays until its next turn begins, so that nothing blinks in between. */
export type Writing = {
  generation: number
  turn: number
  text: string
  thinking: string
  /** The tool call being written, and what running commands print, by tool_use_id. */
  calls: Record<string, { tool: string; input: string; output: string }>
}

export type LiveState = { view: TeamView; writing: Record<string, Writing> }

export type LiveStore = StoreApi<LiveState> & {
  /** Folds what is new; false when events between are missing and a snapshot is needed. */
  applyEvents(events: Event[]): boolean
  applyDeltas(deltas: Delta[]): void
  /** A snapshot from the server; an older one than what is shown changes nothing. */
  replaceView(view: TeamView): void
  /** Every event that was folded, in order; for what must react to events rather than to state. */
  onEvents(listener: (events: Event[]) => void): () => void
}

/** A live tail, not a record: the transcript has the whole of it. */
const OUTPUT_KEPT = 20_000

export function createLiveStore(initial: TeamView): LiveStore {
  const store = createStore<LiveState>(() => ({ view: trimRequests(initial), writing: {} }))
  const listeners = new Set<(events: Event[]) => void>()

  return Object.assign(store, {
    applyEvents(events: Event[]): boolean {
      const { view, writing } = store.getState()
      const fresh: Event[] = []
      let next = view
      for (const event of events) {
        if (event.seq <= next.seq) continue
        if (event.seq !== next.seq + 1) break
        next = foldEvent(next, event)
        fresh.push(event)
      }
      if (fresh.length > 0) {
        store.setState({ view: trimRequests(next), writing: fresh.reduce(writingAfter, writing) })
        for (const listener of listeners) listener(fresh)
      }
      return next.seq >= (events.at(-1)?.seq ?? 0)
    },
    applyDeltas(deltas: Delta[]): void {
      store.setState(({ writing }) => ({ writing: deltas.reduce(addDelta, writing) }))
    },
    replaceView(view: TeamView): void {
      if (view.seq <= store.getState().view.seq) return
      // What was being written belongs to turns we no longer know the end of.
      store.setState({ view: trimRequests(view), writing: {} })
    },
    onEvents(listener: (events: Event[]) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
}

function addDelta(writing: Record<string, Writing>, delta: Delta): Record<string, Writing> {
  const known = writing[delta.agent]
  const same = known && known.generation === delta.generation && known.turn === delta.turn
  const now: Writing = same
    ? { ...known }
    : { generation: delta.generation, turn: delta.turn, text: "", thinking: "", calls: {} }
  if (delta.kind === "restart") return { ...writing, [delta.agent]: { ...now, text: "", thinking: "", calls: {} } }
  if (delta.kind === "text") now.text += delta.text
  else if (delta.kind === "thinking") now.thinking += delta.text
  else if (delta.tool_use_id) {
    const call = now.calls[delta.tool_use_id] ?? { tool: delta.tool ?? "", input: "", output: "" }
    const grown =
      delta.kind === "output"
        ? { ...call, output: (call.output + delta.text).slice(-OUTPUT_KEPT) }
        : { ...call, input: call.input + delta.text }
    now.calls = { ...now.calls, [delta.tool_use_id]: grown }
  }
  return { ...writing, [delta.agent]: now }
}

function writingAfter(writing: Record<string, Writing>, event: Event): Record<string, Writing> {
  const agent = event.agent
  const known = agent === null ? undefined : writing[agent]
  if (agent === null || !known) return writing
  const drop = () => {
    const { [agent]: _gone, ...others } = writing
    return others
  }
  switch (event.type) {
    // A failed call is written again from its beginning; a new turn or an end leaves nothing to show.
    case "turn.failed":
    case "agent.terminated":
    case "agent.spawned":
      return drop()
    case "turn.started":
      return event.data.turn === known.turn && event.data.resumed !== true ? writing : drop()
    case "tool.finished": {
      const { [String(event.data.tool_use_id)]: _done, ...calls } = known.calls
      return { ...writing, [agent]: { ...known, calls } }
    }
    default:
      return writing
  }
}
