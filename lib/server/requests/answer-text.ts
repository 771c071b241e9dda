// The words of an answer as the agent reads them: what was decided, by whom, with every comment quoted at its line.
import "server-only"
import type { Protocol } from "@/lib/core/protocols"
import type { Comment, Request } from "@/lib/core/request"

export function answerText(protocol: Protocol, request: Request): string {
  const resolution = request.resolution!
  const verdict = request.status === "approved" ? "Approved" : "Rejected"
  const title = protocol.title(request.payload)
  const lines = [`${verdict} by ${resolution.by}: ${protocol.label} “${title}”${how(resolution.reason)}.`]
  if (resolution.feedback.trim()) lines.push("", resolution.feedback.trim())
  for (const comment of resolution.comments ?? []) lines.push("", quoted(comment))
  if (protocol.type === "plan_approval") {
    lines.push(
      "",
      request.status === "approved"
        ? "Your gate is open for what this plan names, until it is done. Carry it out now, and heed the words above."
        : "Your gate stays shut. Revise the plan after the words above and call submit_plan again.",
    )
  }
  return lines.join("\n")
}

function how(reason: string): string {
  return reason === "decided" ? "" : ` (${reason})`
}

function quoted(comment: Comment): string {
  const where =
    comment.line === undefined
      ? "On the plan"
      : comment.end_line !== undefined && comment.end_line !== comment.line
        ? `On lines ${comment.line}–${comment.end_line}`
        : `On line ${comment.line}`
  const quote = comment.quote
    ? `\n${comment.quote
        .split("\n")
        .map((line) => `> ${line}`)
        .join("\n")}`
    : ""
  return `${where}:${quote}\n${comment.text}`
}
