// Moves a request on and carries out what follows: the answer forwarded, the gate opened or kept shut, the agent gone or going on.
import "server-only"
import { HUMAN, LEAD } from "@/lib/core/ids"
import type { Consequence, Protocol } from "@/lib/core/protocols"
import type { Request } from "@/lib/core/request"
import type { Answer, Closing, Effect } from "@/lib/core/transition"
import type { ServerContext } from "@/lib/server/context"
import { type AgentRow, patchAgent, setStatus } from "@/lib/server/db/agent-rows"
import type { Tx } from "@/lib/server/db/store"
import { postMessage } from "@/lib/server/inbox/post-message"
import { wakeNow } from "@/lib/server/inbox/wake-later"
import { answerText } from "./answer-text"
import type { RequestRow } from "./request-rows"
import { type Settled, settle } from "./settle"
import { terminateAgent } from "./terminate-agent"

export type Locked = {
  row: RequestRow
  /** The living agent it is about, or null when that generation is gone. */
  subject: AgentRow | null
  lead: AgentRow
}

export async function advance(
  tx: Tx,
  { protocols }: Pick<ServerContext, "protocols">,
  locked: Locked,
  input: Answer | Closing,
): Promise<Settled> {
  const settled = await settle(tx, protocols, locked.row, input)
  if (settled.ok)
    for (const effect of settled.effects)
      await carryOut(tx, protocols, settled.protocol, locked, settled.request, effect)
  return settled
}

async function carryOut(
  tx: Tx,
  protocols: ServerContext["protocols"],
  protocol: Protocol,
  locked: Locked,
  request: Request,
  effect: Effect,
): Promise<void> {
  if (effect.kind === "consequence") return followThrough(tx, protocols, locked, request, effect.what)
  const content = answerText(protocol, request)
  const metadata = {
    request_id: request.request_id,
    approve: effect.approve,
    feedback: effect.feedback,
    by: request.resolution!.by,
    reason: request.resolution!.reason,
    ...(effect.comments.length > 0 ? { comments: effect.comments } : {}),
  }
  if (protocol.answeredBy === "target") {
    await postMessage(tx, locked.lead, { from: request.target, type: protocol.responseMessage, content, metadata })
    return
  }
  // The person decides, the lead forwards: the answer reaches the teammate without a model call, and the lead keeps a copy.
  if (locked.subject && locked.subject.generation === request.generation) {
    const message = await postMessage(tx, locked.subject, {
      from: LEAD,
      type: protocol.responseMessage,
      content,
      metadata,
    })
    tx.record(
      request.team,
      "response.forwarded",
      { agent: locked.subject.name, request_id: request.request_id },
      { message_id: message.id, from: LEAD, to: locked.subject.name, approve: effect.approve },
    )
  }
  await postMessage(tx, locked.lead, {
    from: deciderOf(metadata.by),
    type: protocol.responseMessage,
    content,
    metadata,
  })
}

/** Who the lead hears it from: `human` stands for a person's own words and for nobody else's. */
const deciderOf = (by: string): string =>
  by.startsWith("human:") ? HUMAN : by.startsWith("policy:") ? "policy" : "system"

async function followThrough(
  tx: Tx,
  protocols: ServerContext["protocols"],
  locked: Locked,
  request: Request,
  what: Consequence,
): Promise<void> {
  const { subject } = locked
  if (!subject || subject.generation !== request.generation) return
  switch (what) {
    case "open_gate": {
      const payload = request.payload as { files?: string[]; commands?: string[] }
      const lease = {
        request_id: request.request_id,
        payload_sha256: request.payload_sha256,
        generation: request.generation,
        files: payload.files ?? [],
        commands: payload.commands ?? [],
        opened_at: tx.at,
      }
      await patchAgent(tx, subject, { gate: "open", lease })
      tx.record(
        request.team,
        "gate.opened",
        { agent: subject.name, request_id: request.request_id },
        { generation: subject.generation, lease },
      )
      return leaveWaiting(tx, subject)
    }
    case "shut_gate":
      await setStatus(tx, subject, subject.status, { gate: "rejected" })
      return leaveWaiting(tx, subject)
    case "terminate":
      return terminateAgent(tx, protocols, locked, {
        by: request.resolution!.by,
        reason: request.resolution!.reason,
        requestId: request.request_id,
      })
    case "carry_on":
      if (subject.status === "stopping") await setStatus(tx, subject, "working")
      return wakeNow(tx, subject)
  }
}

async function leaveWaiting(tx: Tx, subject: AgentRow): Promise<void> {
  if (subject.status === "waiting") await setStatus(tx, subject, "working")
  await wakeNow(tx, subject)
}
