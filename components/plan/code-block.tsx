// A block of code in a plan: numbered lines that wrap rather than run out of sight, comments below it.
"use client"

import type { ReactNode } from "react"
import { classes } from "@/components/ui/classes"
import { CommentsAt } from "./comments-at"
import { useLineFlags } from "./plan-desk"
import { LineNumber } from "./plan-line"

export function CodeBlock({
  lines,
  info,
  commentsBelow,
  className,
  children,
}: {
  lines: number[]
  info: string
  commentsBelow: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <div className={classes("2xl:grid 2xl:grid-cols-[minmax(0,1fr)_252px]", className)}>
      <div className="relative">
        {info && <p className="pl-4 font-mono text-[11px] leading-5 text-text-3 md:pl-[52px]">{info}</p>}
        {children}
      </div>
      {commentsBelow && <CommentsAt lines={lines} className="ml-4 md:ml-[52px] 2xl:ml-4" />}
    </div>
  )
}

type CodeLineProps = {
  line: number
  text: string
  first?: boolean
  last?: boolean
  /** Its comments stand directly below it. */
  commented?: boolean
  children: ReactNode
}

export function CodeLine({ line, text, first, last, commented, children }: CodeLineProps) {
  const flags = useLineFlags(line)
  return (
    <>
      <div data-line={line} className="group/line relative scroll-my-16 pl-4 md:pl-[52px]">
        <span className={classes("absolute left-0 w-full", first ? "top-[7px]" : "top-0")}>
          <LineNumber line={line} text={text} flags={flags} code />
        </span>
        <code
          className={classes(
            "block min-h-[22px] border-x border-line px-3 text-[12px] leading-5 [overflow-wrap:anywhere] whitespace-pre-wrap md:text-[13px] md:leading-[22px]",
            first && "rounded-t-m border-t pt-1.5",
            last && "rounded-b-m border-b pb-1.5",
            flags.marked ? "bg-ink-soft" : flags.cursor ? "bg-hover" : "bg-sunken",
          )}
        >
          {children}
        </code>
      </div>
      {commented && flags.commented && <CommentsAt lines={[line]} className="ml-4 md:ml-[52px]" />}
    </>
  )
}
