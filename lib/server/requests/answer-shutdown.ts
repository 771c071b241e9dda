// A teammate's answer to a request that was made of it; an answer nobody asked for changes nothing and is visible.
import "server-only"
import { and, eq } from "drizzle-orm"
import { LEAD } from "@/lib/core/ids"
import type { IgnoreCause } from "@/lib/core/transition"
import type { ServerContext } from "@/lib/server/context"
import { type AgentRow, lockAgents } from "@/lib/server/db/agent-rows"
import { requests } from "@/lib/server/db/schema"
import type { Tx } from "@/lib/server/db/store"
import { advance } from "./advance"
import { findPendingShutdown, lockRequest } from "./request-rows"
import { recordIgnored } from "./settle"

export type Answered = { ok: true; left: boolean } | { ok: false; cause: IgnoreCause }

/** The caller holds the locks of the lead and of `agent`, taken by name. */
export async function answerShutdown(
  tx: Tx,
  context: Pick<ServerContext, "protocols">,
  agent: AgentRow,
  given: { request_id: string; approve: boolean; reason: string },
): Promise<Answered> {
  const answer = {
    kind: "answer" as const,
    responseType: "shutdown_response",
    by: `agent:${agent.name}`,
    party: "teammate" as const,
    agent: agent.name,
    generation: agent.generation,
    approve: given.approve,
    feedback: given.reason,
    quorum: 1,
    leadDecides: false,
  }
  const about = { team: agent.team, request_id: given.request_id }
  const known = await tx.db
    .select({ id: requests.id })
    .from(requests)
    .where(and(eq(requests.team, agent.team), eq(requests.id, given.request_id)))
  const row = known.length > 0 ? await lockRequest(tx, agent.team, given.request_id) : null
  if (!row) {
    recordIgnored(tx, about, answer, "unknown_id")
    return { ok: false, cause: "unknown_id" }
  }
  const lead = (await lockAgents(tx, agent.team, [LEAD])).get(LEAD)
  if (!lead) throw new Error(`team ${agent.team} has no lead`)
  const settled = await advance(tx, context, { row, subject: agent, lead }, answer)
  return settled.ok ? { ok: true, left: given.approve } : { ok: false, cause: settled.cause }
}

/** It leaves in code when it was asked to and has nothing more to say: true when it has left. The caller holds the same locks. */
export async function agreeToLeave(
  tx: Tx,
  context: Pick<ServerContext, "protocols">,
  agent: AgentRow,
  reason = "",
): Promise<boolean> {
  const asked = agent.status === "stopping" ? await findPendingShutdown(tx, agent) : null
  if (!asked) return false
  await answerShutdown(tx, context, agent, { request_id: asked.id, approve: true, reason })
  return true
}
