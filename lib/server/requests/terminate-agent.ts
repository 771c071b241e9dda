// The end of an agent, in one transaction: plan withdrawn, gate closed, tasks back on the board, the lead told, the name free.
import "server-only"
import { and, eq } from "drizzle-orm"
import type { ProtocolTable } from "@/lib/core/protocols"
import { type AgentRow, closeGate, patchAgent } from "@/lib/server/db/agent-rows"
import { ofAgent } from "@/lib/server/db/own-rows"
import { requests, tasks, timers, turns } from "@/lib/server/db/schema"
import type { Tx } from "@/lib/server/db/store"
import { postMessage } from "@/lib/server/inbox/post-message"
import { settle } from "./settle"

export async function terminateAgent(
  tx: Tx,
  protocols: ProtocolTable,
  { subject, lead }: { subject: AgentRow | null; lead: AgentRow },
  end: { by: string; reason: string; requestId: string | null },
): Promise<void> {
  if (!subject) return
  await withdrawOpenRequests(tx, protocols, subject)
  await closeGate(tx, subject, "shutdown")
  const released = await tx.db
    .update(tasks)
    .set({ status: "open", owner: null })
    .where(and(eq(tasks.team, subject.team), eq(tasks.owner, subject.name), eq(tasks.status, "claimed")))
    .returning({ id: tasks.id })
  await tx.db
    .update(turns)
    .set({ state: "failed", error: "ended by shutdown", endedAt: tx.at })
    .where(and(ofAgent(turns, subject), eq(turns.state, "running")))
  await tx.db.delete(timers).where(ofAgent(timers, subject))
  await patchAgent(tx, subject, {
    status: "shutdown",
    statusSince: tx.at,
    endedAt: tx.at,
    gate: "plan_required",
    lease: null,
    activity: null,
    wake: false,
    stop: null,
    owesReply: false,
    retryAt: null,
    // The fence moves on: whatever still runs for it writes nothing any more.
    epoch: subject.epoch + 1,
  })
  const releasedTasks = released.map((task) => task.id).sort((a, b) => a - b)
  tx.record(
    subject.team,
    "agent.terminated",
    { agent: subject.name, request_id: end.requestId },
    { generation: subject.generation, by: end.by, reason: end.reason, released_tasks: releasedTasks },
  )
  await postMessage(tx, lead, {
    from: "system",
    type: "teammate_terminated",
    content: `${subject.name} has left the team.${releasedTasks.length > 0 ? ` Back on the board: task ${releasedTasks.join(", ")}.` : ""}`,
    metadata: end.requestId ? { request_id: end.requestId } : {},
  })
}

/** What it had asked for is taken back with it. */
async function withdrawOpenRequests(tx: Tx, protocols: ProtocolTable, subject: AgentRow): Promise<void> {
  const open = await tx.db
    .select()
    .from(requests)
    .where(
      and(
        eq(requests.team, subject.team),
        eq(requests.status, "pending"),
        eq(requests.sender, subject.name),
        eq(requests.generation, subject.generation),
      ),
    )
    .orderBy(requests.id)
    .for("update")
  for (const row of open) {
    const by = `agent:${subject.name}`
    await settle(tx, protocols, row, { kind: "close", reason: "withdrawn", status: "rejected", by, feedback: "" })
  }
}
