// The queue in the browser: what the list shows, what is selected and filtered, and which plan lies open.
"use client"

import { useParams, useSearchParams } from "next/navigation"
import { createContext, type ReactNode, useContext, useEffect, useState } from "react"
import { useStore } from "zustand"
import { createStore, type StoreApi } from "zustand/vanilla"
import { getQueueAction } from "@/lib/actions/get-queue"
import { getRequestDetailAction } from "@/lib/actions/get-request-detail"
import { readAction } from "@/lib/client/call-action"
import type { QueueItem } from "@/lib/core/page-views"
import type { Request } from "@/lib/core/request"
import { readOpened, writeOpened } from "./opened"
import { type Filter, NO_FILTER, passes, type Queue, type SortBy } from "./queue-order"
import {
  bringIn,
  moveOn,
  putItem,
  type QueueState,
  receiveQueue,
  replaceRequest,
  showArrivals,
  startQueue,
} from "./queue-state"

export type QueueView = {
  queue: QueueState
  /** The list could not be read; what is shown is from before. */
  error: string | null
  /** The option the keys are at. */
  selected: string | null
  /** The request whose review is on the page, and since when. */
  open: { id: string; at: number } | null
  picked: readonly string[]
  opened: ReadonlySet<string>
  filter: Filter
}

export type QueueStore = StoreApi<QueueView> & {
  refresh(): void
  select(id: string): void
  showOpen(item: QueueItem): void
  leaveOpen(id: string): void
  replace(request: Request): void
  showNew(sort?: SortBy): void
  settle(): void
  pick(id: string): void
  pickNone(): void
  setFilter(change: Partial<Filter>): void
}

const AT_MOST_EVERY_MS = 300

type Start = { filter: Filter; opened: string | undefined }

export function createQueueStore(initial: Queue, error: string | null, { filter, opened }: Start): QueueStore {
  const queue = startQueue(initial)
  // The server already knows which plan lies open, so that the list is drawn once, with its selection.
  const first = queue.shown.find((id) => passes(queue.items[id]!, filter))
  const store = createStore<QueueView>(() => ({
    queue,
    error,
    selected: opened ?? first ?? null,
    open: null,
    picked: [],
    opened: new Set(),
    filter,
  }))
  const change = (next: (queue: QueueState, view: QueueView) => QueueState) =>
    store.setState((view) => ({ queue: next(view.queue, view) }))

  let asking = false
  let wanted = false
  const ask = async () => {
    asking = true
    wanted = false
    const answer = await readAction(getQueueAction, undefined)
    if (answer.ok) {
      change((queue) => receiveQueue(queue, answer.value))
      store.setState({ error: null })
      await followOpen(answer.value)
    } else if (answer.error.code !== "unavailable") store.setState({ error: answer.error.message })
    setTimeout(() => {
      asking = false
      if (wanted) void ask()
    }, AT_MOST_EVERY_MS)
  }
  /** A plan decided before today is in no list; when it lies open it is asked for by itself. */
  const followOpen = async (queue: Queue) => {
    const open = store.getState().open?.id
    const listed = [...queue.waiting, ...queue.under_way, ...queue.decided_today]
    if (!open || listed.some((item) => item.request.request_id === open)) return
    const detail = await readAction(getRequestDetailAction, { request_id: open })
    if (detail.ok) change((known) => putItem(known, detail.value.item))
  }
  return Object.assign(store, {
    refresh: () => {
      wanted = true
      if (!asking) void ask()
    },
    select: (id: string) => store.setState({ selected: id }),
    showOpen: (item: QueueItem) => {
      const id = item.request.request_id
      const opened = writeOpened(store.getState().opened, id)
      store.setState(({ queue }) => ({
        queue: bringIn(putItem(queue, item), id),
        open: { id, at: Date.now() },
        selected: id,
        opened,
      }))
    },
    leaveOpen: (id: string) => store.setState(({ open }) => (open?.id === id ? { open: null } : {})),
    replace: (request: Request) => change((queue) => replaceRequest(queue, request)),
    showNew: (sort?: SortBy) => change((queue, view) => showArrivals(queue, view.selected, sort)),
    settle: () => change((queue, view) => moveOn(queue, view.selected)),
    pick: (id: string) =>
      store.setState(({ picked }) => ({
        picked: picked.includes(id) ? picked.filter((other) => other !== id) : [...picked, id],
      })),
    pickNone: () => store.setState({ picked: [] }),
    setFilter: (part: Partial<Filter>) => store.setState(({ filter }) => ({ filter: { ...filter, ...part } })),
  })
}

const QueueContext = createContext<QueueStore | null>(null)

export function QueueProvider({
  initial,
  error,
  children,
}: {
  initial: Queue
  error: string | null
  children: ReactNode
}) {
  // Home and the composer lead here with one team asked for.
  const team = useSearchParams().get("team") ?? ""
  const { request: opened } = useParams<{ request?: string }>()
  const [store] = useState(() => createQueueStore(initial, error, { filter: { ...NO_FILTER, team }, opened }))
  useEffect(() => {
    if (team) store.setFilter({ ...NO_FILTER, team })
  }, [store, team])
  useEffect(() => store.setState(({ opened }) => ({ opened: new Set([...readOpened(), ...opened]) })), [store])
  return <QueueContext value={store}>{children}</QueueContext>
}

export function useQueueStore(): QueueStore {
  const store = useContext(QueueContext)
  if (!store) throw new Error("useQueue is used outside of QueueProvider.")
  return store
}

export const useQueue = <T,>(selector: (view: QueueView) => T): T => useStore(useQueueStore(), selector)

/** The request as it stands now; the plan itself never changes, so the page's own copy keeps it. */
export function useItemNow(initial: QueueItem): QueueItem {
  const now = useQueue((view) => view.queue.items[initial.request.request_id])
  if (!now || now === initial) return initial
  return { ...now, request: { ...now.request, payload: initial.request.payload } }
}

export const shownItems = (view: QueueView): QueueItem[] =>
  view.queue.shown.map((id) => view.queue.items[id]!).filter((item) => passes(item, view.filter))
