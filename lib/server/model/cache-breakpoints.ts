// Where the prompt cache may stop: after the tools, after the system prompt, and after the two newest user messages.
import "server-only"
import type { ContentBlock, ToolSpec, Turn } from "./model-client"

const EPHEMERAL = { type: "ephemeral" } as const
type Marked<T> = T & { cache_control?: typeof EPHEMERAL }

export type MarkedPrompt = {
  tools: Marked<ToolSpec>[]
  system: Marked<{ type: "text"; text: string }>[]
  messages: { role: Turn["role"]; content: Marked<ContentBlock>[] }[]
}

/**
 * The newest breakpoint writes what the next call will read. The one before it stands where the last call wrote: the
 * API looks back only twenty blocks from a breakpoint, and one answer with many tool calls can be longer than that.
 */
export function markPrompt(prompt: {
  tools: readonly ToolSpec[]
  system: string
  messages: readonly Turn[]
}): MarkedPrompt {
  const newest = prompt.messages.length - 1
  const before = prompt.messages.findLastIndex((message, at) => at < newest && message.role === "user")
  return {
    tools: prompt.tools.map((tool, at) => (at === prompt.tools.length - 1 ? mark(tool) : tool)),
    system: prompt.system.trim() === "" ? [] : [mark({ type: "text" as const, text: prompt.system })],
    messages: prompt.messages.map((message, at) => ({
      role: message.role,
      content: at === newest || at === before ? markLast(message.content) : message.content,
    })),
  }
}

const mark = <T extends object>(block: T): Marked<T> => ({ ...block, cache_control: EPHEMERAL })

function markLast(content: readonly ContentBlock[]): Marked<ContentBlock>[] {
  const last = content.findLastIndex(isCacheable)
  return content.map((block, at) => (at === last ? mark(block) : block))
}

const CACHEABLE = new Set(["text", "tool_result", "tool_use", "image", "document"])

function isCacheable(block: ContentBlock): boolean {
  if (block.type === "text") return typeof block.text === "string" && block.text.trim() !== ""
  return CACHEABLE.has(block.type)
}
