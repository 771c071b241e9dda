// Turns the lanes of one row into a handful of paths, so that a row costs few elements however many lanes it crosses.
import type { LaneState } from "@/lib/core/timeline-state"

export type LanePaths = { idle: string; working: string; waiting: string; stopping: string; failed: string }

/** `above` reaches from the row's top to its middle, `below` from there to its bottom. */
export function lanePaths(
  xs: readonly number[],
  above: readonly LaneState[],
  below: readonly LaneState[],
  height: number,
): LanePaths {
  const paths: LanePaths = { idle: "", working: "", waiting: "", stopping: "", failed: "" }
  const draw = (state: LaneState | undefined, x: number, from: number, to: number) => {
    if (!state || state === "none") return
    paths[state] += state === "waiting" ? `M${x - 4} ${from}h8V${to}h-8z` : `M${x} ${from}V${to}`
  }
  const middle = height / 2
  xs.forEach((x, index) => {
    const whole = above[index] === below[index]
    draw(above[index], x, 0, whole ? height : middle)
    if (!whole) draw(below[index], x, middle, height)
  })
  return paths
}

export type SliceArrow = {
  from: number
  to: number
  style: "ask" | "answer" | "talk"
  person: boolean
  ignored: boolean
}

/** The line keeps clear of both lanes; the head, or the cross, stands before the second. */
export function arrowPaths({ from, to, ignored }: SliceArrow, middle: number): { line: string; head: string } {
  const way = to > from ? 1 : -1
  const tip = to - way * 8
  const line = `M${from + way * 8} ${middle}H${tip - way * (ignored ? -2 : 5)}`
  const head = ignored ? `M${tip - 4} ${middle - 4}l8 8m0-8l-8 8` : `M${tip} ${middle}l${-way * 7}-4v8z`
  return { line, head }
}
