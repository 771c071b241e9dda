// The title of a review, who wrote it and for what, and what in it cannot be seen.
"use client"

import Link from "next/link"
import { ShownText } from "@/components/plan/shown-text"
import { Icon } from "@/components/ui/icon"
import { Moment } from "@/components/ui/time"
import type { QueueItem } from "@/lib/core/page-views"
import { titleOf } from "./queue-order"
import { agentHref, comparesRevisions, type HeadActions, MoreMenu, RevisionSwitch } from "./review-head"
import type { ReviewModel } from "./review-model"

export function ReviewTitle({ item, model, actions }: { item: QueueItem; model: ReviewModel; actions: HeadActions }) {
  const changes = model.mode === "changes"
  return (
    <div className={changes ? "mb-3.5 pl-4 md:pl-20" : "mb-2.5 pl-4 md:mb-[18px] md:pl-[52px]"}>
      <div className="flex items-start gap-2">
        <h1
          id="plan-title"
          className="min-w-0 flex-1 text-[19px] leading-[26px] font-semibold tracking-[-0.018em] text-balance md:text-title md:leading-[30px]"
        >
          <ShownText text={titleOf(item)} />
        </h1>
        <span className="-mr-1.5 md:hidden">
          <MoreMenu item={item} model={model} actions={actions} />
        </span>
      </div>
      {changes ? <ChangesLine model={model} /> : <Byline item={item} model={model} />}
      {comparesRevisions(model) && (
        <div className="mt-2 md:hidden">
          <RevisionSwitch item={item} model={model} onChange={actions.onChange} />
        </div>
      )}
      {model.plan && model.plan.hidden.count > 0 && <HiddenNote model={model} />}
    </div>
  )
}

function Byline({ item, model }: { item: QueueItem; model: ReviewModel }) {
  const here = `/queue/${item.request.request_id}`
  const isRaw = model.mode === "raw"
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3.5 gap-y-0.5 text-ui text-text-2">
      <span>
        <Link href={agentHref(item)} className="font-medium text-text hover:underline">
          {item.agent.name}
        </Link>
        {item.agent.role && `, ${item.agent.role}`}
      </span>
      <span>
        {model.plan ? "Submitted" : "Asked"} <Moment at={item.request.created_at} />
      </span>
      {item.task && <span title={item.task.subject}>For task {item.task.id}</span>}
      {model.plan && (
        <Link
          href={isRaw ? `${here}?view=plan` : `${here}?view=raw`}
          replace
          scroll={false}
          prefetch={false}
          className="ml-auto rounded-s text-small text-text-3 hover:text-text max-md:hidden 2xl:mr-[252px]"
        >
          {isRaw ? "Formatted" : "Raw text"}
        </Link>
      )}
    </p>
  )
}

function ChangesLine({ model }: { model: ReviewModel }) {
  return <p className="mt-0.5 text-ui text-text-2">{model.changes}</p>
}

/** A person must know before reading that not everything in the plan shows. */
function HiddenNote({ model }: { model: ReviewModel }) {
  const { count, words } = model.plan!.hidden
  return (
    <p className="mt-2.5 flex gap-2 rounded-m bg-wait-soft px-3 py-2 text-ui text-wait shadow-[inset_0_0_0_1px_var(--wait-line)]">
      <Icon name="shield" className="mt-0.5" />
      <span>
        {count === 1 ? "1 character here does" : `${count} characters here do`} not show by themselves: {words}. Each is
        marked where it stands.
      </span>
    </p>
  )
}
