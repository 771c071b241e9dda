// An empty pane: one fact, one sentence on what comes next, at most one button.
import type { ReactNode } from "react"
import { classes } from "./classes"
import { Mark } from "./mark"

export function Empty({
  fact,
  children,
  action,
  mark = true,
  heading,
  className,
}: {
  fact: ReactNode
  children?: ReactNode
  action?: ReactNode
  mark?: boolean
  /** The fact is the name of the whole page. */
  heading?: boolean
  className?: string
}) {
  const Fact = heading ? "h1" : "p"
  return (
    <div className={classes("grid justify-items-center gap-1 px-6 pt-8 pb-8 text-center", className)}>
      {mark && <Mark state="approved" size={24} className="mb-1.5" />}
      <Fact className="font-medium">{fact}</Fact>
      {children && <p className="max-w-[44ch] text-balance text-text-2">{children}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
