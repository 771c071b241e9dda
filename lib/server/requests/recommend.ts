// The lead's word on a plan: a recommendation beside it, or the decision where the policy hands that risk to the lead.
import "server-only"
import { and, eq } from "drizzle-orm"
import { AppError } from "@/lib/core/errors"
import { LEAD } from "@/lib/core/ids"
import type { Risk } from "@/lib/core/policy"
import { protocolOf } from "@/lib/core/protocols"
import type { ServerContext } from "@/lib/server/context"
import type { AgentRow } from "@/lib/server/db/agent-rows"
import { requests } from "@/lib/server/db/schema"
import type { Tx } from "@/lib/server/db/store"
import { advance } from "./advance"
import { lockRequest } from "./request-rows"
import { recordIgnored } from "./settle"

/** True when it decided. The caller holds the locks of the lead and of the request's sender. */
export async function recommend(
  tx: Tx,
  context: Pick<ServerContext, "protocols">,
  lead: AgentRow,
  locked: ReadonlyMap<string, AgentRow>,
  word: { request_id: string; approve: boolean; feedback: string },
  mayDecide: (risk: Risk) => boolean,
): Promise<boolean> {
  const row = await lockRequest(tx, lead.team, word.request_id)
  const protocol = row ? protocolOf(row.type, context.protocols) : undefined
  const answer = {
    kind: "answer" as const,
    responseType: protocol?.answeredBy === "human" ? protocol.responseMessage : "plan_approval_response",
    by: LEAD,
    party: "lead" as const,
    agent: LEAD,
    approve: word.approve,
    feedback: word.feedback,
    quorum: 1,
    leadDecides: true,
  }
  const about = { team: lead.team, request_id: word.request_id }
  if (!row || !protocol) {
    recordIgnored(tx, about, answer, "unknown_id")
    throw new AppError("not_found", `There is no request "${word.request_id}" in this team.`)
  }
  if (protocol.answeredBy !== "human") {
    recordIgnored(tx, about, answer, "wrong_type")
    throw new AppError("invalid", `A ${protocol.label} is not reviewed; its target answers it.`)
  }
  if (mayDecide(row.effectiveRisk)) {
    const sender = locked.get(row.sender)
    const subject = sender?.generation === row.generation ? sender : null
    const settled = await advance(tx, context, { row, subject, lead }, answer)
    if (!settled.ok)
      throw new AppError("conflict", `This request is already ${settled.request.status}; nothing was changed.`)
    return true
  }
  if (row.status !== "pending") {
    recordIgnored(tx, about, answer, "already_decided")
    throw new AppError("conflict", `This request is already ${row.status}; nothing was changed.`)
  }
  const recommendation = { by: LEAD, approve: word.approve, feedback: word.feedback, at: tx.at }
  await tx.db
    .update(requests)
    .set({ recommendation })
    .where(and(eq(requests.team, row.team), eq(requests.id, row.id)))
  tx.record(
    row.team,
    "request.recommended",
    { agent: row.sender, request_id: row.id },
    { generation: row.generation, recommendation },
  )
  return false
}
