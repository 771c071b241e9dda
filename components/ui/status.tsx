// An agent's status: a shape, a word and a colour, never the colour alone.
import type { ReactNode } from "react"
import type { AgentStatus } from "@/lib/core/agent"
import { classes } from "./classes"

export const STATUS_WORD: Record<AgentStatus, string> = {
  working: "Working",
  waiting: "Waiting",
  idle: "Idle",
  stopping: "Stopping",
  failed: "Failed",
  shutdown: "Shut down",
}

const COLOUR: Record<AgentStatus, string> = {
  working: "text-work",
  waiting: "text-wait",
  idle: "text-text-3",
  stopping: "text-text",
  failed: "text-fail",
  shutdown: "text-text-3",
}

const SHAPE: Record<AgentStatus, ReactNode> = {
  working: (
    <>
      <circle cx="8" cy="8" r="5.5" opacity=".28" strokeWidth="2" />
      <path d="M8 2.5A5.5 5.5 0 0 1 13.5 8" strokeWidth="2" />
      <circle cx="8" cy="8" r="2" fill="currentColor" stroke="none" />
    </>
  ),
  waiting: (
    <>
      <path d="M3.2 13.2 6.6 2.8" strokeWidth="2.25" />
      <path d="M9.4 13.2 12.8 2.8" strokeWidth="2.4" strokeDasharray=".1 3.55" />
    </>
  ),
  idle: <circle cx="8" cy="8" r="4.25" />,
  stopping: (
    <>
      <circle cx="8" cy="8" r="6" strokeDasharray="2.2 2.5" />
      <rect x="5.5" y="5.5" width="5" height="5" rx="1" fill="currentColor" stroke="none" />
    </>
  ),
  failed: (
    <>
      <path d="M8 2.4 14.4 13.4H1.6Z" fill="currentColor" strokeWidth="1.2" />
      <path d="M8 6.6v3" className="stroke-surface" strokeWidth="1.6" />
      <circle cx="8" cy="11.6" r=".9" className="fill-surface" stroke="none" />
    </>
  ),
  shutdown: <path d="M4 8h8" strokeWidth="2" />,
}

/** The shape; with `label` it speaks for itself, without one it stands beside the word. */
export function StatusIcon({ status, label, className }: { status: AgentStatus; label?: boolean; className?: string }) {
  const drawing = (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      width={16}
      height={16}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classes("block", COLOUR[status], className)}
    >
      {SHAPE[status]}
    </svg>
  )
  if (!label) return drawing
  return (
    <span className="inline-flex">
      {drawing}
      <span className="sr-only">{STATUS_WORD[status]}</span>
    </span>
  )
}

export function StatusLabel({ status, className }: { status: AgentStatus; className?: string }) {
  return (
    <span
      className={classes("inline-flex items-center gap-1.5 font-medium whitespace-nowrap", COLOUR[status], className)}
    >
      <StatusIcon status={status} />
      {STATUS_WORD[status]}
    </span>
  )
}
