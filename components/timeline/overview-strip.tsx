// The whole history in one strip: events as bars, waits for a person in amber, nights compressed; drag or use the arrows to jump.
"use client"

import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from "react"
import { useStore } from "zustand"
import type { StoreApi } from "zustand/vanilla"
import { useZoneWords } from "@/components/ui/clock"
import { momentWords } from "@/lib/client/time-words"
import type { TimelineOverview } from "@/lib/core/page-views"
import { overviewBars, overviewScale, seqAtTime, waitBars } from "@/lib/core/timeline-overview"
import { OverviewTicks } from "./overview-ticks"
import type { TimelineStore } from "./timeline-store"
import type { SeqRange } from "./use-lane-layout"

type Props = {
  store: TimelineStore
  overview: TimelineOverview
  range: StoreApi<SeqRange>
  width: number
  /** `done` is false while a drag goes on. */
  onJump: (seq: number, done: boolean) => void
}

const HEIGHT = 34
const BAR_STEP = 4
const SMALLEST_WINDOW = 10

export function OverviewStrip({ store, overview, range, width, onJump }: Props) {
  const strip = useRef<HTMLDivElement>(null)
  const scale = useMemo(() => overviewScale(overview), [overview])
  const inner = Math.max(120, width - 32)
  const drawing = useMemo(() => {
    const bars = overviewBars(overview, scale, Math.floor(inner / BAR_STEP))
    const most = Math.max(1, ...bars)
    return {
      bars: bars.map((count, index) => barPath(index * BAR_STEP, count, most)).join(""),
      waits: waitBars(overview, scale)
        .map(
          ({ x, width: wide, row }) =>
            `M${round(x * inner)} ${2 + row * 6}h${round(Math.max(3, wide * inner))}v4h-${round(Math.max(3, wide * inner))}z`,
        )
        .join(""),
    }
  }, [overview, scale, inner])

  const seqAt = (clientX: number) => {
    const box = strip.current!.getBoundingClientRect()
    return seqAtTime(overview, scale.at((clientX - box.left) / box.width))
  }
  const drag = (event: PointerEvent) => {
    if (event.type === "pointerdown") event.currentTarget.setPointerCapture(event.pointerId)
    else if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    onJump(seqAt(event.clientX), event.type === "pointerup")
  }
  return (
    <div className="relative h-[58px] flex-none border-b border-line bg-canvas px-4 pt-1.5 max-md:hidden">
      <Slider stripRef={strip} overview={overview} store={store} range={range} onJump={onJump} onDrag={drag}>
        <svg
          aria-hidden="true"
          width="100%"
          height={HEIGHT}
          viewBox={`0 0 ${inner} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block"
        >
          <path className="fill-line-strong" d={drawing.bars} />
          <path className="fill-wait-mark" d={drawing.waits} />
        </svg>
        <Window store={store} range={range} width={inner} xOf={(at) => scale.x(at)} />
      </Slider>
      <OverviewTicks scale={scale} width={inner} />
    </div>
  )
}

const round = (value: number): number => Math.round(value * 10) / 10

/** The strongest bar leaves room for the waits above it; a bar without events is a hair. */
function barPath(x: number, count: number, most: number): string {
  const height = count === 0 ? 0.6 : round(2 + 15 * Math.sqrt(count / most))
  return `M${x} ${HEIGHT - 1 - height}h3v${height}h-3z`
}

type SliderProps = Pick<Props, "store" | "overview" | "range" | "onJump"> & {
  stripRef: React.RefObject<HTMLDivElement | null>
  onDrag: (event: PointerEvent) => void
  children: React.ReactNode
}

function Slider({ stripRef, store, overview, range, onJump, onDrag, children }: SliderProps) {
  const to = useStore(range, (state) => state.to) || overview.total
  const at = store.rows.log.at(to)?.event.at
  const words = useZoneWords((zone) => (at ? momentWords(at, 0, zone) : ""))
  const move = (event: KeyboardEvent) => {
    const seq = placeAfter(event.key, to, overview.total)
    if (seq === null) return
    event.preventDefault()
    event.stopPropagation()
    onJump(Math.min(overview.total, Math.max(1, seq)), true)
  }
  return (
    <div
      ref={stripRef}
      role="slider"
      tabIndex={0}
      aria-label="Place in the whole history"
      aria-valuemin={1}
      aria-valuemax={Math.max(1, overview.total)}
      aria-valuenow={Math.max(1, to)}
      aria-valuetext={words}
      onKeyDown={move}
      onPointerDown={onDrag}
      onPointerMove={onDrag}
      onPointerUp={onDrag}
      className="relative touch-none select-none"
    >
      {children}
    </div>
  )
}

/** A hundredth of the history by arrow, a tenth by page. */
function placeAfter(key: string, seq: number, total: number): number | null {
  switch (key) {
    case "ArrowLeft":
      return seq - Math.ceil(total / 100)
    case "ArrowRight":
      return seq + Math.ceil(total / 100)
    case "PageUp":
      return seq - Math.ceil(total / 10)
    case "PageDown":
      return seq + Math.ceil(total / 10)
    case "Home":
      return 1
    case "End":
      return total
    default:
      return null
  }
}

/** The part of the history that is in sight. */
function Window({
  store,
  range,
  width,
  xOf,
}: {
  store: TimelineStore
  range: StoreApi<SeqRange>
  width: number
  xOf: (at: number) => number
}) {
  const { from, to } = useStore(range)
  const first = store.rows.log.at(from)
  const last = store.rows.log.at(to)
  if (!first || !last) return null
  const left = xOf(Date.parse(first.event.at))
  const right = store.atEnd && to >= store.rows.seqAt(store.rows.count - 1) ? 1 : xOf(Date.parse(last.event.at))
  const wide = Math.max(SMALLEST_WINDOW, (right - left) * width)
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute top-0 h-[34px] rounded-[3px] border-[1.5px] border-ink"
      style={{ width: wide, left: Math.min(left * width, width - wide) }}
    />
  )
}
