// The list of the queue: a listbox with one tab stop that never moves under the pointer or the selection.
"use client"

import { useParams } from "next/navigation"
import { useEffect, useRef, useState } from "react"
import { useShallow } from "zustand/react/shallow"
import { useApp } from "@/components/live/live-app"
import { openKeys } from "@/components/shell/open-palette"
import { useKeys } from "@/components/shell/use-keys"
import { PaneError } from "@/components/ui/banner"
import { Button, IconButton } from "@/components/ui/button"
import { classes } from "@/components/ui/classes"
import { Icon } from "@/components/ui/icon"
import { Kbd } from "@/components/ui/kbd"
import { BulkBar } from "./bulk-bar"
import { QueueEmpty } from "./queue-empty"
import { QueueFilter } from "./queue-filter"
import { optionId, QueueOption } from "./queue-option"
import { isFiltering } from "./queue-order"
import { DecidedToday, UnderWay } from "./queue-others"
import { waitingCount } from "./queue-state"
import { shownItems, useQueue, useQueueStore } from "./queue-store"
import { useOpenRequest } from "./use-open-request"

export function QueuePane() {
  const store = useQueueStore()
  const { request: opened } = useParams<{ request?: string }>()
  const items = useQueue(useShallow(shownItems))
  const selected = useQueue((view) => view.selected)
  const picked = useQueue((view) => view.picked)
  const waiting = useQueue((view) => waitingCount(view.queue))
  const error = useQueue((view) => view.error)
  const open = useOpenRequest()
  const isListed = selected !== null && items.some((item) => item.request.request_id === selected)
  const list = useRef<HTMLDivElement>(null)
  // A filter that came with the address is shown, but only a person's own wish puts the focus into it.
  const [filtering, setFiltering] = useState<"shown" | "wanted" | null>(() =>
    isFiltering(store.getState().filter) ? "shown" : null,
  )
  const closeFilter = () => {
    setFiltering(null)
    list.current?.focus({ preventScroll: true })
  }

  const move = (step: 1 | -1) => {
    const at = items.findIndex((item) => item.request.request_id === selected)
    const next = items[at < 0 ? 0 : Math.min(items.length - 1, Math.max(0, at + step))]
    if (!next || next.request.request_id === selected) return
    open(next.request.request_id)
    store.settle()
  }
  const read = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (target !== document.body && target !== list.current) return false
    if (selected && opened !== selected && window.innerWidth < 720) open(selected)
    document.querySelector<HTMLElement>("[data-paper]")?.focus()
  }
  const onList = (step: 1 | -1) => (event: KeyboardEvent) => (event.target === list.current ? move(step) : false)
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    arrowdown: onList(1),
    arrowup: onList(-1),
    enter: read,
    x: () => selected !== null && store.pick(selected),
    ".": () => store.showNew(),
  })
  useEffect(() => {
    if (selected) document.getElementById(optionId(selected))?.scrollIntoView({ block: "nearest" })
  }, [selected])

  return (
    <nav
      aria-label="Pending requests"
      className={classes(
        "flex min-h-0 flex-col bg-canvas md:border-r md:border-line",
        opened !== undefined && "max-md:hidden",
      )}
    >
      <PaneHead
        waiting={waiting}
        filtering={filtering !== null}
        onFilter={() => setFiltering(filtering ? null : "wanted")}
      />
      {filtering ? (
        <QueueFilter focused={filtering === "wanted"} onClose={closeFilter} />
      ) : (
        // What `/` looks for on any page: being focused, it gives way to the fields.
        <span
          tabIndex={-1}
          data-filter=""
          aria-hidden="true"
          onFocus={() => setFiltering("wanted")}
          className="sr-only"
        />
      )}
      <div className="min-h-0 flex-1 overflow-y-auto" onPointerLeave={() => store.settle()}>
        {error && <ListFailed reason={error} />}
        {items.length > 0 ? (
          <div
            ref={list}
            role="listbox"
            aria-label="Plans"
            tabIndex={0}
            aria-activedescendant={isListed ? optionId(selected) : undefined}
            className="ring-inside"
          >
            {items.map((item) => (
              <QueueOption
                key={item.request.request_id}
                item={item}
                selected={item.request.request_id === selected}
                picked={picked.includes(item.request.request_id)}
                onOpen={open}
              />
            ))}
          </div>
        ) : (
          !error && <NoneShown />
        )}
        <NewRow />
        <UnderWay current={opened ?? null} />
        <DecidedToday current={opened ?? null} />
      </div>
      {picked.length > 0 ? <BulkBar /> : <KeyLegend />}
    </nav>
  )
}

function PaneHead({ waiting, filtering, onFilter }: { waiting: number; filtering: boolean; onFilter: () => void }) {
  const store = useQueueStore()
  const { viewer } = useApp()
  const sort = useQueue((view) => view.queue.sort)
  const active = useQueue((view) => isFiltering(view.filter))
  return (
    <div className="flex h-11 flex-none items-center gap-2 border-b border-line pr-2 pl-4">
      <h1 className="font-semibold whitespace-nowrap">{viewer.role === "viewer" ? "Waiting" : "Waiting for you"}</h1>
      <span className="text-text-3">{waiting}</span>
      <span className="flex-1" />
      <Button
        size="s"
        variant="quiet"
        aria-label={sort === "hold-up" ? "Sorted by hold-up; sort by wait" : "Sorted by wait; sort by hold-up"}
        onClick={() => store.showNew(sort === "hold-up" ? "wait" : "hold-up")}
      >
        {sort === "hold-up" ? "By hold-up" : "By wait"}
      </Button>
      <IconButton
        label="Filter"
        aria-pressed={filtering}
        onClick={onFilter}
        className={filtering || active ? "bg-hover text-ink" : undefined}
      >
        <Icon name="filter" />
      </IconButton>
    </div>
  )
}

/** Stays in sight at the end of the list, so that it pushes no plan away. */
function NewRow() {
  const store = useQueueStore()
  const count = useQueue((view) => view.queue.arrivals.length)
  if (count === 0) return null
  return (
    <button
      type="button"
      onClick={() => store.showNew()}
      className="ring-inside sticky bottom-0 flex h-9 w-full items-center gap-2 border-b border-wait-line bg-wait-soft px-4 font-medium text-wait pointer-coarse:h-11"
    >
      <Icon name="arrow-up" size={14} />
      {count} new
      <span className="ml-auto pointer-coarse:hidden">
        <Kbd>.</Kbd>
      </span>
    </button>
  )
}

function NoneShown() {
  const filtered = useQueue((view) => isFiltering(view.filter) && view.queue.shown.length > 0)
  if (filtered) return <p className="px-4 py-6 text-center text-text-2">No plan fits the filter.</p>
  return (
    <div className="border-b border-line md:hidden">
      <QueueEmpty />
    </div>
  )
}

function ListFailed({ reason }: { reason: string }) {
  const store = useQueueStore()
  return (
    <div className="p-2">
      <PaneError
        fact="The queue could not be read."
        action={
          <Button size="s" onClick={store.refresh}>
            Try again
          </Button>
        }
      >
        {reason} Your agents go on.
      </PaneError>
    </div>
  )
}

function KeyLegend() {
  return (
    <div className="flex h-9 flex-none items-center gap-3.5 border-t border-line px-4 text-small whitespace-nowrap text-text-3 max-xl:gap-2.5 max-md:hidden pointer-coarse:hidden">
      <span className="inline-flex items-center gap-1">
        <Kbd>J</Kbd>
        <Kbd>K</Kbd> move
      </span>
      <span className="inline-flex items-center gap-1">
        <Kbd>X</Kbd> select
      </span>
      <span className="inline-flex items-center gap-1 max-lg:hidden">
        <Kbd>/</Kbd> filter
      </span>
      <button
        type="button"
        onClick={openKeys}
        className="ml-auto inline-flex items-center gap-1 rounded-s hover:text-text"
      >
        <Kbd>?</Kbd> all keys
      </button>
    </div>
  )
}
