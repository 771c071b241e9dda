// A turn that failed: visible with a sentence, tried again after a while by a durable timer, given up after the last try.
import "server-only"
import { LEAD } from "@/lib/core/ids"
import { patchAgent, setStatus } from "@/lib/server/db/agent-rows"
import { lockFenced } from "@/lib/server/db/fence"
import { updateTurn } from "@/lib/server/db/own-rows"
import { setTimer } from "@/lib/server/inbox/wake-later"
import { ModelError } from "@/lib/server/model/model-client"
import { agreeToLeave } from "@/lib/server/requests/answer-shutdown"
import type { AgentRuntime, Begun } from "./agent-runtime"

export async function failTurn(context: AgentRuntime, begun: Begun, error: unknown): Promise<void> {
  const attempt = begun.turn.attempts + 1
  const sentence = error instanceof Error ? error.message : String(error)
  const final = attempt >= context.retry.attempts || (error instanceof ModelError && error.kind !== "retryable")
  const wait = final ? null : waitBefore(context, attempt, error)
  await context.store.transaction(async (tx) => {
    const { self } = await lockFenced(tx, begun.fence, final ? [LEAD] : [])
    await updateTurn(tx.db, self, begun.turn.no, { attempts: attempt, error: sentence })
    const retryAt = wait === null ? null : new Date(Date.parse(tx.at) + wait).toISOString()
    await patchAgent(tx, self, { activity: null, error: sentence, retryAt })
    const about = { generation: self.generation, turn: begun.turn.no, error: sentence, retry_at: retryAt, attempt }
    tx.record(self.team, "turn.failed", { agent: self.name }, about)
    if (wait !== null) await setTimer(tx, self, "wake", wait, null)
    else if (!(await agreeToLeave(tx, context, self))) await setStatus(tx, self, "failed", { error: sentence })
  })
}

/** Doubling with jitter, so that a team does not come back all at once; the other side's own word counts more. */
function waitBefore(context: AgentRuntime, attempt: number, error: unknown): number {
  const { baseMs, capMs } = context.retry
  const doubled = Math.min(capMs, baseMs * 2 ** (attempt - 1))
  const jittered = Math.round(doubled * (0.75 + Math.random() * 0.5))
  const asked = error instanceof ModelError ? (error.retryAfterMs ?? 0) : 0
  return Math.max(jittered, asked)
}
