// The one checker: reads what a run has left in the database and the workspace, and proves that nothing went wrong.
import type { Database } from "@/lib/server/db/database"
import type { Promised } from "./fault-promises"
import { checkAgents } from "./invariants-agents"
import { type Counts, type Finding, readEvidence } from "./invariants-evidence"
import { checkLog } from "./invariants-log"
import { checkRequests } from "./invariants-requests"
import { checkTools } from "./invariants-tools"

export type Report = { counts: Counts; violations: Finding[] }

const CHECKS = [checkLog, checkRequests, checkTools, checkAgents]

/** To be asked when the run is over: whoever still has something to do counts as stuck. */
export async function checkInvariants(db: Database, team: string, promised: Promised): Promise<Report> {
  const evidence = await readEvidence(db, team, promised)
  const results = CHECKS.map((check) => check(evidence))
  return {
    counts: Object.assign({}, ...results.map((result) => result.counts)) as Counts,
    violations: results.flatMap((result) => result.findings),
  }
}

export function mergeReports(reports: readonly Report[]): Report {
  const counts: Counts = {}
  for (const report of reports)
    for (const [name, n] of Object.entries(report.counts)) counts[name] = (counts[name] ?? 0) + n
  return { counts, violations: reports.flatMap((report) => report.violations) }
}

export function describeReport(title: string, { counts, violations }: Report): string {
  const numbers = Object.entries(counts).map(([name, n]) => `${n} ${name}`)
  const verdict = violations.length === 0 ? "0 violations" : `${violations.length} VIOLATIONS`
  const listed = violations.map(({ invariant, detail }) => `  ${invariant}: ${detail.slice(0, 500)}`)
  return [`${title}: ${verdict} (${numbers.join(", ")})`, ...listed].join("\n")
}
