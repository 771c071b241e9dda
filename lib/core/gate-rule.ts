// The gate: a pure rule over (agent, tool, what it touches, lease). Fail closed: what is not known to be allowed is a no.
import { matchesCommand, matchesGlob } from "./lease-match"
import type { Lease } from "./plan"

export const GATES = ["open", "plan_required", "pending", "rejected"] as const
export type Gate = (typeof GATES)[number]
export type BlockCause = "plan_required" | "pending" | "rejected" | "outside_plan"

/** What a tool does to the world: nothing we guard, or one of the two things a lease names. */
export type Touch = { kind: "none" } | { kind: "file"; path: string } | { kind: "command"; command: string }

export type GateSubject = {
  name: string
  generation: number
  isLead: boolean
  planRequired: boolean
  gate: Gate
  lease: Lease | null
}

export type GateAnswer = { allowed: true } | { allowed: false; cause: BlockCause; sentence: string }

const no = (cause: BlockCause, sentence: string): GateAnswer => ({ allowed: false, cause, sentence })

export function askGate(
  subject: GateSubject,
  touch: Touch | undefined,
  policy: { lead_may_change: boolean },
): GateAnswer {
  if (!touch) return no("plan_required", "This tool is not known, so it was not run.")
  if (touch.kind === "none") return { allowed: true }
  if (subject.isLead) {
    if (policy.lead_may_change) return { allowed: true }
    return no(
      "plan_required",
      "The lead coordinates and changes nothing itself in this team. Nothing was done. Spawn a teammate or give the task to one.",
    )
  }
  if (!subject.planRequired) return { allowed: true }
  switch (subject.gate) {
    case "open":
      return withinLease(subject, touch)
    case "pending":
      return no("pending", "Your plan is waiting for a person's decision. Nothing was done.")
    case "rejected":
      return no(
        "rejected",
        "Your last plan was rejected. Nothing was done. Revise it after the feedback you were given and call submit_plan again.",
      )
    case "plan_required":
      return no("plan_required", "No plan of yours was approved. Nothing was done. Call submit_plan first, then wait.")
    default:
      return no("plan_required", "The gate is in an unknown state. Nothing was done. Call submit_plan first.")
  }
}

function withinLease(subject: GateSubject, touch: Exclude<Touch, { kind: "none" }>): GateAnswer {
  const lease = subject.lease
  if (!lease || lease.generation !== subject.generation)
    return no("plan_required", "No plan of yours was approved. Nothing was done. Call submit_plan first, then wait.")
  if (lease.files.length === 0 && lease.commands.length === 0) return { allowed: true }
  if (touch.kind === "file") {
    if (lease.files.some((pattern) => matchesGlob(pattern, touch.path))) return { allowed: true }
    return no(
      "outside_plan",
      `${touch.path} is not in the plan that was approved. Nothing was written. Ask for it in a new plan with submit_plan.`,
    )
  }
  if (lease.commands.some((planned) => matchesCommand(planned, touch.command))) return { allowed: true }
  return no(
    "outside_plan",
    `This command is not in the plan that was approved. It was not run. Ask for it in a new plan with submit_plan.`,
  )
}
