// The live line of one team: events by `seq` into its store, text being written beside them.
import type { Delta, Event } from "@/lib/core/event"
import type { TeamView } from "@/lib/core/team-view"
import type { LiveStore } from "./live-store"
import { readStream, StreamRefused } from "./read-stream"
import { startSharedFeed } from "./shared-feed"
import type { SseFrame } from "./sse-frames"

type Item = { kind: "event"; event: Event } | { kind: "delta"; delta: Delta }

/** A frame that is not what the contract says is left out; a gap it leaves is noticed by `seq`. */
export function itemOf(frame: SseFrame): Item | null {
  let body: unknown
  try {
    body = JSON.parse(frame.data)
  } catch {
    return null
  }
  if (typeof body !== "object" || body === null) return null
  if (frame.event === "delta") return isDelta(body) ? { kind: "delta", delta: body } : null
  return isEvent(body) ? { kind: "event", event: body } : null
}

type Loose<T> = { [K in keyof T]?: unknown }

const isText = (value: unknown): value is string => typeof value === "string"
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value)
const isTextOrAbsent = (value: unknown): value is string | undefined => value === undefined || isText(value)

/** By hand, because schemas stay on the server (no-schemas.ts); a test holds both to the same answers. */
function isEvent(body: Loose<Event>): body is Event {
  const { seq, team, at, type, agent, request_id, data, prev } = body
  const isRecord = typeof data === "object" && data !== null && !Array.isArray(data)
  const named = isText(team) && isText(at) && isText(type) && isText(prev)
  return Number.isSafeInteger(seq) && named && isTextOrNull(agent) && isTextOrNull(request_id) && isRecord
}

const DELTA_KINDS: readonly unknown[] = ["text", "thinking", "tool_input", "output"] satisfies Delta["kind"][]

function isDelta(body: Loose<Delta>): body is Delta {
  const { team, agent, generation, turn, kind, tool_use_id, tool, text } = body
  const counted = Number.isSafeInteger(generation) && Number.isSafeInteger(turn)
  const named = isText(team) && isText(agent) && isText(text) && isTextOrAbsent(tool_use_id) && isTextOrAbsent(tool)
  return counted && named && DELTA_KINDS.includes(kind)
}

export function startEventFeed(team: string, store: LiveStore, fetchView: () => Promise<TeamView | null>): () => void {
  let fetching = false
  const catchUp = async () => {
    if (fetching) return
    fetching = true
    const view = await fetchView().catch(() => null)
    fetching = false
    if (view) store.replaceView(view)
  }
  return startSharedFeed<Item>({
    name: `countersign:events:${team}`,
    onlyInSight: true,
    cursor: () => store.getState().view.seq,
    onBehind: () => void catchUp(),
    onItems: (items) => {
      const events = items.flatMap((item) => (item.kind === "event" ? [item.event] : []))
      const deltas = items.flatMap((item) => (item.kind === "delta" ? [item.delta] : []))
      if (deltas.length > 0) store.applyDeltas(deltas)
      if (events.length > 0 && !store.applyEvents(events)) void catchUp()
    },
    connect: async (run) => {
      const after = store.getState().view.seq
      const url = `/api/teams/${encodeURIComponent(team)}/events?after=${after}`
      try {
        await readStream(url, {
          ...run,
          onFrames: (frames) => run.onItems(frames.flatMap((frame) => itemOf(frame) ?? [])),
        })
      } catch (error) {
        // The store is ahead of the server, which has been set back to an earlier state: begin again from there.
        if (error instanceof StreamRefused && error.status === 422) await catchUp()
        throw error
      }
    },
  })
}
