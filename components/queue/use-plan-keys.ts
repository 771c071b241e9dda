// The keys of an open plan: from line to line, from change to change, comment, the other view, the facts.
"use client"

import { useRouter } from "next/navigation"
import type { RefObject } from "react"
import { selectedPassage } from "@/components/plan/passage-button"
import { lineBeside, useDesk } from "@/components/plan/plan-desk"
import { useKeys } from "@/components/shell/use-keys"
import type { ReviewModel } from "./review-model"

type Given = {
  model: ReviewModel
  paper: RefObject<HTMLElement | null>
  factsOpen: boolean
  onFacts: (open: boolean) => void
}

export function usePlanKeys({ model, paper, factsOpen, onFacts }: Given): void {
  const desk = useDesk()
  const router = useRouter()
  const { mode, plan, item } = model
  const moveLine = (step: 1 | -1) => desk.setState(({ cursor }) => ({ cursor: lineBeside(desk.lines, cursor, step) }))
  const comment = () => {
    if (!desk.getState().commentable) return false
    const passage = selectedPassage(paper.current)
    if (!passage) return desk.write({ line: desk.getState().cursor ?? desk.lines[0] ?? 1 })
    const { rect: _, ...spot } = passage
    desk.write(spot)
    window.getSelection()?.removeAllRanges()
  }
  const otherView = () => {
    if (item.request.revision === 1) return false
    router.replace(`/queue/${item.request.request_id}${mode === "changes" ? "?view=plan" : ""}`, { scroll: false })
  }
  useKeys(
    {
      "shift+j": () => moveLine(1),
      "shift+k": () => moveLine(-1),
      c: comment,
      n: () => (mode === "changes" ? jumpToChange(paper.current, 1) : false),
      p: () => (mode === "changes" ? jumpToChange(paper.current, -1) : false),
      v: otherView,
      i: () => onFacts(!factsOpen),
      escape: () => (factsOpen ? onFacts(false) : false),
    },
    { enabled: plan !== null },
  )
}

/** The next change below, or above, the one that has the focus; without one, from what is in sight. */
export function jumpToChange(paper: HTMLElement | null, step: 1 | -1): void {
  const changes = [...(paper?.querySelectorAll<HTMLElement>("[data-change]") ?? [])]
  if (!paper || changes.length === 0) return
  const focused = changes.findIndex((change) => change.contains(document.activeElement))
  const top = paper.getBoundingClientRect().top
  const inSight = changes.findIndex((change) => change.getBoundingClientRect().top >= top)
  const from = focused >= 0 ? focused + step : step === 1 ? Math.max(0, inSight) : inSight - 1
  const next = changes[Math.min(changes.length - 1, Math.max(0, from))]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: "nearest" })
}
