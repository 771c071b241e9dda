// Small chips: the id of a request, a revision, a count.
import type { ReactNode } from "react"
import { shortId } from "@/lib/core/short-id"
import { classes } from "./classes"

export function Tag({
  children,
  selected,
  className,
}: {
  children: ReactNode
  selected?: boolean
  className?: string
}) {
  return (
    <span
      className={classes(
        "inline-flex h-[18px] items-center rounded-s px-[5px] font-mono text-[11px] leading-[18px] font-medium tracking-[-0.02em] whitespace-nowrap",
        selected ? "bg-ink-fill text-on-ink" : "bg-hover text-text-2",
        className,
      )}
    >
      {children}
    </span>
  )
}

/** The readable end of a request's id; the whole id is its title. */
export function RequestTag({
  id,
  bare,
  selected,
  className,
}: {
  id: string
  /** Without the `req_` in front, where a column already says what it is. */
  bare?: boolean
  selected?: boolean
  className?: string
}) {
  return (
    <span title={id} className="inline-flex">
      <Tag selected={selected} className={className}>
        {bare ? shortId(id) : `req_${shortId(id)}`}
      </Tag>
    </span>
  )
}
