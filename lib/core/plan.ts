// A plan: what a teammate wants to do, the risk it carries, and what approving it grants.
import { z } from "zod"
import { higherRisk, Risk } from "./policy"

const line = (what: string, max: number) =>
  z.string().min(1, `${what} is empty`).max(max, `${what} is longer than ${max} characters`)

export const PlanPayload = z.strictObject({
  title: z.string().max(200).default(""),
  plan: z
    .string()
    .max(200_000)
    .refine((text) => text.trim() !== "", "the plan is empty"),
  files: z.array(line("a file", 1_000)).max(1_000).default([]),
  commands: z.array(line("a command", 4_000)).max(200).default([]),
  risk: Risk.default("high"),
  rollback: z.string().max(20_000).default(""),
})
export type PlanPayload = z.infer<typeof PlanPayload>

/** The higher of the agent's claim and what the server can tell by itself. */
export function effectiveRisk(plan: PlanPayload, machine: { sandbox: boolean }): Risk {
  if (!machine.sandbox || (plan.files.length === 0 && plan.commands.length === 0)) return "high"
  return plan.commands.length > 0 ? higherRisk(plan.risk, "medium") : plan.risk
}

/** A plan without a title is called by its first words. */
export function planTitle(plan: Pick<PlanPayload, "title" | "plan">): string {
  if (plan.title.trim()) return plan.title.trim()
  const first = plan.plan
    .split("\n")
    .map((text) => text.replace(/^[#>\-*\s\d.]+/, "").trim())
    .find(Boolean)
  return (first ?? "A plan").slice(0, 120)
}

export const Lease = z.object({
  request_id: z.string(),
  payload_sha256: z.string(),
  generation: z.int(),
  files: z.array(z.string()),
  commands: z.array(z.string()),
  opened_at: z.string(),
})
export type Lease = z.infer<typeof Lease>

const count = (n: number, word: string) => `${n} ${word}${n === 1 ? "" : "s"}`

/** What approving allows, in one sentence made from the lease, as parts so that a page can set the facts in bold. */
export function approvalSentence(
  plan: Pick<PlanPayload, "files" | "commands">,
  agent: string,
  workspace: string,
): { text: string; strong?: boolean }[] {
  const end = ", until the plan is done"
  if (plan.files.length === 0 && plan.commands.length === 0) {
    return [
      { text: "Approving lets " },
      { text: agent, strong: true },
      { text: " change any file and run any command in " },
      { text: workspace, strong: true },
      { text: `${end}: the plan names none. Read the steps closely.` },
    ]
  }
  const these = (n: number) => (n === 1 ? "this " : "these ")
  const parts: { text: string; strong?: boolean }[] = [
    { text: "Approving lets " },
    { text: agent, strong: true },
    { text: " " },
  ]
  if (plan.files.length > 0)
    parts.push({ text: `change ${these(plan.files.length)}` }, { text: count(plan.files.length, "file"), strong: true })
  if (plan.files.length > 0 && plan.commands.length > 0) parts.push({ text: " and " })
  if (plan.commands.length > 0)
    parts.push(
      { text: `run ${these(plan.commands.length)}` },
      { text: count(plan.commands.length, "command"), strong: true },
    )
  parts.push({ text: " in " }, { text: workspace, strong: true }, { text: `${end}. Anything else is stopped.` })
  return parts
}
