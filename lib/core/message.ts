// A message: one entry in an inbox. Reading never deletes it; `delivered_at` says when it entered a turn.
import { z } from "zod"
import { PROTOCOLS, type ProtocolTable, protocolOfMessage } from "./protocols"

export const MessageMetadata = z.looseObject({
  request_id: z.string().optional(),
  approve: z.boolean().optional(),
  feedback: z.string().optional(),
})
export type MessageMetadata = z.infer<typeof MessageMetadata>

export const Message = z.object({
  id: z.string(),
  team: z.string(),
  from: z.string(),
  to: z.string(),
  to_generation: z.int(),
  type: z.string(),
  content: z.string(),
  metadata: MessageMetadata,
  sent_at: z.string(),
  delivered_at: z.string().nullable(),
  turn: z.int().nullable(),
})
export type Message = z.infer<typeof Message>

export const RESULT_BATCH_MS = 1_000

/**
 * How long a message may lie before it wakes its receiver: 0 at once, null never by itself.
 * Results and answers to the lead wait a moment for others, so that twenty of them cost it one turn.
 */
export function wakeDelay(type: string, to: "lead" | "teammate", table: ProtocolTable = PROTOCOLS): number | null {
  if (type === "idle_notification" || type === "teammate_terminated") return null
  if (to !== "lead") return 0
  if (type === "result") return RESULT_BATCH_MS
  const found = protocolOfMessage(type, table)
  if (found?.kind !== "response") return 0
  // A decision is forwarded without the lead's doing: its copy only informs.
  return found.protocol.answeredBy === "human" ? null : RESULT_BATCH_MS
}

export const PREVIEW_LENGTH = 280
export const preview = (content: string): string =>
  content.length <= PREVIEW_LENGTH ? content : `${content.slice(0, PREVIEW_LENGTH - 1)}…`
