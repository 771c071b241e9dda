// What the lead does now, in the head of its column: writing, thinking or a tool, and for how long.
"use client"

import type { Writing } from "@/lib/client/live-store"
import type { Agent } from "@/lib/core/agent"
import { STATUS_WORD } from "../ui/status"
import { Ago } from "../ui/time"

export function LeadNow({ lead, writing }: { lead: Agent; writing: Writing | undefined }) {
  const className = "cut text-small text-text-3"
  if (!lead.activity) {
    const word = lead.status === "failed" ? (lead.error ?? "failed") : STATUS_WORD[lead.status].toLowerCase()
    return <span className={className}>{word}</span>
  }
  const writes = writing?.turn === lead.turn && writing.text !== ""
  const what = lead.activity.kind === "tool" ? (lead.activity.tool ?? "working") : writes ? "writing" : "thinking"
  return (
    <span className={className}>
      {what}, <Ago since={lead.activity.since} />
    </span>
  )
}
