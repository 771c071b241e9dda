// The times below the strip: round hours in the reader's own zone, the day named where it begins, never too close together.
import type { OverviewScale } from "./timeline-overview"

/** `day`: its day is named; `date`: the steps are whole days, so the date is all there is to say. */
export type Tick = { x: number; at: number; day: boolean; date: boolean }

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const STEPS = [1, 5, 15, 30, 60, 180, 360, 720, 1_440, 2_880, 10_080, 43_200].map((minutes) => minutes * MINUTE)

/** `apart` is the least distance of two ticks as a share of the strip; the end belongs to "now". */
export function overviewTicks(scale: OverviewScale, apart: number): Tick[] {
  const first = scale.at(0)
  const last = scale.at(1)
  for (const step of STEPS) {
    if ((last - first) / step > 400) continue
    const ticks = ticksEvery(scale, step, first, last, apart)
    if (ticks && ticks.length > 0) return ticks
  }
  // A history of moments has no round hour in it: its beginning is told.
  return [{ x: 0, at: first, day: true, date: false }]
}

function ticksEvery(scale: OverviewScale, step: number, first: number, last: number, apart: number): Tick[] | null {
  const ticks: Tick[] = []
  const offset = -new Date(first).getTimezoneOffset() * MINUTE
  let close = 0
  for (let at = Math.ceil((first + offset) / step) * step - offset; at < last; at += step) {
    if (scale.quiet.some((quiet) => at > quiet.from && at < quiet.to)) continue
    const x = scale.x(at)
    const before = ticks.at(-1)
    if (x > 1 - apart) break
    if (before && x - before.x < apart) {
      close++
      continue
    }
    const day = !before || new Date(before.at).toDateString() !== new Date(at).toDateString()
    ticks.push({ x, at, day, date: step >= DAY })
  }
  return close > ticks.length / 2 && step < STEPS.at(-1)! ? null : ticks
}
