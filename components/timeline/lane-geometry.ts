// Where lanes and threads run, in pixels from the left of the drawing.
import type { LaneLayout } from "@/lib/core/timeline-lanes"

/** Four columns of threads and the count of those beyond them. */
const THREADS_WIDTH = 44
const THREAD_STEP = 8

export type Geometry = LaneLayout & {
  xs: readonly number[]
  total: number
  threadX(slot: number): number
  moreX: number
}

export function geometryOf(layout: LaneLayout): Geometry {
  const end = layout.lanes.length * layout.width
  return {
    ...layout,
    xs: layout.lanes.map((_, index) => index * layout.width + layout.width / 2),
    total: end + THREADS_WIDTH,
    threadX: (slot) => end + slot * THREAD_STEP,
    moreX: end + 4 * THREAD_STEP - 3,
  }
}
