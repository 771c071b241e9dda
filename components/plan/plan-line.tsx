// One line of a plan: its number, the plus that comments on it, and the comments below it.
"use client"

import { type ReactNode, useEffect, useRef } from "react"
import { classes } from "@/components/ui/classes"
import { CommentsAt } from "./comments-at"
import { useDesk, useLineFlags } from "./plan-desk"

type Props = { line: number; text: string; className?: string; children: ReactNode }

export function PlanLine({ line, text, className, children }: Props) {
  const flags = useLineFlags(line)
  return (
    <div className={classes("2xl:grid 2xl:grid-cols-[minmax(0,1fr)_252px]", className)}>
      <div data-line={line} className="group/line relative min-h-6 scroll-my-16 pl-4 md:pl-[52px]">
        <LineNumber line={line} text={text} flags={flags} />
        <div className={classes("rounded-[3px]", flags.marked && "bg-ink-soft shadow-[0_0_0_3px_var(--ink-soft)]")}>
          {children}
        </div>
      </div>
      {flags.commented && <CommentsAt lines={[line]} className="ml-4 md:ml-[52px] 2xl:ml-4" />}
    </div>
  )
}

export type LineFlags = ReturnType<typeof useLineFlags>

/** One tab stop for all lines: Shift J and K go from line to line. */
export function LineNumber({
  line,
  text,
  flags,
  code,
}: {
  line: number
  text: string
  flags: LineFlags
  code?: boolean
}) {
  return (
    <span
      className={classes(
        "absolute top-0 left-0 flex w-14 max-md:right-0 max-md:left-auto max-md:w-auto",
        code ? "h-[22px] leading-[22px]" : "h-6 leading-6",
      )}
    >
      <span
        aria-hidden="true"
        className={classes(
          "w-9 text-right font-mono text-[11px] select-none max-md:hidden",
          flags.marked || flags.cursor ? "font-medium text-ink" : "text-text-3",
        )}
      >
        {line}
      </span>
      <LineButton line={line} text={text} flags={flags} className={code ? "mt-0.5 ml-0.5" : "mt-[3px] ml-0.5"} />
    </span>
  )
}

export function LineButton({
  line,
  text,
  flags,
  className,
}: {
  line: number
  text: string
  flags: LineFlags
  className: string
}) {
  const desk = useDesk()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (flags.cursor) button.current?.focus()
  }, [flags.cursor])
  return (
    <button
      ref={button}
      type="button"
      tabIndex={flags.stop ? 0 : -1}
      aria-label={flags.commentable ? `Line ${line}, comment` : `Line ${line}`}
      aria-description={text}
      data-line-button={line}
      onClick={() => desk.write({ line })}
      onFocus={() => desk.setState({ cursor: line })}
      className={classes(
        "grid size-[18px] flex-none place-items-center rounded-s text-[15px] leading-none font-medium opacity-0 transition-opacity group-hover/line:opacity-100 focus-visible:opacity-100 focus-visible:outline-offset-0",
        flags.commentable && "bg-ink-fill text-on-ink",
        flags.cursor ? "opacity-100" : "max-md:hidden",
        className,
      )}
    >
      {flags.commentable && "+"}
    </button>
  )
}
