// One event as one row of fixed height: its time, its slice of the lanes, its sentence, its request.
"use client"

import { memo } from "react"
import { classes } from "@/components/ui/classes"
import { shortId } from "@/lib/core/short-id"
import { type Drawing, drawingOf } from "@/lib/core/timeline-arrow"
import type { TimelineRow } from "@/lib/core/timeline-rows"
import { sentenceOf } from "@/lib/core/timeline-sentence"
import type { Geometry } from "./lane-geometry"
import { RowGlyph } from "./row-glyph"
import { RowTime } from "./row-time"
import { RowWords } from "./row-words"
import { type SliceThread, TimelineSlice } from "./timeline-slice"

type Props = {
  row: TimelineRow
  geometry: Geometry
  height: number
  /** `both` before the page knows its width. */
  layout: "narrow" | "lanes" | "wide" | "both"
  /** From the top of the list; without it the row stands in the flow. */
  top?: number
  position: number
  setSize: number
  selectedRequest: string | null
  current: boolean
  onOpen: (seq: number) => void
}

export const TimelineRowView = memo(function TimelineRowView(props: Props) {
  const { row, geometry, height, layout, top, selectedRequest, current } = props
  const { event } = row
  const drawing = drawingOf(event)
  const tinted = event.request_id !== null && event.request_id === selectedRequest
  const dim = !tinted && (row.kind === "talk" || row.kind === "tool" || row.kind === "quiet")
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter does the same, for the whole list.
    <li
      aria-posinset={props.position}
      aria-setsize={props.setSize}
      aria-current={current ? "true" : undefined}
      data-seq={event.seq}
      tabIndex={current ? 0 : -1}
      onClick={() => props.onOpen(event.seq)}
      style={{ height, ...(top === undefined ? {} : { transform: `translateY(${top}px)` }) }}
      className={classes(
        "ring-inside grid w-full contain-strict grid-cols-[72px_24px_minmax(0,1fr)] items-center bg-(--row) pr-4 max-md:gap-x-1 md:grid-cols-[76px_var(--lanes)_minmax(0,1fr)]",
        top !== undefined && "absolute top-0 left-0",
        tinted ? "[--row:var(--selected)]" : "[--row:var(--surface)] enabled-hover:[--row:var(--hover)]",
        current && "shadow-[inset_2px_0_0_var(--ink)]",
      )}
    >
      <RowTime at={event.at} gap={row.gap} />
      {layout !== "lanes" && layout !== "wide" && (
        <span aria-hidden="true" className="md:hidden">
          <RowGlyph type={event.type} drawing={drawing} />
        </span>
      )}
      {layout !== "narrow" && (
        <RowSlice row={row} drawing={drawing} geometry={geometry} height={height} selected={selectedRequest} />
      )}
      <div className="flex min-w-0 items-center gap-2.5">
        <span
          className={classes(
            "cut pointer-coarse:max-md:line-clamp-2 pointer-coarse:max-md:leading-[17px] pointer-coarse:max-md:whitespace-normal",
            dim && "text-text-3",
          )}
        >
          <RowWords words={sentenceOf(event, row.context)} />
        </span>
        <span className="sr-only">{spoken(drawing, event.request_id)}</span>
        {layout === "wide" && (
          <span aria-hidden="true" className="ml-auto font-mono text-[11px] text-text-3">
            {event.type}
          </span>
        )}
        {event.request_id && layout !== "narrow" && (
          <span
            aria-hidden="true"
            title={event.request_id}
            className={classes(tagClass(tinted), "max-md:hidden", layout !== "wide" && "ml-auto")}
          >
            {shortId(event.request_id)}
          </span>
        )}
      </div>
    </li>
  )
})

const TAG =
  "inline-flex h-[18px] flex-none items-center rounded-s px-[5px] font-mono text-[11px] leading-[18px] font-medium tracking-[-0.02em]"
const tagClass = (selected: boolean): string =>
  classes(TAG, selected ? "bg-ink-fill text-on-ink" : "bg-hover text-text-2")

/** Sender and receiver, which the arrow shows, and the request, which the thread shows. */
function spoken({ arrow }: Drawing, request: string | null): string {
  const name = (lane: string) => (lane === "human" ? "a person" : lane)
  const way = arrow ? `, from ${name(arrow.from)} to ${name(arrow.to)}` : ""
  return `${way}${request ? `, request ${shortId(request)}` : ""}`
}

type SliceProps = { row: TimelineRow; drawing: Drawing; geometry: Geometry; height: number; selected: string | null }

function RowSlice({ row, drawing, geometry, height, selected }: SliceProps) {
  const xOf = (lane: string | null | undefined) => geometry.xs[geometry.lanes.indexOf(lane ?? "")]
  const from = xOf(drawing.arrow?.from)
  const to = xOf(drawing.arrow?.to)
  const at = xOf(drawing.lane)
  const threads = row.threads.map(
    ({ id, slot, above, below }): SliceThread => ({
      x: geometry.threadX(slot),
      above,
      below,
      own: id === row.event.request_id,
      selected: id === selected,
    }),
  )
  return (
    <div className="relative max-md:hidden">
      <TimelineSlice
        width={geometry.total}
        height={height}
        xs={geometry.xs}
        above={row.above}
        below={row.below}
        threads={threads}
        arrow={drawing.arrow && from !== undefined && to !== undefined ? { ...drawing.arrow, from, to } : null}
        sign={at === undefined ? null : { x: at, glyph: drawing.glyph }}
      />
      {row.more > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-1/2 -translate-y-1/2 text-[9px] leading-none text-text-3"
          style={{ left: geometry.moreX }}
        >
          +{row.more}
        </span>
      )}
    </div>
  )
}
