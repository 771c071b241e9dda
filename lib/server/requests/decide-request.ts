// A person's decision on a request: told at once whether it counted, and visible on the timeline when it did not.
import "server-only"
import { AppError } from "@/lib/core/errors"
import { LEAD } from "@/lib/core/ids"
import { Policy } from "@/lib/core/policy"
import { protocolOf } from "@/lib/core/protocols"
import { type Comment, type Request, subjectOf } from "@/lib/core/request"
import type { IgnoreCause } from "@/lib/core/transition"
import type { ServerContext } from "@/lib/server/context"
import { lockAgents } from "@/lib/server/db/agent-rows"
import type { Tx } from "@/lib/server/db/store"
import { advance, type Locked } from "./advance"
import { findRequestAndTeam, lockRequest, type RequestRow, toRequest } from "./request-rows"
import { recordIgnored, type Settled } from "./settle"

export type Decision = { approve: boolean; feedback?: string; comments?: Comment[]; payload_sha256?: string }

export async function decideRequest(
  context: Pick<ServerContext, "store" | "protocols">,
  requestId: string,
  decision: Decision,
  by: string,
): Promise<Request> {
  const both = await findRequestAndTeam(context.store.read, requestId)
  if (!both) throw new AppError("not_found", `There is no request "${requestId}".`)
  const { request: found, team } = both
  const protocol = protocolOf(found.type, context.protocols)
  const answer = {
    kind: "answer" as const,
    responseType: protocol?.responseMessage ?? "",
    by,
    party: "human" as const,
    approve: decision.approve,
    feedback: decision.feedback ?? "",
    comments: decision.comments,
    payload_sha256: decision.payload_sha256,
    leadDecides: false,
  }
  const settled = await context.store.transaction(
    async (tx): Promise<Settled> => {
      const locked = await lockForRequest(tx, context.protocols, found)
      tx.addToTeam(found.team, { unattended: "reset" })
      if (protocol?.answeredBy === "target") {
        recordIgnored(tx, { team: found.team, request_id: found.id }, answer, "wrong_party")
        return { ok: false, cause: "wrong_party", request: toRequest(locked.row) }
      }
      return advance(tx, context, locked, { ...answer, quorum: Policy.parse(team.policy).approvals })
    },
    { readsFirst: true },
  )
  if (settled.ok) return settled.request
  throw refusal(settled.cause, settled.request)
}

/** Locks in the one order: agents by name, then the request. */
export async function lockForRequest(
  tx: Tx,
  protocols: ServerContext["protocols"],
  found: RequestRow,
): Promise<Locked> {
  const protocol = protocolOf(found.type, protocols)
  const name = subjectOf(found, protocol?.subject ?? "sender")
  // Sent together, carried out in this order.
  const [locked, row] = await Promise.all([
    lockAgents(tx, found.team, [LEAD, name]),
    lockRequest(tx, found.team, found.id),
  ])
  const lead = locked.get(LEAD)
  if (!lead || !row) throw new Error(`request ${found.id} lost its team`)
  const subject = locked.get(name) ?? null
  return { row, lead, subject: subject?.generation === row.generation ? subject : null }
}

function refusal(cause: IgnoreCause, request: Request): AppError {
  const details = { request, cause }
  switch (cause) {
    case "digest_mismatch":
      return new AppError(
        "digest_mismatch",
        "The plan on record is not the one this decision was made on. Nothing was decided.",
        { details },
      )
    case "wrong_party":
      return new AppError("forbidden", "Only the agent that was asked can answer this request.", { details })
    case "already_approved_by_you":
      return new AppError("conflict", "You have approved this already; another person is needed.", { details })
    default: {
      const by = request.resolution?.by ?? "somebody"
      return new AppError("conflict", `This request is already ${request.status}, by ${by}. Nothing was changed.`, {
        details,
      })
    }
  }
}
