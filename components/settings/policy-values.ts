// Between the form and the policy: a deadline as amount and unit, an empty field as no limit.
import type { FieldErrors } from "@/lib/client/field-errors"
import type { PolicyPatch } from "@/lib/core/policy"

const UNITS = [86_400, 3_600, 60, 1]

export function deadlineOf(seconds: number | null): { amount: string; unit: string } {
  if (seconds === null) return { amount: "", unit: "60" }
  const unit = UNITS.find((size) => seconds % size === 0) ?? 1
  return { amount: String(seconds / unit), unit: String(unit) }
}

const text = (form: FormData, name: string): string => String(form.get(name) ?? "").trim()

function number(form: FormData, name: string): number | null {
  const typed = text(form, name).replace(/^\$/, "")
  return typed === "" ? null : Number(typed)
}

type NumberField = { name: string; field: string; needed?: boolean; least: number; most: number; range: string }

const NUMBERS: readonly NumberField[] = [
  { name: "approvals", field: "policy.approvals", needed: true, least: 1, most: 20, range: "From 1 to 20." },
  { name: "deadline", field: "policy.deadline_seconds", least: 1, most: 31_536_000, range: "1 or more, up to a year." },
  {
    name: "budget_usd",
    field: "policy.budget_usd",
    least: 0.01,
    most: 1_000_000,
    range: "More than nothing, up to a million.",
  },
  {
    name: "max_turns_unattended",
    field: "policy.max_turns_unattended",
    needed: true,
    least: 1,
    most: 100_000,
    range: "From 1 to 100,000.",
  },
]

/** The common slips, in our words and all at once; the server has the last word. */
export function numberErrors(form: FormData): FieldErrors {
  const errors: FieldErrors = {}
  for (const { name, field, needed, least, most, range } of NUMBERS) {
    const value = number(form, name)
    if (value === null) {
      if (needed) errors[field] = "A number is needed here."
    } else if (Number.isNaN(value)) errors[field] = "This is not a number."
    else if (value < least || value > most) errors[field] = range
  }
  return errors
}

export const POLICY_FIELDS = NUMBERS.map(({ field }) => field)

export function policyOf(form: FormData): PolicyPatch {
  const after = number(form, "deadline")
  return {
    decide: { low: decider(form, "low"), medium: decider(form, "medium") },
    approvals: number(form, "approvals") ?? 1,
    deadline_seconds: after === null ? null : after * Number(text(form, "unit")),
    on_deadline: text(form, "on_deadline") as PolicyPatch["on_deadline"],
    lead_may_change: form.get("lead_may_change") === "on",
    allow_ungated: form.get("allow_ungated") === "on",
    network: form.get("network") === "on",
    budget_usd: number(form, "budget_usd"),
    max_turns_unattended: number(form, "max_turns_unattended") ?? undefined,
  }
}

const decider = (form: FormData, name: string) => (text(form, name) === "lead" ? "lead" : "human")
