// What a timer does when it is due: a delayed wake, the end of a grace time, a plan's deadline. Its row goes in the same transaction.
import "server-only"
import { and, eq, sql } from "drizzle-orm"
import { LEAD } from "@/lib/core/ids"
import { Policy } from "@/lib/core/policy"
import type { ServerContext } from "@/lib/server/context"
import { type AgentRow, keyOf, lockAgents, patchAgent } from "@/lib/server/db/agent-rows"
import { hasRunningTurn } from "@/lib/server/db/own-rows"
import { timers } from "@/lib/server/db/schema"
import type { Tx } from "@/lib/server/db/store"
import { getTeamRow } from "@/lib/server/db/team-rows"
import { setTimer, wakeNow } from "@/lib/server/inbox/wake-later"
import { advance } from "@/lib/server/requests/advance"
import { lockRequest, type RequestRow } from "@/lib/server/requests/request-rows"

export type Timer = typeof timers.$inferSelect
type Context = Pick<ServerContext, "store" | "protocols" | "interrupt">

export async function fireTimer(context: Context, timer: Timer): Promise<void> {
  await context.store.transaction(async (tx) => {
    const rows = await lockAgents(tx, timer.team, timer.kind === "wake" ? [timer.agent] : [LEAD, timer.agent])
    const request = timer.requestId ? await lockRequest(tx, timer.team, timer.requestId) : null
    const taken = await tx.db
      .delete(timers)
      .where(and(eq(timers.team, timer.team), eq(timers.id, timer.id)))
      .returning({ id: timers.id })
    const agent = rows.get(timer.agent)
    if (taken.length === 0 || !agent || agent.generation !== timer.generation) return
    if (timer.kind === "wake") {
      // Its own moment to try again has come, whatever the clocks say meanwhile.
      if (agent.retryAt !== null && timer.dueAt >= agent.retryAt) await patchAgent(tx, agent, { retryAt: null })
      return wakeNow(tx, agent)
    }
    const lead = rows.get(LEAD)
    if (request?.status !== "pending" || !lead) return
    if (timer.kind === "deadline") return passDeadline(tx, context, { row: request, subject: agent, lead })
    return endGrace(tx, context, timer, { row: request, subject: agent, lead })
  })
}

/** A timer that cannot be carried out is put off, so that those behind it keep their time; the clock looks by itself what is next. */
export async function putOff({ store }: Pick<ServerContext, "store">, timer: Timer): Promise<void> {
  await store.transaction((tx) =>
    tx.db
      .update(timers)
      .set({ dueAt: sql`now() + interval '1 minute'` })
      .where(and(eq(timers.team, timer.team), eq(timers.id, timer.id))),
  )
}

type Locked = { row: RequestRow; subject: AgentRow; lead: AgentRow }

/** Silence ends it: at once when nothing runs, else at the next safe point; the backstop waits for none. */
async function endGrace(tx: Tx, context: Context, timer: Timer, locked: Locked): Promise<void> {
  const { subject, row } = locked
  if (subject.kind !== "external" && (await hasRunningTurn(tx.db, subject))) {
    const hard = timer.kind === "backstop"
    await patchAgent(tx, subject, { stop: { mode: "expire", by: "system", request_id: row.id, hard } })
    await wakeNow(tx, subject)
    tx.afterCommit(() => context.interrupt(keyOf(subject), hard))
    return
  }
  await advance(tx, context, locked, {
    kind: "close",
    reason: "expired",
    status: "approved",
    by: "system",
    feedback: "",
  })
}

/** Nothing is ever approved by time: a deadline leaves it, reminds of it, or rejects it. */
async function passDeadline(tx: Tx, context: Context, locked: Locked): Promise<void> {
  const policy = Policy.parse((await getTeamRow(tx.db, locked.row.team)).policy)
  if (policy.on_deadline === "reject") {
    const feedback = `Nobody decided within ${policy.deadline_seconds ?? 0} seconds.`
    const closing = { kind: "close", reason: "expired", status: "rejected", by: "policy:deadline", feedback } as const
    await advance(tx, context, locked, closing)
    return
  }
  if (policy.on_deadline === "remind") {
    const { row, subject } = locked
    tx.record(
      row.team,
      "request.recommended",
      { agent: subject.name, request_id: row.id },
      { generation: row.generation, reminder: true },
    )
    if (policy.deadline_seconds !== null)
      await setTimer(tx, subject, "deadline", policy.deadline_seconds * 1_000, row.id)
  }
}
