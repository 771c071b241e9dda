// The one way mail leaves an inbox: marked as delivered to a turn, protocol messages routed first. Nothing is ever deleted.
import "server-only"
import { and, eq, isNull, sql } from "drizzle-orm"
import type { Message } from "@/lib/core/message"
import { type ProtocolTable, protocolOfMessage } from "@/lib/core/protocols"
import { type AgentRow, patchAgent } from "@/lib/server/db/agent-rows"
import { compiled } from "@/lib/server/db/compiled"
import { ANY_AGENT, mailTo } from "@/lib/server/db/own-rows"
import { messages, requests } from "@/lib/server/db/schema"
import type { AgentKey, Tx } from "@/lib/server/db/store"
import { toMessage } from "./post-message"
import { setTimer } from "./wake-later"

/** How long an agent that was asked to leave may stay silent once the question has reached it. */
export const GRACE_MS = 30_000

type Delivery = AgentKey & { at: string; turn: number | null }
const markDelivered = compiled<Delivery, (typeof messages.$inferSelect)[]>((db) =>
  db
    .update(messages)
    .set({ deliveredAt: sql`${sql.placeholder("at")}`, turn: sql`${sql.placeholder("turn")}` })
    .where(and(mailTo(ANY_AGENT), isNull(messages.deliveredAt)))
    .returning(),
)

export async function takeMail(
  tx: Tx,
  protocols: ProtocolTable,
  row: AgentRow,
  turn: number | null,
): Promise<Message[]> {
  if (row.unread === 0) return []
  const { team, name, generation } = row
  const unread = await markDelivered(tx.db, { team, name, generation, at: tx.at, turn })
  if (unread.length === 0) return []
  await patchAgent(tx, row, { unread: row.unread - unread.length })
  const taken = unread.sort((a, b) => a.no - b.no).map(toMessage)
  for (const message of taken) {
    tx.record(
      row.team,
      "message.delivered",
      { agent: row.name, request_id: message.metadata.request_id ?? null },
      {
        message_id: message.id,
        from: message.from,
        message_type: message.type,
        generation: row.generation,
        turn,
      },
    )
    await route(tx, protocols, row, message)
  }
  return taken
}

/** A question that this agent itself must answer starts its clock in the transaction that delivers it. */
async function route(tx: Tx, protocols: ProtocolTable, row: AgentRow, message: Message): Promise<void> {
  const found = protocolOfMessage(message.type, protocols)
  const requestId = message.metadata.request_id
  if (found?.kind !== "request" || found.protocol.answeredBy !== "target" || !requestId) return
  const pending = await tx.db
    .select({ id: requests.id })
    .from(requests)
    .where(and(eq(requests.team, row.team), eq(requests.id, requestId), eq(requests.status, "pending")))
  if (pending.length > 0) await setTimer(tx, row, "grace", GRACE_MS, requestId)
}
