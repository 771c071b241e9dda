// The decision bar: what approving allows, the two signatures, and the two buttons. It never scrolls.
"use client"

import dynamic from "next/dynamic"
import { type ReactNode, type RefObject, useEffect, useRef } from "react"
import { useWhyNot } from "@/components/live/connection"
import { useApp } from "@/components/live/live-app"
import { useDesk, useDeskState } from "@/components/plan/plan-desk"
import { useKeys } from "@/components/shell/use-keys"
import { Button } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import type { QueueItem } from "@/lib/core/page-views"
import { isStray } from "./decision-machine"
import { alreadySigned, cannotDecide, goesAlong, quorumSentence } from "./decision-words"
import { EndedBar } from "./ended-bar"
import { useQueue } from "./queue-store"
import type { ReviewModel } from "./review-model"
import { Signatures } from "./signatures"
import { useDecision } from "./use-decision"

const RejectDialog = dynamic(() => import("./reject-dialog").then((module) => module.RejectDialog), { ssr: false })

export function DecisionBar({ item, model }: { item: QueueItem; model: ReviewModel }) {
  const { viewer } = useApp()
  const decision = useDecision(item, viewer)
  const { request } = item
  const frame = useRef<HTMLElement>(null)
  const wasPending = useRef(request.status === "pending")
  const pending = request.status === "pending"
  // After a decision the focus stays on the bar.
  useEffect(() => {
    if (!pending && decision.decidedHere) frame.current?.focus()
  }, [pending, decision.decidedHere])
  return (
    <section
      ref={frame}
      tabIndex={-1}
      aria-label="Decision"
      className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-2.5 border-t border-line-strong bg-surface px-4 py-3 outline-hidden md:gap-y-3 md:pt-3.5 md:pr-5 md:pb-3.5 md:pl-6"
    >
      {pending && model.decidable ? (
        <OpenBar item={item} model={model} decision={decision} frame={frame} />
      ) : (
        <EndedBar item={item} decision={decision} watched={wasPending.current && !decision.decidedHere} />
      )}
    </section>
  )
}

export type Decision = ReturnType<typeof useDecision>

type OpenProps = { item: QueueItem; model: ReviewModel; decision: Decision; frame: RefObject<HTMLElement | null> }

function OpenBar({ item, model, decision, frame }: OpenProps) {
  const { viewer } = useApp()
  const { request } = item
  const { bar, step, decide } = decision
  const desk = useDesk()
  const offline = useWhyNot()
  const comments = useDeskState((state) => state.draft.comments.length)
  const shownAt = useQueue(({ open, selected }) =>
    open?.id === request.request_id && selected === open.id ? open.at : null,
  )
  const approveButton = useRef<HTMLButtonElement>(null)
  const highRisk = request.effective_risk === "high"
  const reason = cannotDecide(viewer, offline)
  const signed = alreadySigned(request, viewer)
  const thing = model.plan ? "plan" : "request"

  const approve = () => {
    if (reason || signed) return
    // The field of a comment that is still open counts as written.
    desk.keep()
    if (step({ type: "approve", highRisk })) void decide(true)
    else approveButton.current?.focus()
  }
  const ready = (event: KeyboardEvent) => !event.repeat && shownAt !== null && !isStray(Date.now(), shownAt)
  const onKey = (act: () => void) => (event: KeyboardEvent) => {
    if (ready(event)) act()
  }
  useKeys({
    a: onKey(approve),
    r: onKey(() => !reason && step({ type: "reject" })),
    w: onKey(() => !reason && step({ type: "words" })),
    escape: () => (bar.mode === "open" && !bar.wording ? false : void step({ type: "cancel" })),
  })
  return (
    <>
      {bar.refusal && (
        <p role="alert" className="flex items-center gap-2 font-medium text-fail">
          {bar.refusal}
        </p>
      )}
      <Allows sentence={model.sentence} warns={model.plan?.facts.whole ?? false} />
      <QuorumLine item={item} />
      {bar.wording && <WordsField agent={item.agent.name} onSend={approve} onClose={() => step({ type: "cancel" })} />}
      <div className="flex flex-col gap-2.5 md:flex-row md:flex-wrap md:items-end md:justify-between md:gap-x-8 xl:flex-nowrap">
        <Signatures request={request} viewer={viewer} drawn={decision.decidedHere} />
        <div className="flex items-center gap-2 md:ml-auto">
          {reason ? (
            <p className="mr-2 text-small text-text-2 max-md:sr-only">{reason}</p>
          ) : (
            comments > 0 && (
              <span className="mr-2 flex items-center gap-1.5 text-small text-text-2 max-md:sr-only">
                <Icon name="note" />
                {goesAlong(comments)}
              </span>
            )
          )}
          {!bar.wording && (
            <Button
              variant="quiet"
              size="l"
              hint="W"
              disabled={reason !== null}
              onClick={() => step({ type: "words" })}
              className={comments > 0 ? "max-2xl:hidden" : "max-lg:hidden"}
            >
              Add words
            </Button>
          )}
          <Button
            size="l"
            hint="R"
            disabled={reason !== null}
            onClick={() => step({ type: "reject" })}
            className="max-md:h-11 max-md:flex-1 max-md:text-talk"
          >
            Reject…
          </Button>
          <Button
            ref={approveButton}
            variant="primary"
            size="l"
            hint="A"
            busy={bar.mode === "sending"}
            disabled={reason !== null || signed}
            onClick={(event) => event.detail < 2 && approve()}
            onBlur={() => step({ type: "disarm" })}
            className="max-md:h-11 max-md:flex-[1.6] max-md:text-talk"
          >
            <ApproveLabel armed={bar.mode === "armed"} highRisk={highRisk} thing={thing} />
          </Button>
        </div>
      </div>
      {bar.mode === "rejecting" && (
        <RejectDialog
          agent={item.agent.name}
          thing={thing}
          bar={frame}
          onCancel={() => step({ type: "cancel" })}
          onSend={() => step({ type: "send" }) && void decide(false)}
        />
      )}
    </>
  )
}

/** Both labels lie on top of each other, so that arming the button moves nothing. */
function ApproveLabel({ armed, highRisk, thing }: { armed: boolean; highRisk: boolean; thing: string }) {
  const plain = `Approve ${thing}`
  if (!highRisk) return plain
  return (
    <span className="grid justify-items-center *:col-start-1 *:row-start-1">
      <span className={armed ? "invisible" : undefined}>{plain}</span>
      <span className={armed ? undefined : "invisible"}>Approve high-risk {thing}</span>
    </span>
  )
}

/** A plan that names nothing grants everything: that must not read like any other sentence. */
function Allows({ sentence, warns }: { sentence: ReviewModel["sentence"]; warns: boolean }) {
  const parts: ReactNode[] = sentence.map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change places.
    part.strong ? <b key={index}>{part.text}</b> : part.text,
  )
  const look = "max-w-[92ch] text-ui leading-[19px] [overflow-wrap:anywhere] md:text-talk"
  if (!warns) return <p className={look}>{parts}</p>
  return (
    <p
      className={`${look} flex gap-2 rounded-m bg-wait-soft px-3 py-2 text-wait shadow-[inset_0_0_0_1px_var(--wait-line)]`}
    >
      <Icon name="shield" className="mt-[3px]" />
      <span>{parts}</span>
    </p>
  )
}

function QuorumLine({ item }: { item: QueueItem }) {
  const { viewer } = useApp()
  const sentence = item.needs_person
    ? quorumSentence(item.request, item.team.policy.approvals, viewer)
    : "The policy hands this one to the lead; you can be faster."
  return sentence && <p className="text-text-2">{sentence}</p>
}

function WordsField({ agent, onSend, onClose }: { agent: string; onSend: () => void; onClose: () => void }) {
  const desk = useDesk()
  const words = useDeskState((state) => state.draft.words)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
  }, [])
  return (
    <div className="grid max-w-[92ch] gap-1">
      <label htmlFor="approval-words" className="text-small font-medium text-text-2">
        Words to {agent}, sent with your decision
      </label>
      <textarea
        ref={field}
        id="approval-words"
        rows={2}
        maxLength={20_000}
        value={words}
        onChange={(event) => desk.setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) onSend()
          else if (event.key === "Escape") onClose()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
        className="block w-full resize-y rounded-m border border-control bg-surface px-2.5 py-2 text-ui pointer-coarse:text-[16px]"
      />
    </div>
  )
}
