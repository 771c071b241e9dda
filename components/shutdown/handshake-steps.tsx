// The steps of a shutdown as they happen: asked, finishing, waiting for its answer with a countdown, left.
"use client"

import { type ReactNode, useEffect } from "react"
import { announce } from "@/lib/client/announce"
import type { Request } from "@/lib/core/request"
import { numbered } from "../team/talk-rows"
import { nameOf } from "../team/who-is"
import { classes } from "../ui/classes"
import { useTimeWords } from "../ui/clock"
import { Icon } from "../ui/icon"
import { StatusIcon } from "../ui/status"
import { ClockTime, Elapsed } from "../ui/time"
import { GRACE_SECONDS, type Handshake, secondsLeft, spoken } from "./handshake"

type Props = { request: Request; state: Handshake; claimed: readonly number[] }

export function HandshakeSteps({ request, state, claimed }: Props) {
  const { phase } = state
  const early = phase === "asked" || phase === "finishing"
  return (
    <ol>
      <Step mark="done" at={request.created_at}>
        Asked
      </Step>
      {early ? (
        <Step
          mark="now"
          end={state.finishing && <Elapsed since={state.finishing.since} />}
          below={<p className="mt-px text-small text-text-2">Then it has {GRACE_SECONDS} s to answer.</p>}
        >
          <b>{state.finishing ? <>Finishing {code(state.finishing.summary)}</> : "Finishing what it is in"}</b>
        </Step>
      ) : (
        state.finished && (
          <Step mark="done" at={state.finished.at}>
            {state.finished.outcome === "stopped" ? "Stopped " : "Finished "}
            {code(state.finished.summary)}
            {state.finished.outcome && state.finished.outcome !== "stopped" && `, ${state.finished.outcome}`}
          </Step>
        )
      )}
      <Answer request={request} state={state} />
      {phase === "left" ? (
        <Step mark="done" at={state.leftAt} last>
          {leftWords(state.releasedTasks)}
        </Step>
      ) : (
        <Step mark={phase === "ending" ? "now" : "todo"} last>
          {leftWords(claimed)}
        </Step>
      )}
    </ol>
  )
}

/** A long command is cut: the transcript beside it has the whole. */
const code = (text: string) => <code>{text.length > 48 ? `${text.slice(0, 47)}…` : text}</code>

/** "Left; task 20 back on the board". */
const leftWords = (tasks: readonly number[]): string =>
  tasks.length === 0 ? "Left" : `Left; ${numbered([...tasks])} back on the board`

function Answer({ request, state }: { request: Request; state: Handshake }) {
  const { phase, deadline } = state
  if (phase === "asked" || phase === "finishing") return <Step mark="todo">Waiting for its answer</Step>
  if (phase === "answering" && deadline) return <Countdown deadline={deadline} />
  if (state.forced)
    return <Step mark="done" at={state.answeredAt}>{`Forced by ${nameOf(request.resolution!.by)}`}</Step>
  if (state.expired) return <Step mark="done" at={state.answeredAt}>{`Silent for ${GRACE_SECONDS} s`}</Step>
  return (
    <Step mark="done" at={state.answeredAt}>
      Agreed
    </Step>
  )
}

function Countdown({ deadline }: { deadline: string }) {
  const left = useTimeWords((now) => secondsLeft(deadline, now))
  useEffect(() => {
    const words = spoken(left)
    if (words) announce(words)
  }, [left])
  const width = Math.min(100, (left / GRACE_SECONDS) * 100)
  return (
    <Step
      mark="now"
      end={<span className="font-semibold text-text">{left} s left</span>}
      below={
        <>
          <p className="mt-px text-small text-text-2">Silence for {GRACE_SECONDS} s ends it at the next safe point.</p>
          <svg
            aria-hidden="true"
            viewBox="0 0 100 4"
            preserveAspectRatio="none"
            className="mt-2 h-1 w-[246px] max-w-full rounded-[2px]"
          >
            <rect width={100} height={4} className="fill-line" />
            <rect width={width} height={4} className="fill-text" />
          </svg>
        </>
      }
    >
      <b>Waiting for its answer</b>
    </Step>
  )
}

type StepProps = {
  mark: "done" | "now" | "todo"
  at?: string | null
  end?: ReactNode
  /** Stands under the words and the time. */
  below?: ReactNode
  last?: boolean
  children: ReactNode
}

function Step({ mark, at, end, below, last, children }: StepProps) {
  return (
    <li
      aria-current={mark === "now" ? "step" : undefined}
      className={classes(
        "relative grid grid-cols-[26px_minmax(0,1fr)_auto]",
        mark === "todo" && "text-text-3",
        !last &&
          "pb-3 before:absolute before:top-5 before:bottom-0 before:left-[7.25px] before:w-[1.5px] before:bg-line-strong",
      )}
    >
      <span className="mt-0.5">
        {mark === "done" ? <Icon name="check" /> : <StatusIcon status={mark === "now" ? "stopping" : "idle"} />}
      </span>
      <div className="min-w-0 [overflow-wrap:anywhere]">{children}</div>
      <span className="pl-2 text-small leading-5 text-text-3">{end ?? (at && <ClockTime at={at} />)}</span>
      {below && <div className="col-span-2 col-start-2">{below}</div>}
    </li>
  )
}
