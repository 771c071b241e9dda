// The review of one request: head, paper, facts and decision bar, with the keys of a plan.
"use client"

import dynamic from "next/dynamic"
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react"
import { useApp } from "@/components/live/live-app"
import { Facts } from "@/components/plan/facts"
import { PassageButton } from "@/components/plan/passage-button"
import { PlanDesk, useDesk } from "@/components/plan/plan-desk"
import { useKeys } from "@/components/shell/use-keys"
import { classes } from "@/components/ui/classes"
import { Bars } from "@/components/ui/skeleton"
import { DecisionBar } from "./decision-bar"
import { FactsStrip } from "./facts-strip"
import { useItemNow, useQueue, useQueueStore } from "./queue-store"
import { ReviewHead } from "./review-head"
import type { ReviewModel } from "./review-model"
import { ReviewTitle } from "./review-title"
import { jumpToChange, usePlanKeys } from "./use-plan-keys"

const ShutdownDialog = dynamic(
  () => import("@/components/shutdown/shutdown-dialog").then((module) => module.ShutdownDialog),
  {
    ssr: false,
  },
)
const MessageDialog = dynamic(() => import("./message-dialog").then((module) => module.MessageDialog), { ssr: false })

/** `children` is the paper: set on the server, so that no Markdown parser travels. */
export function ReviewPane({ model, children }: { model: ReviewModel; children: ReactNode }) {
  const id = model.item.request.request_id
  return (
    <PlanDesk key={id} requestId={id} lines={model.plan?.lines ?? []}>
      <Review model={model}>{children}</Review>
    </PlanDesk>
  )
}

function Review({ model, children }: { model: ReviewModel; children: ReactNode }) {
  const store = useQueueStore()
  const desk = useDesk()
  const { viewer } = useApp()
  const item = useItemNow(model.item)
  const id = model.item.request.request_id
  const paper = useRef<HTMLElement>(null)
  const [factsOpen, setFactsOpen] = useState(false)
  const [dialog, setDialog] = useState<"message" | "shutdown" | null>(null)
  const commentable = item.request.status === "pending" && model.decidable && viewer.role !== "viewer"

  useLayoutEffect(() => {
    store.showOpen(model.item)
  }, [store, model.item])
  useEffect(() => () => store.leaveOpen(id), [store, id])
  useEffect(() => desk.setState({ commentable }), [desk, commentable])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view begins at its top.
  useEffect(() => {
    paper.current?.scrollTo(0, 0)
  }, [model.mode])
  usePlanKeys({ model, paper, factsOpen, onFacts: setFactsOpen })
  useKeys({ s: () => (viewer.role === "operator" && item.agent.status !== "shutdown" ? setDialog("shutdown") : false) })

  const actions = {
    onMessage: () => setDialog("message"),
    onShutdown: () => setDialog("shutdown"),
    onFacts: () => setFactsOpen(!factsOpen),
    onChange: (step: 1 | -1) => jumpToChange(paper.current, step),
    factsOpen,
  }
  return (
    <article
      aria-labelledby="plan-title"
      className="relative grid h-full min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] md:grid-rows-[44px_minmax(0,1fr)_auto]"
    >
      <ReviewHead item={item} model={model} actions={actions} />
      <OnItsWay id={id} />
      <div className="relative grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_316px]">
        <section
          ref={paper}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
          tabIndex={0}
          data-paper=""
          aria-label={model.mode === "changes" ? "Changes since the revision before" : "Plan"}
          className="ring-inside relative min-h-0 overflow-y-auto overscroll-contain"
        >
          <div
            className={classes(
              "pt-3.5 pr-4 pb-8 text-read md:pt-[22px] md:pr-7 md:pl-1",
              model.mode === "changes"
                ? "max-w-[846px] md:pt-5 2xl:mx-auto 2xl:max-w-[980px]"
                : "mx-auto max-w-[760px] 2xl:max-w-[1012px]",
            )}
          >
            <ReviewTitle item={item} model={model} actions={actions} />
            {model.plan && <FactsStrip item={item} facts={model.plan.facts} chain={model.chain} />}
            {children}
          </div>
          <PassageButton paper={paper} disabled={!commentable || model.plan === null} />
        </section>
        {model.plan && (
          <aside
            aria-label="About this plan"
            className={classes(
              "min-h-0 overflow-y-auto overscroll-contain border-l border-line bg-surface px-5 pt-1 pb-4 max-xl:absolute max-xl:inset-y-0 max-xl:right-0 max-xl:z-20 max-xl:w-[316px] max-xl:shadow-pop max-lg:hidden",
              !factsOpen && "max-xl:hidden",
            )}
          >
            <Facts item={item} facts={model.plan.facts} chain={model.chain} />
          </aside>
        )}
      </div>
      <DecisionBar key={id} item={item} model={model} />
      {dialog === "shutdown" && (
        <ShutdownDialog
          team={item.team.id}
          name={item.agent.name}
          status={item.agent.status}
          open
          onOpenChange={(open) => !open && setDialog(null)}
          onAsked={() => store.refresh()}
        />
      )}
      {dialog === "message" && <MessageDialog item={item} onClose={() => setDialog(null)} />}
    </article>
  )
}

/** Another plan was chosen and takes its time: after a moment this one gives way, so that nobody decides the wrong one. */
function OnItsWay({ id }: { id: string }) {
  const isLeaving = useQueue(({ selected }) => selected !== null && selected !== id)
  if (!isLeaving) return null
  return (
    <div
      aria-hidden="true"
      className="absolute inset-0 z-30 grid animate-after-300 grid-rows-[minmax(0,1fr)_auto] bg-surface md:grid-rows-[44px_minmax(0,1fr)_auto]"
    >
      <div className="flex items-center border-b border-line pl-6 max-md:hidden">
        <Bars widths={["w-44"]} />
      </div>
      <div className="grid min-h-0 xl:grid-cols-[minmax(0,1fr)_316px]">
        <div className="mx-auto w-full max-w-[760px] pt-8 pr-7 pl-4 md:pl-14 2xl:max-w-[1012px]">
          <Bars
            widths={["w-2/5 h-4", "w-1/3", "w-0", "w-1/6", "w-11/12", "w-3/5", "w-0", "w-1/5", "w-10/12", "w-2/3"]}
          />
        </div>
        <div className="border-l border-line px-5 pt-5 max-xl:hidden">
          <Bars widths={["w-2/5", "w-11/12", "w-4/5", "w-0", "w-3/5", "w-1/2"]} />
        </div>
      </div>
      <div className="border-t border-line-strong px-4 pt-5 pb-[73px] md:px-6">
        <Bars widths={["w-3/5"]} />
      </div>
    </div>
  )
}
