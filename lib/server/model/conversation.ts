// Makes stored entries into a conversation the API accepts, whatever happened to them; pure, and stable as it grows.
import "server-only"
import type { ContentBlock, Turn } from "./model-client"

export const OUTCOME_UNKNOWN = "outcome unknown, not run again"
const EMPTY_RESULT = "(no output)"
const EARLIER = "(What was said before this is not shown.)"

/**
 * Entries are read once, from the left, and each is placed by what came before it alone. So a longer conversation begins
 * with exactly the blocks of the shorter one: the prompt cache holds, and signed thinking stays bound to what it saw.
 * The one exception is a call in the middle of a turn, its tools unanswered: their results are filled in as unknown.
 */
export function toApiMessages(entries: readonly Turn[]): Turn[] {
  const messages: Turn[] = []
  const seen = new Set<string>()
  /** Ids of the newest answer's tools that the next user entry must answer. */
  let open: string[] = []

  const append = (role: Turn["role"], blocks: ContentBlock[]) => {
    if (blocks.length === 0) return
    if (messages.length === 0 && role === "assistant") messages.push({ role: "user", content: [textBlock(EARLIER)] })
    const last = messages.at(-1)
    if (last?.role === role) last.content.push(...blocks)
    else messages.push({ role, content: [...blocks] })
  }

  /** Thinking at the end of an answer that is not continued is refused, so it stays back until something follows it. */
  let held: ContentBlock[] = []

  for (const entry of entries) {
    if (entry.role === "user") {
      const blocks = cleaned(entry.content)
      if (blocks.length === 0) continue
      const rest = blocks.filter((block) => block.type !== "tool_result")
      const answers = answersTo(open, blocks)
      if (answers.length + rest.length === 0) continue
      held = []
      open = []
      append("user", [...answers, ...rest])
      continue
    }
    const blocks = trimmedAtEnd(withoutRepeats(cleaned(entry.content), seen))
    if (blocks.length === 0) continue
    append("user", answersTo(open, []))
    const whole = [...held, ...blocks]
    const end = whole.findLastIndex((block) => !isThinking(block)) + 1
    held = whole.slice(end)
    append("assistant", whole.slice(0, end))
    open = blocks.filter((block) => block.type === "tool_use").map((block) => String(block.id))
  }
  append("user", answersTo(open, []))
  return messages
}

const isThinking = (block: ContentBlock): boolean => block.type === "thinking" || block.type === "redacted_thinking"

const textBlock = (text: string): ContentBlock => ({ type: "text", text })

/** One result for each open tool, in the order of the calls; a result nobody waits for is left out. */
function answersTo(open: readonly string[], blocks: readonly ContentBlock[]): ContentBlock[] {
  return open.map(
    (id) =>
      blocks.find((block) => block.type === "tool_result" && block.tool_use_id === id) ?? {
        type: "tool_result",
        tool_use_id: id,
        content: OUTCOME_UNKNOWN,
        is_error: true,
      },
  )
}

/** Without blank text, and without thinking that was cut off before it was signed: the API refuses both. */
function cleaned(content: readonly ContentBlock[]): ContentBlock[] {
  return content.flatMap((block) => {
    if (block.type === "text") return isBlank(block.text) ? [] : [block]
    if (block.type === "thinking") return isBlank(block.signature) ? [] : [block]
    if (block.type === "tool_result") return [withContent(block)]
    return [block]
  })
}

/** An answer that is sent back to be continued must not end in white space. */
function trimmedAtEnd(blocks: ContentBlock[]): ContentBlock[] {
  const end = blocks.findLastIndex((block) => !isThinking(block))
  const last = blocks[end]
  if (last?.type !== "text" || !/\s$/.test(String(last.text))) return blocks
  return blocks.with(end, { ...last, text: String(last.text).trimEnd() })
}

const isBlank = (value: unknown): boolean => typeof value !== "string" || value.trim() === ""

function withContent(result: ContentBlock): ContentBlock {
  if (Array.isArray(result.content)) {
    const parts = cleaned(result.content as ContentBlock[])
    return { ...result, content: parts.length > 0 ? parts : EMPTY_RESULT }
  }
  return isBlank(result.content) ? { ...result, content: EMPTY_RESULT } : result
}

/** Tool ids are unique in a conversation; a call that repeats one was never ours to answer. */
function withoutRepeats(blocks: readonly ContentBlock[], seen: Set<string>): ContentBlock[] {
  return blocks.filter((block) => {
    if (block.type !== "tool_use") return true
    const id = String(block.id)
    if (seen.has(id)) return false
    seen.add(id)
    return true
  })
}
