// The facts beside a plan, with what changed since the revision before. Pure, so that the page is given plain data.
import type { RequestDetail } from "@/lib/core/page-views"
import type { PlanPayload } from "@/lib/core/plan"
import type { Risk } from "@/lib/core/policy"
import type { Request } from "@/lib/core/request"

export type Change = "kept" | "added" | "dropped"
export type ListedFact = { text: string; change: Change; isNew: boolean }

export type PlanFacts = {
  claimed: Risk
  effective: Risk
  /** What the agent claimed in the revision before, when that was different. */
  claimedBefore: Risk | null
  /** Why the risk counts for more than the agent says. */
  reasons: string[]
  files: ListedFact[]
  filesHead: string
  commands: ListedFact[]
  commandsHead: string
  rollback: string
  rollbackBefore: string | null
  rollbackHead: string
  sha256: string
  generation: number
  unsandboxed: boolean
  /** It names no file and no command, so that an approval grants them all. */
  whole: boolean
}

export const NO_SANDBOX = "This machine has no sandbox: a command can do what the server's user can."

export function planFacts(
  detail: Pick<RequestDetail, "revisions" | "new_files" | "sandbox">,
  request: Request,
): PlanFacts {
  const plan = request.payload as PlanPayload
  const before = detail.revisions.find((other) => other.request_id === request.previous)?.payload as
    | PlanPayload
    | undefined
  const whole = plan.files.length === 0 && plan.commands.length === 0
  const files = listed(plan.files, before?.files, detail.new_files)
  const commands = listed(plan.commands, before?.commands, [])
  return {
    claimed: plan.risk,
    effective: request.effective_risk,
    claimedBefore: before && before.risk !== plan.risk ? before.risk : null,
    reasons: request.effective_risk === plan.risk ? [] : riskReasons(plan, detail.sandbox),
    files,
    filesHead: whole ? "Any file" : listHead(files, "file", before !== undefined),
    commands,
    commandsHead: whole ? "Any command" : listHead(commands, "command", before !== undefined),
    rollback: plan.rollback,
    rollbackBefore: before && before.rollback !== plan.rollback ? before.rollback : null,
    rollbackHead: !before
      ? "Rollback"
      : before.rollback === plan.rollback
        ? "Rollback, as before"
        : "Rollback, changed",
    sha256: request.payload_sha256,
    generation: request.generation,
    unsandboxed: !detail.sandbox,
    whole,
  }
}

function riskReasons(plan: PlanPayload, sandbox: boolean): string[] {
  const reasons: string[] = []
  // A sentence of its own says below the risk that there is no sandbox, and what that means.
  if (!sandbox) return []
  if (plan.files.length === 0 && plan.commands.length === 0) reasons.push("The plan names no file and no command.")
  if (plan.commands.length > 0) reasons.push("It runs commands, which is at least medium.")
  // The machine may have changed since the plan was submitted.
  return reasons.length > 0 ? reasons : ["The server counted it so when it was submitted."]
}

function listed(now: readonly string[], before: readonly string[] | undefined, fresh: readonly string[]): ListedFact[] {
  const row = (text: string, change: Change): ListedFact => ({ text, change, isNew: fresh.includes(text) })
  if (!before) return now.map((text) => row(text, "kept"))
  const added = now.filter((text) => !before.includes(text)).map((text) => row(text, "added"))
  const dropped = before.filter((text) => !now.includes(text)).map((text) => row(text, "dropped"))
  return [...added, ...dropped, ...now.filter((text) => before.includes(text)).map((text) => row(text, "kept"))]
}

function listHead(rows: readonly ListedFact[], word: string, compared: boolean): string {
  const there = rows.filter((row) => row.change !== "dropped").length
  const head = there === 0 ? `No ${word}s` : `${there} ${word}${there === 1 ? "" : "s"}`
  if (!compared) return head
  const added = rows.filter((row) => row.change === "added").length
  const dropped = rows.filter((row) => row.change === "dropped").length
  if (added + dropped === 0) return `${head}, as before`
  return [head, ...(added ? [`${added} added`] : []), ...(dropped ? [`${dropped} dropped`] : [])].join(", ")
}
