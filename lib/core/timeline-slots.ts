// Gives each open request a column beside the lanes, as in a commit graph, and lets it keep that column for its life.
import type { Thread } from "./timeline-state"

export const THREAD_SLOTS = 4
/** All columns were taken when it was opened: it is counted, not drawn. */
export const NO_SLOT = -1

/** The column of each request by its id. */
export type Slots = Map<string, number>

/** Live: a new thread takes the first column that no open one has. */
export function takeSlot(slots: Slots, id: string, open: readonly Thread[]): void {
  if (slots.has(id)) return
  const taken = new Set(open.map((thread) => (thread.id === id ? NO_SLOT : slots.get(thread.id))))
  slots.set(
    id,
    firstFree((slot) => taken.has(slot)),
  )
}

/** Where a thread runs within an earlier page; `to` is null when it runs on into rows that are drawn already. */
export type Stretch = { id: string; from: number; to: number | null }

/** An earlier page: threads that run on keep the column they have there, the others fill in around them. */
export function fillSlots(slots: Slots, stretches: readonly Stretch[]): void {
  const placed = stretches.filter((stretch) => slots.has(stretch.id))
  const meets = (a: Stretch, b: Stretch) => (b.to === null || a.from <= b.to) && (a.to === null || b.from <= a.to)
  for (const stretch of stretches) {
    if (slots.has(stretch.id)) continue
    const beside = placed.filter((other) => meets(stretch, other))
    slots.set(
      stretch.id,
      firstFree((slot) => beside.some((other) => slots.get(other.id) === slot)),
    )
    placed.push(stretch)
  }
}

function firstFree(taken: (slot: number) => boolean): number {
  for (let slot = 0; slot < THREAD_SLOTS; slot++) if (!taken(slot)) return slot
  return NO_SLOT
}
