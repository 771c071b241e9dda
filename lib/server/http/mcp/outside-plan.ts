// Plans from outside: submitting one, which ends an older one still pending, and waiting for what a person says.
import "server-only"
import { AppError } from "@/lib/core/errors"
import type { PlanPayload } from "@/lib/core/plan"
import { protocolOf } from "@/lib/core/protocols"
import type { Request } from "@/lib/core/request"
import { answerText } from "@/lib/server/requests/answer-text"
import { awaitDecision } from "@/lib/server/requests/await-decision"
import { findRequestRow, toRequest } from "@/lib/server/requests/request-rows"
import { submitPlan } from "@/lib/server/requests/submit-plan"
import { act, type Outsider } from "./outside-agent"

export async function submitOutsidePlan(outsider: Outsider, plan: PlanPayload): Promise<Request> {
  return act(outsider, [], (tx, rows) => submitPlan(tx, outsider.runtime, rows, plan))
}

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
