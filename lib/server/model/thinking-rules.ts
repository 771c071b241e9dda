// What is asked of each model about thinking, and how a conversation goes on whose thinking no longer fits it.
import "server-only"
import type { Turn } from "./model-client"

/** Families that think adaptively; by default the newer ones return their thinking, and what they say between tools, empty. */
const ADAPTIVE = /(opus|sonnet)-4-[6-9]|(opus|sonnet|haiku|fable|mythos)-[5-9]|mythos-preview/

export function thinkingFor(model: string): { type: "adaptive"; display: "summarized" } | undefined {
  return ADAPTIVE.test(model) ? { type: "adaptive", display: "summarized" } : undefined
}

/**
 * Thinking is signed for the model and for everything before it. After an upgrade that changed our tools or prompts the
 * API refuses it; the conversation is still good without.
 */
export const isBoundElsewhere = (message: string): boolean =>
  /signature[^.]*thinking|thinking[^.]*signature/i.test(message)

export function withoutThinking(messages: readonly Turn[]): Turn[] {
  return messages
    .map((turn) => ({
      role: turn.role,
      content: turn.content.filter((block) => block.type !== "thinking" && block.type !== "redacted_thinking"),
    }))
    .filter((turn) => turn.content.length > 0)
}
