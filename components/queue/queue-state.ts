// What the list shows and why it holds still: arrivals wait behind a row of their own, decided items stay until one moves on.
import type { QueueItem } from "@/lib/core/page-views"
import type { Request } from "@/lib/core/request"
import { inOrder, type Queue, type SortBy } from "./queue-order"

export type QueueState = {
  items: Readonly<Record<string, QueueItem>>
  /** Shown in this order; it changes only when a person asks for it. */
  shown: readonly string[]
  /** Waiting for a person, but not shown yet. */
  arrivals: readonly string[]
  underWay: readonly string[]
  decided: readonly string[]
  sort: SortBy
}

const idOf = (item: QueueItem) => item.request.request_id

export function startQueue(queue: Queue, sort: SortBy = "hold-up"): QueueState {
  const items = Object.fromEntries(
    [...queue.waiting, ...queue.under_way, ...queue.decided_today].map((item) => [idOf(item), item]),
  )
  return {
    items,
    shown: inOrder(queue.waiting, sort).map(idOf),
    arrivals: [],
    underWay: queue.under_way.map(idOf),
    decided: newestFirst(queue.decided_today).map(idOf),
    sort,
  }
}

/** Takes in what the server says now. Nothing that is shown changes its place. */
export function receiveQueue(state: QueueState, queue: Queue): QueueState {
  const all = [...queue.waiting, ...queue.under_way, ...queue.decided_today]
  const known: Record<string, QueueItem> = { ...state.items }
  for (const item of all) known[idOf(item)] = newer(state.items[idOf(item)], item)
  const waiting = queue.waiting.map(idOf)
  const fresh = inOrder(queue.waiting, state.sort)
    .map(idOf)
    .filter((id) => !state.shown.includes(id))
  const nothingWaits = !state.shown.some((id) => known[id]?.request.status === "pending" && waiting.includes(id))
  return {
    ...state,
    items: known,
    // With nothing left that waits there is nothing that could shift.
    shown: nothingWaits ? [...state.shown, ...fresh] : state.shown,
    arrivals: nothingWaits ? [] : fresh,
    underWay: queue.under_way.map(idOf),
    decided: newestFirst(queue.decided_today).map(idOf),
  }
}

/** An answer that is already known here is not undone by a page that was read a moment before it. */
const newer = (old: QueueItem | undefined, now: QueueItem): QueueItem =>
  old && old.request.status !== "pending" && now.request.status === "pending" ? { ...now, request: old.request } : now

/** A request that lies open, whether or not a list has it. */
export const putItem = (state: QueueState, item: QueueItem): QueueState => ({
  ...state,
  items: { ...state.items, [idOf(item)]: newer(state.items[idOf(item)], item) },
})

/** An arrival that was opened by a link joins the list: in the place of the revision it replaces, or at the end. */
export function bringIn(state: QueueState, id: string): QueueState {
  if (!state.arrivals.includes(id)) return state
  const place = state.shown.indexOf(state.items[id]?.request.previous ?? "")
  const replaces = place >= 0 && !isWaiting(state.items[state.shown[place]!])
  const shown = replaces ? state.shown.with(place, id) : [...state.shown, id]
  return { ...state, shown, arrivals: state.arrivals.filter((other) => other !== id) }
}

/** Puts an answer in, at once; the same takes it back when the server refuses. */
export function replaceRequest(state: QueueState, request: Request): QueueState {
  const item = state.items[request.request_id]
  if (!item) return state
  return { ...state, items: { ...state.items, [request.request_id]: { ...item, request } } }
}

/** Shows the arrivals and drops what is decided, except the one being looked at. */
export function showArrivals(state: QueueState, looking: string | null, sort: SortBy = state.sort): QueueState {
  const ids = [...state.shown, ...state.arrivals].filter((id) => staysIn(state, id, looking))
  const shown = inOrder(
    ids.map((id) => state.items[id]!),
    sort,
  ).map(idOf)
  return { ...state, sort, shown, arrivals: [] }
}

/** Moving on: decided items leave the list for *Decided today*. */
export function moveOn(state: QueueState, looking: string | null): QueueState {
  const shown = state.shown.filter((id) => staysIn(state, id, looking))
  return shown.length === state.shown.length ? state : { ...state, shown }
}

const staysIn = (state: QueueState, id: string, looking: string | null): boolean =>
  id === looking || isWaiting(state.items[id])

export const isWaiting = (item: QueueItem | undefined): boolean =>
  item?.needs_person === true && item.request.status === "pending"

export const waitingCount = (state: QueueState): number =>
  [...state.shown, ...state.arrivals].filter((id) => isWaiting(state.items[id])).length

function newestFirst(items: readonly QueueItem[]): QueueItem[] {
  const at = (item: QueueItem) => Date.parse(item.request.resolution?.at ?? item.request.created_at)
  return [...items].sort((a, b) => at(b) - at(a))
}

/** The revision that followed a request while it was being read. */
export function successorOf(state: QueueState, request: Request): QueueItem | undefined {
  return Object.values(state.items).find(
    ({ request: other }) =>
      other.previous === request.request_id ||
      (request.resolution?.reason === "superseded" &&
        other.status === "pending" &&
        other.team === request.team &&
        other.type === request.type &&
        other.sender === request.sender &&
        other.created_at > request.created_at),
  )
}

/** Another plan of the same bearer of the name that waits now. */
export const laterPlanOf = (state: QueueState, request: Request): QueueItem | undefined =>
  Object.values(state.items).find(
    ({ request: other }) =>
      other.request_id > request.request_id &&
      other.status === "pending" &&
      other.type === request.type &&
      other.team === request.team &&
      other.sender === request.sender &&
      other.generation === request.generation,
  )
