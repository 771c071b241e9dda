// The prompt as the API counts it: tools, then system, then messages, block by block, each with the hash of all up to it.
import { createHash } from "node:crypto"
import { type ApiBlock, blocksOf, type MessagesRequest, mergedMessages } from "./messages-api-request"

export type PrefixBlock = {
  kind: string
  block: Record<string, unknown>
  /** The hash of everything up to and with this block, byte for byte: what the cache knows it by. */
  hash: string
  /** What thinking at this place is bound to, and what the next block is: the order of keys does not count. */
  boundTo: string
  bound: string
  tokens: number
  breakpoint: boolean
}

const withoutMark = ({ cache_control: _mark, ...rest }: Record<string, unknown>): Record<string, unknown> => rest

/** Roughly what a tokenizer would say: enough to compare shares, not to bill anyone. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4)

const sha256 = (...parts: string[]): string => createHash("sha256").update(parts.join("\0")).digest("hex")

/** A database may give objects back with their keys in another order; that is no other conversation. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  )
}

export type Position = Pick<PrefixBlock, "hash" | "bound">

export function extendPrefix(before: Position, kind: string, block: Record<string, unknown>): PrefixBlock {
  const plain = withoutMark(block)
  const text = JSON.stringify([kind, plain])
  return {
    kind,
    block,
    hash: sha256(before.hash, text),
    boundTo: before.bound,
    bound: sha256(before.bound, JSON.stringify(canonical([kind, plain]))),
    tokens: tokensOf(text),
    breakpoint: block.cache_control !== undefined && block.cache_control !== null,
  }
}

export function prefixOf(request: MessagesRequest): PrefixBlock[] {
  const system: ApiBlock[] = request.system === undefined ? [] : blocksOf(request.system)
  const all: [string, Record<string, unknown>][] = [
    ...(request.tools ?? []).map((tool): [string, Record<string, unknown>] => ["tool", tool]),
    ...system.map((block): [string, Record<string, unknown>] => ["system", block]),
    ...mergedMessages(request.messages).flatMap((message) =>
      message.content.map((block): [string, Record<string, unknown>] => [message.role, block]),
    ),
  ]
  let at: Position = { hash: request.model, bound: request.model }
  return all.map(([kind, block]) => {
    const next = extendPrefix(at, kind, block)
    at = next
    return next
  })
}

/** Thinking is signed for everything that was said before it. */
export const signatureFor = (boundTo: string, thinking: string): string => sha256("signature", boundTo, thinking)

/** What the API says of thinking that is sent back with anything before it changed; null when all of it fits. */
export function unboundThinking(prefix: readonly PrefixBlock[]): string | null {
  const odd = prefix.find(
    ({ block, boundTo }) =>
      block.type === "thinking" && block.signature !== signatureFor(boundTo, String(block.thinking ?? "")),
  )
  return odd
    ? 'messages: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".'
    : null
}
