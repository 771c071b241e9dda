// Chooses which lanes stand side by side in the room there is: wide while they fit, quiet ones folded, initials at last.
import { HUMAN, LEAD } from "./ids"
import type { LaneState } from "./timeline-state"

export const LANE_WIDTHS = [84, 56, 24] as const
export type LaneWidth = (typeof LANE_WIDTHS)[number]

export type LaneCandidate = { name: string; state: LaneState; inView: boolean }
export type LaneLayout = { lanes: readonly string[]; width: LaneWidth; folded: readonly string[] }

/** What stays longest: the person and the lead always, then who does something in view, then who waits, works, rests. */
function rank({ name, state, inView }: LaneCandidate): number {
  if (name === HUMAN || name === LEAD) return 0
  if (inView) return 1
  if (state === "waiting" || state === "stopping" || state === "failed") return 2
  return state === "working" ? 3 : 4
}

/** `unfold` keeps the quiet ones as long as initials fit. */
export function layoutLanes(candidates: readonly LaneCandidate[], room: number, unfold: boolean): LaneLayout {
  const attempt = (highest: number, width: LaneWidth): LaneLayout | null => {
    const kept = candidates.filter((candidate) => rank(candidate) <= highest)
    return kept.length * width <= room ? settle(candidates, kept, width) : null
  }
  const tries: [number, LaneWidth][] = unfold
    ? [
        [4, 84],
        [4, 56],
        [4, 24],
        [3, 24],
        [2, 24],
        [1, 24],
      ]
    : [
        [4, 84],
        [3, 84],
        [3, 56],
        [2, 56],
        [3, 24],
        [2, 24],
        [1, 24],
      ]
  for (const [highest, width] of tries) {
    const layout = attempt(highest, width)
    if (layout) return layout
  }
  const fitting = Math.max(2, Math.floor(room / 24))
  const kept = candidates.filter((candidate) => rank(candidate) <= 1).slice(0, fitting)
  return settle(candidates, kept, 24)
}

function settle(candidates: readonly LaneCandidate[], kept: readonly LaneCandidate[], width: LaneWidth): LaneLayout {
  const lanes = kept.map((candidate) => candidate.name)
  // Who is gone is not folded, just gone.
  const folded = candidates.filter(({ name, state, inView }) => !lanes.includes(name) && (inView || state !== "none"))
  return { lanes, width, folded: folded.map((candidate) => candidate.name) }
}

/** Nothing moved: the same layout object may stay, and with it every drawn row. */
export const sameLayout = (a: LaneLayout, b: LaneLayout): boolean =>
  a.width === b.width && a.lanes.join(" ") === b.lanes.join(" ") && a.folded.join(" ") === b.folded.join(" ")

/** `LE` for lead, `OT` for otto: what fits above a narrow lane. */
export const initials = (name: string): string => name.slice(0, 2).toUpperCase()
