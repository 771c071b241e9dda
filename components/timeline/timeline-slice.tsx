// One row's own slice of the drawing: every lane above and below its middle, its arrow, its sign and the open threads.
import type { Glyph } from "@/lib/core/timeline-arrow"
import type { LaneState } from "@/lib/core/timeline-state"
import { arrowPaths, lanePaths, type SliceArrow } from "./slice-paths"
import { SliceSign } from "./slice-sign"

/** A thread of a request in this row: which halves it crosses, and whether this row is one of its own. */
export type SliceThread = { x: number; above: boolean; below: boolean; own: boolean; selected: boolean }

type Props = {
  width: number
  height?: number
  /** Where each lane runs, from the left. */
  xs: readonly number[]
  above: readonly LaneState[]
  below: readonly LaneState[]
  arrow?: SliceArrow | null
  sign?: { x: number; glyph: Glyph } | null
  threads?: readonly SliceThread[]
}

const LINE = { ask: undefined, answer: "4 3", talk: undefined } as const

/** Nothing outside it is needed to draw it. Put `HatchPattern` once on the page, and set `--row` to the row's ground. */
export function TimelineSlice({ width, height = 28, xs, above, below, arrow, sign, threads = [] }: Props) {
  const lanes = lanePaths(xs, above, below, height)
  const middle = height / 2
  const drawn = arrow ? arrowPaths(arrow, middle) : null
  const tone = arrow?.person ? "ink" : arrow?.style === "talk" ? "talk" : "plain"
  return (
    <svg aria-hidden="true" width={width} height={height} className="block overflow-visible" fill="none">
      {lanes.idle && <path className="stroke-line-strong" d={lanes.idle} />}
      {lanes.failed && (
        <path className="stroke-fail" strokeWidth={1.5} strokeDasharray="1 6" strokeLinecap="round" d={lanes.failed} />
      )}
      {lanes.working && <path className="stroke-work-mark" strokeWidth={3} d={lanes.working} />}
      {lanes.stopping && <path className="stroke-text" strokeWidth={2} strokeDasharray="3.5 3.5" d={lanes.stopping} />}
      {lanes.waiting && <path fill={`url(#hatch-${height})`} d={lanes.waiting} />}
      {threads.map((thread) => (
        <Thread key={thread.x} thread={thread} height={height} />
      ))}
      {arrow && drawn && (
        <>
          <path
            className={TONE_STROKE[tone]}
            strokeWidth={tone === "ink" ? 2 : tone === "talk" ? 1 : 1.5}
            strokeDasharray={LINE[arrow.style]}
            d={drawn.line}
          />
          {arrow.ignored ? (
            <path className="stroke-text-2" strokeWidth={1.5} d={drawn.head} />
          ) : (
            <path className={TONE_FILL[tone]} d={drawn.head} />
          )}
        </>
      )}
      {sign && <SliceSign x={sign.x} y={middle} glyph={sign.glyph} />}
    </svg>
  )
}

const TONE_STROKE = { ink: "stroke-ink", talk: "stroke-control", plain: "stroke-text-2" }
const TONE_FILL = { ink: "fill-ink", talk: "fill-control", plain: "fill-text-2" }

function Thread({ thread: { x, above, below, own, selected }, height }: { thread: SliceThread; height: number }) {
  const middle = height / 2
  return (
    <>
      <path
        className={selected ? "stroke-ink" : "stroke-control"}
        strokeWidth={selected ? 2 : 1.5}
        d={`M${x} ${above ? 0 : middle}V${below ? height : middle}`}
      />
      {own && <circle className={selected ? "fill-ink" : "fill-control"} cx={x} cy={middle} r={3} />}
    </>
  )
}

/** The amber hatch of a wait; its stripes meet from row to row because a whole number of them fits into the height. */
export function HatchPattern({ height = 28 }: { height?: number }) {
  const period = height / Math.round(height / 9) / Math.SQRT2
  return (
    <svg aria-hidden="true" width={0} height={0} className="absolute">
      <defs>
        <pattern
          id={`hatch-${height}`}
          width={period}
          height={period}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width={period} height={period} className="fill-wait-soft" />
          <rect width={period / 3} height={period} className="fill-wait-mark" />
        </pattern>
      </defs>
    </svg>
  )
}
