// A team's policy: who decides which risk, and the limits under which its agents run.
import { z } from "zod"

export const RISKS = ["low", "medium", "high"] as const
export const Risk = z.enum(RISKS)
export type Risk = z.infer<typeof Risk>

export const higherRisk = (a: Risk, b: Risk): Risk => (RISKS.indexOf(a) >= RISKS.indexOf(b) ? a : b)

const Decider = z.enum(["human", "lead"])

export const Policy = z.strictObject({
  decide: z
    .strictObject({ low: Decider.default("human"), medium: Decider.default("human") })
    .default({ low: "human", medium: "human" }),
  approvals: z.int().min(1).max(20).default(1),
  deadline_seconds: z.int().min(1).max(31_536_000).nullable().default(null),
  on_deadline: z.enum(["stay", "remind", "reject"]).default("stay"),
  lead_may_change: z.boolean().default(false),
  allow_ungated: z.boolean().default(false),
  network: z.boolean().default(false),
  budget_usd: z.number().positive().max(1_000_000).nullable().default(null),
  max_turns_unattended: z.int().min(1).max(100_000).default(100),
})
export type Policy = z.infer<typeof Policy>

/** What a caller may send: any part of it; the rest keeps its present or default value. */
export const PolicyPatch = z
  .strictObject({
    ...Policy.shape,
    decide: z.strictObject({ low: Decider, medium: Decider }).partial(),
  })
  .partial()
export type PolicyPatch = z.infer<typeof PolicyPatch>

/** Written out, because this file is also read in the browser, where nothing is parsed; a test compares it with the schema. */
export const DEFAULT_POLICY: Policy = {
  decide: { low: "human", medium: "human" },
  approvals: 1,
  deadline_seconds: null,
  on_deadline: "stay",
  lead_may_change: false,
  allow_ungated: false,
  network: false,
  budget_usd: null,
  max_turns_unattended: 100,
}

export function patchPolicy(policy: Policy, patch: PolicyPatch): Policy {
  return Policy.parse({ ...policy, ...patch, decide: { ...policy.decide, ...patch.decide } })
}

/** `high` always goes to a person, whatever the policy says. */
export const leadDecides = (policy: Policy, risk: Risk): boolean => risk !== "high" && policy.decide[risk] === "lead"
