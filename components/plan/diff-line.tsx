// One row of a comparison: both numbers, the passage, its new comments below and the earlier ones beside it.
"use client"

import type { ReactNode } from "react"
import { classes } from "@/components/ui/classes"
import { CommentsAt } from "./comments-at"
import { useLineFlags } from "./plan-desk"
import { LineButton } from "./plan-line"

type Props = {
  kind: "same" | "changed" | "removed" | "added"
  before: number | null
  after: number | null
  text: string
  gap: boolean
  said: ReactNode[]
  children: ReactNode
}

const GROUND = {
  same: "",
  changed: "shadow-[inset_2px_0_var(--line-strong)]",
  removed: "bg-fail-soft shadow-[inset_2px_0_var(--fail)]",
  added: "bg-work-soft shadow-[inset_2px_0_var(--work-mark)]",
}
const PLUS = "absolute! top-[5px] -left-[9px] max-md:right-0 max-md:left-auto"
const WORD = { same: null, changed: "Changed", removed: "Removed", added: "Added" }

export function DiffLine({ kind, before, after, text, gap, said, children }: Props) {
  const flags = useLineFlags(after ?? -1)
  return (
    <div
      data-line={after ?? undefined}
      data-change={kind === "same" ? undefined : ""}
      tabIndex={kind === "same" ? undefined : -1}
      className={classes(
        "group/line relative grid scroll-my-16 grid-cols-[minmax(0,1fr)] gap-x-2 outline-hidden md:grid-cols-[28px_28px_minmax(0,1fr)] xl:grid-cols-[28px_28px_minmax(0,1fr)_236px]",
        "focus-visible:outline-2 focus-visible:outline-ink",
        gap && "mt-3",
      )}
    >
      <LineCell line={before} word="before" />
      <LineCell line={after} word="now" on={flags.marked || flags.cursor} />
      <div className="max-md:pl-2">
        <div className={classes("relative px-2 py-0.5", GROUND[kind])}>
          {WORD[kind] && <span className="sr-only">{WORD[kind]}: </span>}
          {children}
          {after !== null && <LineButton line={after} text={text} flags={flags} className={PLUS} />}
        </div>
        {after !== null && flags.commented && <CommentsAt lines={[after]} />}
      </div>
      {said.length > 0 && (
        <div className="grid content-start gap-3 pt-0.5 pb-3 max-xl:pb-2 md:max-xl:col-start-3">{said}</div>
      )}
    </div>
  )
}

function LineCell({ line, word, on }: { line: number | null; word: string; on?: boolean }) {
  return (
    <span
      className={classes(
        "pt-0.5 text-right font-mono text-[11px] leading-6 select-none max-md:hidden",
        on ? "font-medium text-ink" : "text-text-3",
      )}
    >
      {line !== null && (
        <>
          <span className="sr-only">{word} </span>
          {line}
        </>
      )}
    </span>
  )
}
