// Puts one message into an agent's inbox and wakes it as its type asks; the receiver's row must be locked by the caller.
import "server-only"
import { storable } from "@/lib/core/canonical-json"
import { HUMAN, newId } from "@/lib/core/ids"
import { type Message, type MessageMetadata, preview, wakeDelay } from "@/lib/core/message"
import { type AgentRow, keyOf, patchAgent } from "@/lib/server/db/agent-rows"
import { compiledInsert } from "@/lib/server/db/compiled"
import { messages } from "@/lib/server/db/schema"
import type { Tx } from "@/lib/server/db/store"
import { wakeLater } from "./wake-later"

export type Outgoing = {
  from: string
  type: string
  content: string
  metadata?: MessageMetadata
}

const insertMessage = compiledInsert(messages)

export async function postMessage(tx: Tx, to: AgentRow, outgoing: Outgoing): Promise<Message> {
  const no = to.mail + 1
  const delay = wakeDelay(outgoing.type, to.kind === "lead" ? "lead" : "teammate")
  const wakesNow = delay === 0 && !to.wake && to.kind !== "external"
  await patchAgent(tx, to, { mail: no, unread: to.unread + 1, ...(wakesNow ? { wake: true } : {}) })
  const row = storable({
    team: to.team,
    to: to.name,
    toGeneration: to.generation,
    no,
    id: newId("message"),
    from: outgoing.from,
    type: outgoing.type,
    content: outgoing.content,
    metadata: outgoing.metadata ?? {},
    sentAt: tx.at,
    deliveredAt: null,
    turn: null,
  })
  await insertMessage(tx.db, row)
  tx.record(
    to.team,
    "message.sent",
    { agent: to.name, request_id: row.metadata.request_id ?? null },
    {
      message_id: row.id,
      from: row.from,
      to: to.name,
      to_generation: to.generation,
      message_type: row.type,
      preview: preview(row.content),
      ...(row.metadata.approve === undefined ? {} : { approve: row.metadata.approve }),
      ...(row.from === HUMAN && typeof row.metadata.by === "string" ? { by: row.metadata.by } : {}),
    },
  )
  if (wakesNow) await tx.wake(keyOf(to))
  else if (delay !== null && delay > 0) await wakeLater(tx, to, delay)
  return toMessage(row)
}

export function toMessage(row: typeof messages.$inferSelect): Message {
  return {
    id: row.id,
    team: row.team,
    from: row.from,
    to: row.to,
    to_generation: row.toGeneration,
    type: row.type,
    content: row.content,
    metadata: row.metadata,
    sent_at: row.sentAt,
    delivered_at: row.deliveredAt,
    turn: row.turn,
  }
}
