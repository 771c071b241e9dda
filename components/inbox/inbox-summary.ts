// A message of an inbox in one line.
import type { Request, Resolution } from "@/lib/core/request"
import { titleWithRevision } from "../team/request-words"
import { nameOf } from "../team/who-is"
import type { InboxRow } from "./inbox-rows"

/** One line: a decision says who gave it and in which words, a shutdown its reason. */
export function summaryOf(row: InboxRow): string {
  const resolution = row.request?.resolution
  if (row.type === "plan_approval_response" && resolution) {
    const verdict = `${row.approve ? "Approved" : "Rejected"} by ${nameOf(resolution.by)}`
    const words = resolution.feedback.trim() || resolution.comments?.[0]?.text
    return words ? `${verdict}: “${words.replaceAll(/\s+/g, " ")}”` : verdict
  }
  if (row.kind === "received" && row.type === "shutdown_request" && row.request) {
    const reason = String(row.request.payload.reason ?? "").trim()
    return reason || "Asked to leave, without a reason"
  }
  if (row.type === "shutdown_response" && row.request && resolution) return leavingOf(row.request, resolution)
  if (row.type === "plan_approval_request" && row.request) return titleWithRevision(row.request)
  return row.text.trim().replaceAll(/\s+/g, " ")
}

function leavingOf({ target, status }: Request, { reason, by, feedback }: Resolution): string {
  if (status === "rejected") return `${target} refuses to leave: “${feedback.trim().replaceAll(/\s+/g, " ")}”`
  if (reason === "forced") return `${target} was ended by ${nameOf(by)}`
  return reason === "expired" ? `${target} did not answer and was ended` : `${target} agreed to leave`
}
