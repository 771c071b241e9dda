// A notice inside the pane it concerns: a fact in bold, what it means, at most one thing to do.
import type { ReactNode } from "react"
import { classes } from "./classes"
import { Mark } from "./mark"
import { StatusIcon } from "./status"

export type BannerTone = "plain" | "wait" | "fail"

const GROUND: Record<BannerTone, string> = {
  plain: "bg-surface",
  wait: "bg-wait-soft shadow-[inset_2px_0_var(--wait-mark)]",
  fail: "bg-fail-soft shadow-[inset_2px_0_var(--fail)]",
}

const SIGN: Record<BannerTone, ReactNode> = {
  plain: <Mark state="approved" />,
  wait: <StatusIcon status="waiting" />,
  fail: <StatusIcon status="failed" />,
}

export function Banner({
  tone = "plain",
  icon,
  fact,
  children,
  action,
  framed,
  urgent,
  className,
}: {
  tone?: BannerTone
  /** Another sign than the tone's own; null leaves it out. */
  icon?: ReactNode
  fact: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** With an edge of its own, where it does not fill its pane. */
  framed?: boolean
  /** Read out at once: a failure or a lost connection. */
  urgent?: boolean
  className?: string
}) {
  return (
    <div
      role={urgent ? "alert" : undefined}
      className={classes(
        "flex items-start gap-3 py-3 pr-3 pl-3.5",
        GROUND[tone],
        framed && "rounded-m border border-line",
        className,
      )}
    >
      {icon !== null && <span className="mt-0.5 flex-none">{icon ?? SIGN[tone]}</span>}
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{fact}</p>
        {children && <div className="text-text-2">{children}</div>}
      </div>
      {action && <div className="flex flex-none gap-2">{action}</div>}
    </div>
  )
}

/** A pane that could not be read: what failed, what goes on regardless, the code, and another try. */
export function PaneError({
  fact,
  children,
  code,
  action,
}: {
  fact: ReactNode
  children?: ReactNode
  code?: string
  action?: ReactNode
}) {
  return (
    <Banner framed urgent icon={<StatusIcon status="failed" />} fact={fact} action={action}>
      {children}{" "}
      {code && (
        <>
          Code <code className="text-small">{code}</code>
        </>
      )}
    </Banner>
  )
}
