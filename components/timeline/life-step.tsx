// One step of a request's life: its sign, what happened, the words given, and when.
"use client"

import type { ReactNode } from "react"
import { classes } from "@/components/ui/classes"
import { useTimeWords } from "@/components/ui/clock"
import { Icon } from "@/components/ui/icon"
import { Mark } from "@/components/ui/mark"
import { ClockTime } from "@/components/ui/time"
import { exactDurationWords } from "@/lib/client/time-words"
import type { LifeStep } from "@/lib/core/timeline-life"
import { PICTURES } from "./slice-sign"

type Props = { step: LifeStep; last: boolean; person: "first" | "second"; onPress: () => void }

export function LifeStepRow({ step, last, person, onPress }: Props) {
  const { waiting, held } = step
  return (
    <li
      className={classes(
        "relative grid grid-cols-[24px_minmax(0,1fr)_auto]",
        held ? "pb-9" : last && !waiting ? "" : "pb-3",
      )}
    >
      {!last && !waiting && (
        <span aria-hidden="true" className="absolute top-5 -bottom-0.5 left-[7.25px] w-[1.5px] bg-line-strong" />
      )}
      {waiting && (
        <span aria-hidden="true" className="hatch absolute top-5 -bottom-0.5 left-[4.5px] w-[7px] rounded-[1px]" />
      )}
      <span className="mt-0.5">{signOf(step, person)}</span>
      <div className="min-w-0">
        <button type="button" onClick={onPress} className="hit max-w-full rounded-s text-left enabled-hover:underline">
          {step.text}
        </button>
        {step.note && <div className="text-small text-text-3">{step.note}</div>}
        {step.quote && <div className="line-clamp-3 text-small text-text-3">{`“${step.quote}”`}</div>}
      </div>
      <span className="font-mono text-small leading-5 tracking-[-0.03em] text-text-3">
        {step.gap === null ? <ClockTime at={step.at} /> : `+${step.gap} ms`}
      </span>
      {held && <Wait from={step.at} until={held.until} plan={person === "second"} />}
    </li>
  )
}

function signOf(step: LifeStep, person: "first" | "second"): ReactNode {
  if (step.glyph === "forward") return <Icon name="chevron-right" />
  if (step.glyph === "went-on") return <Icon name="play" />
  if (step.glyph === "open" || step.glyph === "approved" || step.glyph === "rejected" || step.glyph === "faint")
    return <Mark state={step.glyph} person={person} />
  return PICTURES[step.glyph] ?? <Icon name="note" className="text-text-3" />
}

function Wait({ from, until, plan }: { from: string; until: string | null; plan: boolean }) {
  const begin = Date.parse(from)
  const words = useTimeWords((now) => exactDurationWords((until === null ? now : Date.parse(until)) - begin))
  return (
    <span className="absolute bottom-2.5 left-6 text-small font-medium text-wait">
      {`${words} waiting for ${plan ? "a person" : "its answer"}`}
    </span>
  )
}
