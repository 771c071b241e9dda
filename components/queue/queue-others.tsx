// Below what waits: what is under way and needs nobody, and what was decided today, folded.
"use client"

import Link from "next/link"
import { useState } from "react"
import { useShallow } from "zustand/react/shallow"
import { ShownText } from "@/components/plan/shown-text"
import { classes } from "@/components/ui/classes"
import { Icon } from "@/components/ui/icon"
import { Mark, markOf } from "@/components/ui/mark"
import { StatusIcon } from "@/components/ui/status"
import { Ago, ClockTime } from "@/components/ui/time"
import type { QueueItem } from "@/lib/core/page-views"
import { passes, titleOf } from "./queue-order"
import { type QueueView, useQueue } from "./queue-store"

const listed = (view: QueueView, ids: readonly string[]): QueueItem[] =>
  ids.map((id) => view.queue.items[id]!).filter((item) => passes(item, view.filter))

const here = (item: QueueItem, current: string | null): string =>
  item.request.request_id === current ? "bg-selected shadow-[inset_2px_0_var(--ink)]" : "hover:bg-hover"

export function UnderWay({ current }: { current: string | null }) {
  const items = useQueue(useShallow((view) => listed(view, view.queue.underWay)))
  if (items.length === 0) return null
  return (
    <section aria-label="Under way">
      <h2 className="flex h-8 items-center px-4 text-small font-medium text-text-3">
        Under way, nothing for you to do
      </h2>
      <ul>
        {items.map((item) => (
          <li key={item.request.request_id} className="border-b border-line first:border-t">
            <Link
              href={`/queue/${item.request.request_id}`}
              aria-current={item.request.request_id === current ? "page" : undefined}
              className={classes(
                "ring-inside grid h-[60px] grid-cols-[16px_minmax(0,1fr)] gap-x-2.5 pt-2.5 pr-3.5 pl-4",
                here(item, current),
              )}
            >
              <span className="mt-0.5">
                {item.request.type === "shutdown" ? <StatusIcon status="stopping" /> : <Mark state="open" />}
              </span>
              <div className="min-w-0">
                <div className="flex items-center gap-2">
                  <span className="cut font-medium">
                    <ShownText text={titleOf(item)} />
                  </span>
                  <span className="ml-auto text-small leading-5 text-text-3">
                    <Ago since={item.request.created_at} />
                  </span>
                </div>
                <p className="cut text-small leading-5 text-text-2">
                  {item.team.name} · <DoingWords item={item} />
                </p>
              </div>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function DoingWords({ item }: { item: QueueItem }) {
  const { activity, name } = item.agent
  if (item.request.type !== "shutdown") return <>the lead decides</>
  if (activity?.kind === "tool")
    return (
      <>
        finishing <code>{activity.summary || activity.tool}</code>
      </>
    )
  return <>{activity ? `${name} ends its turn` : `waiting for ${name}'s answer`}</>
}

export function DecidedToday({ current }: { current: string | null }) {
  const items = useQueue(
    useShallow((view) =>
      listed(
        view,
        view.queue.decided.filter((id) => !view.queue.shown.includes(id)),
      ),
    ),
  )
  const [open, setOpen] = useState(false)
  if (items.length === 0) return null
  return (
    <section aria-label="Decided today">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="ring-inside flex h-8 w-full items-center gap-1 px-4 text-small font-medium text-text-3 hover:text-text pointer-coarse:h-11"
      >
        <Icon name={open ? "chevron-down" : "chevron-right"} size={12} />
        Decided today, {items.length}
      </button>
      {open && (
        <ul>
          {items.map((item) => (
            <li key={item.request.request_id} className="border-b border-line first:border-t">
              <Link
                href={`/queue/${item.request.request_id}`}
                aria-current={item.request.request_id === current ? "page" : undefined}
                className={classes(
                  "ring-inside flex h-9 items-center gap-2.5 pr-3.5 pl-4 pointer-coarse:h-11",
                  here(item, current),
                )}
              >
                <Mark state={markOf(item.request)} />
                <span className="cut">
                  <ShownText text={titleOf(item)} />
                </span>
                <span className="cut text-small text-text-3">{item.agent.name}</span>
                <span className="ml-auto flex-none text-small text-text-3">
                  <ClockTime at={item.request.resolution?.at ?? item.request.created_at} seconds={false} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
