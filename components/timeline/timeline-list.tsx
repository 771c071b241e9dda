// The list: a hundred thousand rows of fixed height of which only those in sight exist; it follows the end, and scrolled
// up it does not move.
"use client"

import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react"
import type { Geometry } from "./lane-geometry"
import { ListFoot, ListHead } from "./list-edges"
import { TimelineRowView } from "./timeline-row"
import type { TimelineSnapshot, TimelineStore } from "./timeline-store"
import { type Align, useFixedRows } from "./use-fixed-rows"
import { useSteady } from "./use-measures"

export type ListHandle = {
  /** Brings an event into sight. */
  show(seq: number, align?: Align, focus?: boolean): void
}

type Props = {
  store: TimelineStore
  snapshot: TimelineSnapshot
  geometry: Geometry
  rowHeight: number
  layout: "narrow" | "lanes" | "wide"
  selectedRequest: string | null
  current: number | null
  onOpen: (seq: number) => void
  following: boolean
  onFollowing: (following: boolean) => void
  /** The events at the upper and lower edge of what is in sight. */
  onRange: (from: number, to: number) => void
  handle: RefObject<ListHandle | null>
  children?: ReactNode
}

const HEAD = 28
const FOOT = 30
const NEAR_EDGE_ROWS = 60
const ROWS_BEFORE_MOUNT = 40

export function TimelineList(props: Props) {
  const { store, snapshot, geometry, rowHeight, following, onFollowing, onRange, handle } = props
  const { rows } = store
  const scroller = useRef<HTMLElement>(null)
  const [mounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])

  const { window, show } = useFixedRows({
    scroller,
    count: mounted ? snapshot.count : 0,
    rowHeight,
    head: HEAD,
    keyAt: (index) => rows.seqAt(index),
    indexOf: (seq) => rows.indexOf(seq),
    version: snapshot.version,
    follow: following,
    onSight: (first, last) => {
      onRange(rows.seqAt(first), rows.seqAt(last))
      if (snapshot.loading || snapshot.failed) return
      if (snapshot.first > 1 && first < NEAR_EDGE_ROWS) void store.loadOlder()
      else if (!store.atEnd && snapshot.count - last < NEAR_EDGE_ROWS) void store.loadNewer()
    },
  })

  useImperativeHandle(handle, () => ({
    show: (seq, align = "auto", focus = false) => {
      show(Math.max(0, Math.min(rows.indexOf(seq), rows.count - 1)), align)
      if (focus) scroller.current?.querySelector<HTMLElement>(`[data-seq="${seq}"]`)?.focus({ preventScroll: true })
    },
  }))

  const onScroll = () => {
    const element = scroller.current
    if (!element) return
    const atEnd = store.atEnd && element.scrollHeight - element.scrollTop - element.clientHeight < 4
    if (atEnd !== following) onFollowing(atEnd)
  }

  // Every row carries it, so it follows the count at a walk instead of drawing all rows anew with each event.
  const setSize = useSteady(snapshot.count, 1_000)
  const row = (index: number, top?: number) => {
    const seq = rows.seqAt(index)
    return (
      <TimelineRowView
        key={seq}
        row={rows.row(index, geometry.lanes)}
        geometry={geometry}
        height={rowHeight}
        layout={mounted ? props.layout : "both"}
        top={top}
        position={index + 1}
        setSize={setSize}
        selectedRequest={props.selectedRequest}
        current={seq === props.current}
        onOpen={props.onOpen}
      />
    )
  }
  const before = Math.min(snapshot.count, ROWS_BEFORE_MOUNT)
  const indexes = Array.from({ length: window.last - window.first }, (_, offset) => window.first + offset)
  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={scroller}
        aria-label="Events"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls must be reachable by keyboard.
        tabIndex={0}
        onScroll={onScroll}
        style={{ "--lanes": `${geometry.total}px` } as CSSProperties}
        className={
          mounted
            ? "ring-inside h-full overflow-y-auto overflow-x-hidden overscroll-contain [overflow-anchor:none]"
            : `flex h-full flex-col overflow-hidden ${snapshot.count * rowHeight > 640 ? "justify-end" : ""}`
        }
      >
        {mounted ? (
          <div className="relative w-full" style={{ height: HEAD + snapshot.count * rowHeight + FOOT }}>
            <ListHead snapshot={snapshot} onRetry={() => void store.loadOlder()} />
            <ul>{indexes.map((index) => row(index, HEAD + index * rowHeight))}</ul>
            <ListFoot store={store} snapshot={snapshot} following={following} />
          </div>
        ) : (
          <>
            <ul className="flex-none">
              {Array.from({ length: before }, (_, offset) => row(snapshot.count - before + offset))}
            </ul>
            <div className="relative h-[30px] flex-none">
              <ListFoot store={store} snapshot={snapshot} following />
            </div>
          </>
        )}
      </section>
      {props.children}
    </div>
  )
}
