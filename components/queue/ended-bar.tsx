// What the decision bar becomes: both signatures and what follows, or who was faster and what was not sent.
"use client"

import Link from "next/link"
import { useApp } from "@/components/live/live-app"
import { useDeskState } from "@/components/plan/plan-desk"
import { afterwards, signerOf } from "@/components/plan/signer"
import { Banner } from "@/components/ui/banner"
import { Button, buttonClass } from "@/components/ui/button"
import { Mark, markOf } from "@/components/ui/mark"
import { Ago, ClockTime } from "@/components/ui/time"
import type { QueueItem } from "@/lib/core/page-views"
import type { Request } from "@/lib/core/request"
import type { Decision } from "./decision-bar"
import { endedFact, unsentSentence } from "./decision-words"
import { laterPlanOf, successorOf } from "./queue-state"
import { useQueue } from "./queue-store"
import { Signatures } from "./signatures"

type Props = { item: QueueItem; decision: Decision; watched: boolean }

export function EndedBar({ item, decision, watched }: Props) {
  const { viewer } = useApp()
  const { request } = item
  const successor = useQueue((view) => successorOf(view.queue, request))
  const next = useQueue((view) => (successor ?? laterPlanOf(view.queue, request))?.request)
  // Decided by the same person elsewhere: in another tab, or together with others.
  const isMine = request.resolution?.by === `human:${viewer.name}`
  return (
    <>
      {watched && request.status !== "pending" && !isMine ? (
        <WhileYouRead item={item} decision={decision} successor={successor} next={next} />
      ) : (
        <EndSentence item={item} next={next} />
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2.5">
        <Signatures request={request} viewer={viewer} drawn={decision.decidedHere} />
        {request.type === "shutdown" && (
          <Link href={`/teams/${item.team.id}/agents/${item.agent.name}`} className={buttonClass("secondary", "m")}>
            {request.status === "pending" ? `Watch ${item.agent.name} leave` : `Open ${item.agent.name}`}
          </Link>
        )}
        {successor && (!watched || isMine) && (
          <Link href={`/queue/${successor.request.request_id}`} className={buttonClass("secondary", "m")}>
            Open revision {successor.request.revision}
          </Link>
        )}
      </div>
    </>
  )
}

function EndSentence({ item, next }: { item: QueueItem; next: Request | undefined }) {
  const { viewer } = useApp()
  const { request, agent } = item
  const { resolution } = request
  if (!resolution) return <p className="text-talk">{underWay(item)}</p>
  const signer = signerOf(resolution.by, viewer)
  const decided = resolution.reason === "decided"
  const verb = !decided
    ? endedFact(request, agent.name, viewer)
    : request.status === "approved"
      ? "Countersigned"
      : "Rejected"
  return (
    <div className="grid max-w-[92ch] gap-1">
      <p className="text-talk">
        {decided ? (
          <>
            <b>
              {verb} by {signer.name}
            </b>{" "}
            <ClockTime at={resolution.at} />. {afterwards(request, agent, next)}
          </>
        ) : (
          verb
        )}
        {resolution.unbound && " It was approved over the API without the digest of what was read."}
      </p>
      {resolution.feedback && (
        <p className="border-l-2 border-ink pl-2.5 whitespace-pre-wrap text-text-2">{resolution.feedback}</p>
      )}
    </div>
  )
}

function underWay({ request, agent }: QueueItem): string {
  if (request.type === "shutdown") return `${agent.name} was asked to leave and answers for itself.`
  return "Nothing for you to do: the lead decides this one."
}

type WhileProps = {
  item: QueueItem
  decision: Decision
  successor: QueueItem | undefined
  next: Request | undefined
}

function WhileYouRead({ item, decision, successor, next }: WhileProps) {
  const { viewer } = useApp()
  const { request, agent } = item
  const comments = useDeskState((state) => state.draft.comments.length)
  const words = useDeskState((state) => state.draft.words.trim() !== "")
  const unsent = comments > 0 || words
  const decided = request.resolution?.reason === "decided"
  const mayWrite = viewer.role === "operator"
  if (successor)
    return (
      <Banner
        framed
        tone="wait"
        fact={`${agent.name} sent revision ${successor.request.revision} while you were reading.`}
        action={
          <Link href={`/queue/${successor.request.request_id}`} className={buttonClass("secondary", "s")}>
            Show the change
          </Link>
        }
      >
        {decided ? `${endedFact(request, agent.name, viewer)}.` : "Nothing was decided."}{" "}
        {unsent && "Your comments are kept."}
      </Banner>
    )
  return (
    <Banner
      framed
      icon={<Mark state={markOf(request)} />}
      fact={
        <>
          {endedFact(request, agent.name, viewer)}
          {decided && request.resolution && (
            <>
              {" "}
              <Ago since={request.resolution.at} ago />.
            </>
          )}
        </>
      }
      action={
        unsent && mayWrite && !decision.messageSent ? (
          <Button size="s" onClick={() => void decision.sendUnsent()}>
            Send {comments === 1 && !words ? "it" : "them"} to {agent.name}
          </Button>
        ) : undefined
      }
    >
      {afterwards(request, agent, next)} {decision.messageSent ?? unsentSentence(comments, words)}
    </Banner>
  )
}
