// Windowing for rows of one height: which of them exist for a place in the scroll, and how that place is kept when rows
// come before it. With a fixed height all of it is arithmetic, so a hundred thousand rows cost what fifty do.
"use client"

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"

/** Rows kept beyond both edges, and the step in which the window moves: most frames of a scroll then draw nothing anew. */
const BEYOND = 12
const STEP = 8

/** In the middle, near the top where a sheet covers the rest, or only as far as needed. */
export type Align = "center" | "upper" | "auto"

export type RowWindow = { first: number; last: number }

export function windowAt(top: number, height: number, rowHeight: number, count: number): RowWindow {
  const seen = Math.floor(top / rowHeight)
  const first = Math.floor((seen - BEYOND) / STEP) * STEP
  const last = Math.ceil((seen + height / rowHeight + BEYOND) / STEP) * STEP
  return { first: Math.max(0, Math.min(first, count)), last: Math.max(0, Math.min(last, count)) }
}

type Options = {
  scroller: RefObject<HTMLElement | null>
  count: number
  rowHeight: number
  /** Room above the first row. */
  head: number
  /** Names a row so that it is found again after rows came or went. */
  keyAt: (index: number) => number
  indexOf: (key: number) => number
  /** Changes whenever the rows do. */
  version: number
  /** Stay at the end, whatever comes. */
  follow: boolean
  /** The rows at the upper and lower edge of what is in sight. */
  onSight: (first: number, last: number) => void
}

export function useFixedRows(options: Options) {
  const { scroller, count, rowHeight, version, follow } = options
  const [window, setWindow] = useState<RowWindow>({ first: 0, last: 0 })
  const newest = useRef(options)
  newest.current = options
  const drawn = useRef(window)
  /** The topmost row in sight and how much of it is hidden: what must not move. */
  const anchor = useRef<{ key: number; hidden: number } | null>(null)

  const look = useCallback((draw: (change: () => void) => void) => {
    const element = newest.current.scroller.current
    if (!element) return
    const { head, rowHeight: height, count: rows, keyAt, onSight } = newest.current
    const top = element.scrollTop - head
    const first = Math.max(0, Math.floor(top / height))
    const last = Math.min(rows - 1, Math.floor((top + element.clientHeight - 1) / height))
    // Before anything is drawn: drawing may flush other changes, and those look for their place by this.
    anchor.current = rows === 0 ? null : { key: keyAt(Math.min(first, rows - 1)), hidden: top - first * height }
    const next = windowAt(top, element.clientHeight, height, rows)
    if (next.first !== drawn.current.first || next.last !== drawn.current.last) {
      drawn.current = next
      draw(() => setWindow(next))
    }
    if (rows > 0) onSight(Math.min(first, rows - 1), Math.max(0, last))
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that came or went are why the place is looked up again.
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    if (follow) element.scrollTop = element.scrollHeight
    else if (anchor.current) {
      const place = newest.current.head + newest.current.indexOf(anchor.current.key) * rowHeight + anchor.current.hidden
      if (Math.abs(place - element.scrollTop) >= 1) element.scrollTop = place
    }
    look((change) => change())
  }, [version, count, rowHeight, follow])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    // The scroll event comes before the frame is painted: drawn at once, no row is ever missing in it.
    const onScroll = () => look(flushSync)
    const onResize = () => {
      if (newest.current.follow) element.scrollTop = element.scrollHeight
      look((change) => change())
    }
    element.addEventListener("scroll", onScroll, { passive: true })
    const observer = new ResizeObserver(onResize)
    observer.observe(element)
    return () => {
      element.removeEventListener("scroll", onScroll)
      observer.disconnect()
    }
  }, [scroller, look])

  const show = (index: number, align: Align) => {
    const element = scroller.current
    if (!element) return
    const top = newest.current.head + index * rowHeight
    const free = element.clientHeight - rowHeight
    if (align !== "auto") element.scrollTop = top - free * (align === "center" ? 0.5 : 0.08)
    else if (top < element.scrollTop) element.scrollTop = top
    else if (top > element.scrollTop + free) element.scrollTop = top - free
    look(flushSync)
  }
  return { window: { first: Math.min(window.first, count), last: Math.min(window.last, count) }, show }
}
