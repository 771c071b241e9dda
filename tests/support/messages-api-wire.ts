// The wire format: one scripted reply as the events of a stream, or as one JSON message.
import type { CacheUsage } from "./messages-api-cache"
import { extendPrefix, type Position, signatureFor, tokensOf } from "./messages-api-prefix"
import { type Reply, type ReplyBlock, stopReasonOf } from "./messages-api-reply"
import type { ApiBlock } from "./messages-api-request"

export type WireContext = { id: string; model: string; prefix: Position; usage: CacheUsage; newToolId(): string }
export type WireEvent = { event: string; data: Record<string, unknown> }

type Placed = { block: ApiBlock; deltas: Record<string, unknown>[] }

const chunks = (text: string, size: number): string[] => text.match(new RegExp(`[\\s\\S]{1,${size}}`, "gu")) ?? []

function place(blocks: readonly ReplyBlock[], context: WireContext): Placed[] {
  let at = context.prefix
  return blocks.map((block) => {
    const placed = placeOne(block, at.bound, context)
    at = extendPrefix(at, "assistant", placed.block)
    return placed
  })
}

function placeOne(block: ReplyBlock, boundTo: string, context: WireContext): Placed {
  if (block.kind === "text")
    return {
      block: { type: "text", text: block.text },
      deltas: chunks(block.text, 12).map((text) => ({ type: "text_delta", text })),
    }
  if (block.kind === "thinking") {
    const signature = signatureFor(boundTo, block.text)
    return {
      block: { type: "thinking", thinking: block.text, signature },
      deltas: [
        ...chunks(block.text, 12).map((thinking) => ({ type: "thinking_delta", thinking })),
        { type: "signature_delta", signature },
      ],
    }
  }
  const json = block.raw ?? JSON.stringify(block.input)
  return {
    block: { type: "tool_use", id: block.id ?? context.newToolId(), name: block.name, input: block.input },
    deltas: ["", ...chunks(json, 16)].map((partial_json) => ({ type: "input_json_delta", partial_json })),
  }
}

const EMPTY: Record<string, Record<string, unknown>> = {
  text: { text: "" },
  thinking: { thinking: "", signature: "" },
  tool_use: { input: {} },
}

const outputTokens = (reply: Reply): number => Math.max(1, tokensOf(JSON.stringify(reply.parts.blocks)))

const stopOf = (reply: Reply) => ({
  stop_reason: stopReasonOf(reply),
  stop_sequence: null,
  ...(stopReasonOf(reply) === "refusal" && {
    stop_details: { type: "refusal", category: null, explanation: "This was scripted as a refusal." },
  }),
})

export function eventsOf(reply: Reply, context: WireContext): WireEvent[] {
  const event = (name: string, data: Record<string, unknown> = {}): WireEvent => ({
    event: name,
    data: { type: name, ...data },
  })
  const message = {
    id: context.id,
    type: "message",
    role: "assistant",
    model: context.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...context.usage, output_tokens: 1 },
  }
  const body = place(reply.parts.blocks, context).flatMap(({ block, deltas }, index) => [
    event("content_block_start", { index, content_block: { ...block, ...EMPTY[block.type] } }),
    ...deltas.map((delta) => event("content_block_delta", { index, delta })),
    event("content_block_stop", { index }),
  ])
  const { fault, pings } = reply.parts
  const head = [
    event("message_start", { message }),
    event("ping"),
    ...Array.from({ length: pings }, () => event("ping")),
  ]
  if (fault?.kind === "error_event")
    return [...head, ...body, event("error", { error: { type: fault.type, message: fault.message } })]
  return [
    ...head,
    ...body,
    event("message_delta", { delta: stopOf(reply), usage: { output_tokens: outputTokens(reply) } }),
    event("message_stop"),
  ]
}

export const encodeEvent = ({ event, data }: WireEvent): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

export function messageOf(reply: Reply, context: WireContext): Record<string, unknown> {
  return {
    id: context.id,
    type: "message",
    role: "assistant",
    model: context.model,
    content: place(reply.parts.blocks, context).map(({ block }) => block),
    ...stopOf(reply),
    usage: { ...context.usage, output_tokens: outputTokens(reply) },
  }
}

export const errorBody = (type: string, message: string): Record<string, unknown> => ({
  type: "error",
  error: { type, message },
  request_id: "req_scripted",
})
