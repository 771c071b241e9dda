// The gate: a barrier, raised or down, and its words.
import type { Gate } from "@/lib/core/gate-rule"
import { classes } from "./classes"

export const GATE_WORDS: Record<Gate, string> = {
  open: "Open",
  plan_required: "Shut, needs plan",
  pending: "Shut, pending",
  rejected: "Shut, rejected",
}

export function GateIcon({ gate, className }: { gate: Gate; className?: string }) {
  return (
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
      className={classes("block", className)}
    >
      {gate === "open" ? (
        <>
          <path d="M1.8 13.5h4.4M4 13.5v-5" />
          <path d="M4 8.5 11.5 2" strokeWidth={2} />
        </>
      ) : (
        <>
          <path d="M1.8 13.5h4.4M4 13.5v-5M13.5 13.5V10" />
          <path d="M4 7.5h10" strokeWidth={2} />
        </>
      )}
    </svg>
  )
}

export function GateLabel({ gate, className }: { gate: Gate; className?: string }) {
  return (
    <span className={classes("inline-flex items-center gap-1.5 whitespace-nowrap text-text-2", className)}>
      <GateIcon gate={gate} />
      {GATE_WORDS[gate]}
    </span>
  )
}
