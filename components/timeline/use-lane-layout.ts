// Which lanes are drawn: chosen anew when scrolling has come to rest, kept as they are while it goes on.
"use client"

import { useEffect, useMemo, useRef, useState } from "react"
import type { StoreApi } from "zustand/vanilla"
import { HUMAN, LEAD } from "@/lib/core/ids"
import { type LaneCandidate, type LaneLayout, layoutLanes, sameLayout } from "@/lib/core/timeline-lanes"
import { lanesOfEvent } from "@/lib/core/timeline-rows"
import { type Geometry, geometryOf } from "./lane-geometry"
import type { TimelineStore } from "./timeline-store"

export type SeqRange = { from: number; to: number }

/** What time, threads and a readable sentence need beside the lanes. */
const BESIDE_LANES = 76 + 44 + 356
const SETTLE_MS = 120
/** Before the browser has laid the page out. */
const ROWS_ASSUMED = 24

export function useLaneLayout(
  store: TimelineStore,
  version: number,
  range: StoreApi<SeqRange>,
  width: number,
  known: readonly string[],
): { geometry: Geometry; unfold: boolean; setUnfold: (unfold: boolean) => void } {
  const [unfold, setUnfold] = useState(false)
  // Lanes keep the order in which they were first seen, so that an earlier page never shuffles them.
  const order = useRef<string[]>([HUMAN, LEAD, ...known.filter((name) => name !== LEAD)])
  const room = width - BESIDE_LANES
  const choose = (shown: readonly string[]): LaneLayout =>
    layoutLanes(candidates(store, range.getState(), order.current, shown), room, unfold)
  const [layout, setLayout] = useState(() => choose([]))
  const newest = useRef(choose)
  newest.current = choose

  // biome-ignore lint/correctness/useExhaustiveDependencies: new events are a reason to choose again.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setLayout((before) => keepSame(before, newest.current(before.lanes))), SETTLE_MS)
    }
    later()
    const stop = range.subscribe(later)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [range, version])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of room or a press is answered at once.
  useEffect(() => setLayout((before) => keepSame(before, newest.current(before.lanes))), [room, unfold])

  const geometry = useMemo(() => geometryOf(layout), [layout])
  return { geometry, unfold, setUnfold }
}

const keepSame = (before: LaneLayout, after: LaneLayout): LaneLayout => (sameLayout(before, after) ? before : after)

/** A lane that is drawn stays a candidate: columns come and go only when there is no room for all. */
function candidates(
  store: TimelineStore,
  { from, to }: SeqRange,
  order: string[],
  shown: readonly string[],
): LaneCandidate[] {
  const { rows } = store
  const end = to === 0 ? rows.log.last : to
  const present = rows.log.presentBefore(end + 1)
  const inView = new Set<string>()
  const last = Math.min(rows.indexOf(end), rows.count - 1)
  const first = from === 0 ? Math.max(0, last - ROWS_ASSUMED) : rows.indexOf(from)
  for (let index = first; index <= last; index++)
    for (const lane of lanesOfEvent(rows.log.at(rows.seqAt(index))!.event)) inView.add(lane)
  const there = [...present].filter(([, state]) => state !== "none").map(([name]) => name)
  const seen = new Set(order)
  for (const name of [...inView, ...there])
    if (!seen.has(name)) {
      seen.add(name)
      order.push(name)
    }
  return order
    .map((name) => ({ name, state: present.get(name) ?? "none", inView: inView.has(name) }))
    .filter(
      ({ name, state, inView: seen }) =>
        name === HUMAN || name === LEAD || seen || state !== "none" || shown.includes(name),
    )
}
