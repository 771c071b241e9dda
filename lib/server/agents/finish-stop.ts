// Carries out an end without another turn, once nothing of the agent runs any more: one that was ordered, or asked for in a paused team.
import "server-only"
import { and, eq } from "drizzle-orm"
import { LEAD } from "@/lib/core/ids"
import type { ServerContext } from "@/lib/server/context"
import { type AgentRow, lockAgents } from "@/lib/server/db/agent-rows"
import { ofAgent } from "@/lib/server/db/own-rows"
import { toolCalls } from "@/lib/server/db/schema"
import type { AgentKey, Tx } from "@/lib/server/db/store"
import { getTeamRow } from "@/lib/server/db/team-rows"
import { advance } from "@/lib/server/requests/advance"
import { agreeToLeave } from "@/lib/server/requests/answer-shutdown"
import { lockRequest } from "@/lib/server/requests/request-rows"
import { killLeftover } from "@/lib/server/sandbox/leftover"

export async function finishStop(context: Pick<ServerContext, "store" | "protocols">, key: AgentKey): Promise<void> {
  await endLeftovers(context, key)
  await context.store.transaction(async (tx) => {
    const rows = await lockAgents(tx, key.team, [LEAD, key.name])
    const subject = rows.get(key.name)
    const lead = rows.get(LEAD)
    if (!lead || !subject || subject.generation !== key.generation) return
    if (!subject.stop) return leavePaused(tx, context, subject)
    const { mode, by, request_id } = subject.stop
    const row = await lockRequest(tx, key.team, request_id)
    if (!row) throw new Error(`request ${request_id} is gone`)
    const reason = mode === "force" ? ("forced" as const) : ("expired" as const)
    await advance(tx, context, { row, subject, lead }, { kind: "close", reason, status: "approved", by, feedback: "" })
  })
}

async function leavePaused(tx: Tx, context: Pick<ServerContext, "protocols">, subject: AgentRow): Promise<void> {
  if ((await getTeamRow(tx.db, subject.team)).paused !== null) await agreeToLeave(tx, context, subject)
}

/** A command of an earlier process may still run when this one takes over. */
async function endLeftovers({ store }: Pick<ServerContext, "store">, key: AgentKey): Promise<void> {
  const running = await store.read
    .select({ process: toolCalls.process })
    .from(toolCalls)
    .where(and(ofAgent(toolCalls, key), eq(toolCalls.state, "started")))
  for (const { process } of running) if (process) await killLeftover(process)
}
