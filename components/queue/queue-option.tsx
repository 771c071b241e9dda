// One plan in the list: its mark, title and wait; who and where; risk, hold-up and what the lead says.
"use client"

import { memo } from "react"
import { ShownText } from "@/components/plan/shown-text"
import { classes } from "@/components/ui/classes"
import { Icon } from "@/components/ui/icon"
import { Mark, markOf } from "@/components/ui/mark"
import { RiskLabel } from "@/components/ui/risk"
import { Tag } from "@/components/ui/tag"
import { Ago } from "@/components/ui/time"
import type { QueueItem } from "@/lib/core/page-views"
import { holdUpCount } from "./queue-order"

export const optionId = (id: string): string => `queue-${id}`

type Props = { item: QueueItem; selected: boolean; picked: boolean; onOpen: (id: string) => void }

export const QueueOption = memo(function QueueOption({ item, selected, picked, onOpen }: Props) {
  const { request } = item
  const id = request.request_id
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox has the focus and handles the keys of all options.
    <div
      id={optionId(id)}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      onClick={() => onOpen(id)}
      className={classes(
        "relative grid h-20 cursor-default [contain-intrinsic-size:auto_80px] [content-visibility:auto] scroll-my-2 grid-cols-[16px_minmax(0,1fr)] gap-x-2.5 border-b border-line pt-2.5 pr-3.5 pl-4 outline-hidden",
        selected ? "bg-selected shadow-[inset_2px_0_var(--ink)]" : "hover:bg-hover",
      )}
    >
      {picked ? <Picked /> : <Mark state={markOf(request)} className="mt-0.5" />}
      <div className="min-w-0">
        <div className="flex items-center gap-2">
          <span className="cut font-medium">
            <ShownText text={item.title} />
          </span>
          <span className={classes("ml-auto flex-none text-small leading-5", selected ? "text-text-2" : "text-text-3")}>
            <WaitOrEnd item={item} />
          </span>
        </div>
        <div className="flex items-baseline gap-2 text-small leading-5 text-text-2">
          <span className="cut">{item.agent.name}</span>
          <span className="cut text-text-3">{item.team.name}</span>
          {request.revision > 1 && <Tag className="self-center">v{request.revision}</Tag>}
        </div>
        <div
          className={classes(
            "mt-1 flex items-center gap-3 text-small whitespace-nowrap",
            selected ? "text-text-2" : "text-text-3",
          )}
        >
          <RiskLabel risk={request.effective_risk} />
          <span>holds up {holdUpCount(item.holds_up)}</span>
          <span className="cut">Lead: {leadWord(item)}</span>
        </div>
      </div>
    </div>
  )
})

function leadWord({ request }: QueueItem): string {
  if (request.recommendation) return request.recommendation.approve ? "approve" : "reject"
  return request.status === "pending" ? "reading" : "no word"
}

function WaitOrEnd({ item: { request } }: { item: QueueItem }) {
  if (request.status === "pending") return <Ago since={request.created_at} warn />
  const reason = request.resolution?.reason
  const word = reason && reason !== "decided" ? reason : request.status
  return <span className="capitalize">{word}</span>
}

function Picked() {
  return (
    <span className="mt-0.5 grid size-4 place-items-center rounded-s bg-ink-fill text-on-ink">
      <Icon name="check" size={12} />
      <span className="sr-only">Selected to be approved together. </span>
    </span>
  )
}
