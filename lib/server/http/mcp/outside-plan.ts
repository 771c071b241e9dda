// Plans from outside: submitting one, which ends an older one still pending, and waiting for what a person says.
import "server-only"
import { and, eq } from "drizzle-orm"
import { AppError } from "@/lib/core/errors"
import type { PlanPayload } from "@/lib/core/plan"
import { protocolOf } from "@/lib/core/protocols"
import type { Request } from "@/lib/core/request"
import type { AgentRow } from "@/lib/server/db/agent-rows"
import { requests } from "@/lib/server/db/schema"
import type { Tx } from "@/lib/server/db/store"
import { advance } from "@/lib/server/requests/advance"
import { answerText } from "@/lib/server/requests/answer-text"
import { awaitDecision } from "@/lib/server/requests/await-decision"
import { openRequest } from "@/lib/server/requests/open-request"
import { findRequestRow, lockRequest, toRequest } from "@/lib/server/requests/request-rows"
import { act, type Outsider, type Rows } from "./outside-agent"

const TYPE = "plan_approval"

export async function submitOutsidePlan(outsider: Outsider, plan: PlanPayload): Promise<Request> {
  const { runtime, name } = outsider
  return act(outsider, [], async (tx, rows) => {
    if (rows.self.status === "stopping")
      throw new AppError("conflict", "You were asked to leave: answer with respond_shutdown first.")
    await supersede(tx, outsider, rows)
    return openRequest(tx, runtime, {
      team: rows.team,
      type: TYPE,
      sender: name,
      party: "teammate",
      by: `agent:${name}`,
      target: rows.lead,
      subject: rows.self,
      payload: plan,
    })
  })
}

/** Only agents from outside can submit while they wait: ours are parked. */
async function supersede(tx: Tx, { runtime, name }: Outsider, { self, lead }: Rows): Promise<void> {
  const [pending] = await pendingPlans(tx, self)
  const row = pending && (await lockRequest(tx, self.team, pending.id))
  if (!row) return
  const end = { kind: "close" as const, reason: "superseded" as const, status: "rejected" as const, feedback: "" }
  await advance(tx, runtime, { row, subject: self, lead }, { ...end, by: `agent:${name}` })
}

const pendingPlans = (tx: Tx, self: AgentRow) =>
  tx.db
    .select({ id: requests.id })
    .from(requests)
    .where(
      and(
        eq(requests.team, self.team),
        eq(requests.sender, self.name),
        eq(requests.generation, self.generation),
        eq(requests.type, TYPE),
        eq(requests.status, "pending"),
      ),
    )

const PROGRESS_MS = 10_000

export type Waiting = { seconds: number; signal: AbortSignal; progress: (waited: number) => Promise<void> }

/** Whatever becomes of this wait, the request stands: asking again goes on where it was. */
export async function awaitOutsidePlan(outsider: Outsider, requestId: string, waiting: Waiting): Promise<Request> {
  const { runtime, team, name } = outsider
  const row = await findRequestRow(runtime.store.read, requestId)
  if (!row || row.team !== team || row.sender !== name)
    throw new AppError("not_found", `You have no request "${requestId}".`)
  const began = performance.now()
  const until = began + waiting.seconds * 1_000
  let request = toRequest(row)
  while (request.status === "pending" && performance.now() < until && !waiting.signal.aborted) {
    request = await awaitDecision(runtime, request, Math.min(PROGRESS_MS, until - performance.now()), waiting.signal)
    if (request.status === "pending") await waiting.progress(Math.round((performance.now() - began) / 1_000))
  }
  return request
}

/** The same words that a teammate of ours reads. */
export function decisionText({ runtime }: Outsider, request: Request): string {
  const protocol = protocolOf(request.type, runtime.protocols)
  if (request.status !== "pending" && protocol) return answerText(protocol, request)
  return `${request.request_id} still waits for a person. Call await_decision again; change nothing meanwhile.`
}
