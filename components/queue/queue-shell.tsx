// The queue's frame: the shell, the list at the left, the review beside it, all kept live by hints.
"use client"

import { useParams } from "next/navigation"
import type { ReactNode } from "react"
import { useHints } from "@/components/live/live-hints"
import { Shell } from "@/components/shell/shell"
import type { ServerFacts, Viewer } from "@/lib/core/page-views"
import type { Queue } from "./queue-order"
import { QueuePane } from "./queue-pane"
import { isWaiting } from "./queue-state"
import { QueueProvider, useQueue, useQueueStore } from "./queue-store"

type Props = { viewer: Viewer; facts: ServerFacts; initial: Queue; error: string | null; children: ReactNode }

export function QueueShell({ viewer, facts, initial, error, children }: Props) {
  const { request } = useParams<{ request?: string }>()
  const narrow = request
    ? {
        title: <NarrowTitle id={request} />,
        note: <NarrowNote id={request} />,
        back: "/queue",
        backLabel: "Back to the queue",
      }
    : undefined
  return (
    <QueueProvider initial={initial} error={error}>
      <FollowHints />
      <Shell viewer={viewer} facts={facts} active="queue" narrow={narrow}>
        <main className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] bg-surface md:grid-cols-[280px_minmax(0,1fr)] lg:grid-cols-[300px_minmax(0,1fr)] xl:grid-cols-[320px_minmax(0,1fr)]">
          <QueuePane />
          <div className={request ? "min-h-0 min-w-0" : "min-h-0 min-w-0 max-md:hidden"}>{children}</div>
        </main>
      </Shell>
    </QueueProvider>
  )
}

function FollowHints() {
  const store = useQueueStore()
  useHints(() => store.refresh())
  return null
}

function NarrowTitle({ id }: { id: string }) {
  const item = useQueue((view) => view.queue.items[id])
  if (!item) return "Plan"
  return item.request.type === "plan_approval" ? `Plan by ${item.agent.name}` : `About ${item.agent.name}`
}

function NarrowNote({ id }: { id: string }) {
  const words = useQueue(({ queue }) => {
    const waiting = queue.shown.filter((other) => isWaiting(queue.items[other]))
    const at = waiting.indexOf(id)
    return at < 0 ? `${waiting.length} waiting for you` : `${at + 1} of ${waiting.length} waiting for you`
  })
  return words
}
