// What the Messages API refuses, in its own words: the body is checked before any script sees it.
import { type ApiBlock, blocksOf, type MessagesRequest, mergedMessages } from "./messages-api-request"

const MAX_BREAKPOINTS = 4
const ID = /^[a-zA-Z0-9_-]+$/

/** The first thing the API would object to, or null. `mayContinue`: the agent's last answer was a `pause_turn`. */
export function objectionTo(body: Partial<MessagesRequest>, mayContinue: boolean): string | null {
  return (
    missingFields(body) ??
    badTools(body as MessagesRequest) ??
    badSystem(body as MessagesRequest) ??
    tooManyBreakpoints(body as MessagesRequest) ??
    badContent(body as MessagesRequest) ??
    badToolUse(body as MessagesRequest) ??
    badEnd(body as MessagesRequest, mayContinue)
  )
}

function missingFields(body: Partial<MessagesRequest>): string | null {
  if (typeof body.model !== "string" || body.model === "") return "model: Field required"
  if (typeof body.max_tokens !== "number") return "max_tokens: Field required"
  if (body.max_tokens < 1) return "max_tokens: Input should be greater than or equal to 1"
  if (!Array.isArray(body.messages)) return "messages: Field required"
  if (body.messages.length === 0) return "messages: at least one message is required"
  const at = body.messages.findIndex((message) => message.role !== "user" && message.role !== "assistant")
  if (at >= 0) return `messages.${at}.role: Input should be 'user' or 'assistant'`
  if (body.messages[0]?.role !== "user") return 'messages: first message must use the "user" role'
  // Our own promise rather than the API's: every request says whose it is.
  if (!/^[^:]+:[^:]+$/.test(body.metadata?.user_id ?? "")) return "metadata.user_id: Field required"
  return null
}

function badTools({ tools, tool_choice: choice }: MessagesRequest): string | null {
  if (tools !== undefined && tools.length === 0) return "tools: List should have at least 1 item after validation"
  const names = (tools ?? []).map((tool) => tool.name)
  const at = (tools ?? []).findIndex((tool) => tool.input_schema?.type !== "object")
  if (at >= 0) return `tools.${at}.custom.input_schema.type: Field required`
  const odd = names.findIndex((name) => !/^[a-zA-Z0-9_-]{1,128}$/.test(name))
  if (odd >= 0) return `tools.${odd}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`
  if (new Set(names).size < names.length) return "tools: Tool names must be unique."
  if (choice?.type === "tool" && !names.includes(choice.name ?? ""))
    return `tool_choice: Tool '${choice.name}' not found in provided tools`
  return null
}

function badSystem({ system }: MessagesRequest): string | null {
  if (system === undefined) return null
  if (blocksOf(system).length === 0) return "system: List should have at least 1 item after validation"
  return blocksOf(system).every((block) => String(block.text ?? "") !== "")
    ? null
    : "system: text content blocks must be non-empty"
}

function tooManyBreakpoints(body: MessagesRequest): string | null {
  const blocks: Record<string, unknown>[] = [
    ...(body.tools ?? []),
    ...(body.system === undefined ? [] : blocksOf(body.system)),
    ...body.messages.flatMap((message) => blocksOf(message.content)),
  ]
  const found = blocks.filter((block) => block.cache_control).length
  if (found <= MAX_BREAKPOINTS) return null
  return `A maximum of ${MAX_BREAKPOINTS} blocks with cache_control may be provided. Found ${found}.`
}

function badContent({ messages }: MessagesRequest): string | null {
  for (const [m, message] of messages.entries()) {
    const blocks = blocksOf(message.content)
    if (blocks.length === 0)
      return message.role === "user"
        ? `messages.${m}: user messages must have non-empty content`
        : `messages.${m}: all messages must have non-empty content except for the optional final assistant message`
    for (const [b, block] of blocks.entries()) {
      const objection = badBlock(block, `messages.${m}.content.${b}`, message.role)
      if (objection) return objection
    }
    if (message.role === "assistant" && /thinking$/.test(blocks.at(-1)?.type ?? "") && m < messages.length - 1)
      return `messages.${m}: The final block in an assistant message cannot be \`thinking\`.`
  }
  return null
}

function badBlock(block: ApiBlock, at: string, role: string): string | null {
  switch (block.type) {
    case "text":
      if (block.text === "" && block.cache_control)
        return `${at}.text: cache_control cannot be set for empty text blocks`
      if (block.text === "") return "messages: text content blocks must be non-empty"
      if (String(block.text).trim() === "") return "messages: text content blocks must contain non-whitespace text"
      return null
    case "thinking":
      if (block.cache_control) return `${at}.thinking.cache_control: Extra inputs are not permitted`
      if (!block.signature) return `${at}.thinking.signature: Field required`
      return null
    case "tool_use":
      if (role !== "assistant") return `${at}: \`tool_use\` blocks can only be in \`assistant\` messages`
      if (!ID.test(String(block.id ?? ""))) return `${at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`
      if (typeof block.input !== "object" || block.input === null || Array.isArray(block.input))
        return `${at}.tool_use.input: Input should be a valid dictionary`
      return null
    case "tool_result":
      if (role !== "user") return `${at}: \`tool_result\` blocks can only be in \`user\` messages`
      return badResult(block, at)
    default:
      return null
  }
}

function badResult(block: ApiBlock, at: string): string | null {
  const parts = Array.isArray(block.content) ? (block.content as ApiBlock[]) : []
  if (parts.some((part) => part.type === "text" && String(part.text ?? "").trim() === ""))
    return "messages: text content blocks must be non-empty"
  const empty =
    block.content === undefined || block.content === "" || (Array.isArray(block.content) && parts.length === 0)
  return empty && block.is_error === true ? `${at}.tool_result: content cannot be empty if \`is_error\` is true` : null
}

const idsOf = (blocks: readonly ApiBlock[], type: string, key: string): string[] =>
  blocks.filter((block) => block.type === type).map((block) => String(block[key]))

function badToolUse({ messages }: MessagesRequest): string | null {
  const seen = new Set<string>()
  const merged = mergedMessages(messages)
  for (const [m, message] of merged.entries()) {
    for (const id of idsOf(message.content, "tool_use", "id")) {
      if (seen.has(id)) return `messages.${m}.content: \`tool_use\` ids must be unique`
      seen.add(id)
    }
    const asked = m > 0 ? idsOf(merged[m - 1]!.content, "tool_use", "id") : []
    const answered = message.role === "user" ? leadingResults(message.content) : []
    const missing = asked.filter((id) => !answered.includes(id))
    if (missing.length > 0) return dangling(m - 1, missing)
    const all = idsOf(message.content, "tool_result", "tool_use_id")
    const stray = all.find((id) => !asked.includes(id))
    if (stray)
      return `messages.${m}.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`
    const twice = all.find((id, at) => all.indexOf(id) !== at)
    if (twice)
      return `messages.${m}.content: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${twice}`
  }
  const open = idsOf(merged.at(-1)!.content, "tool_use", "id")
  return open.length > 0 ? dangling(merged.length - 1, open) : null
}

/** Results count only where they stand before everything else. */
function leadingResults(content: readonly ApiBlock[]): string[] {
  const end = content.findIndex((block) => block.type !== "tool_result")
  return idsOf(end < 0 ? content : content.slice(0, end), "tool_result", "tool_use_id")
}

const dangling = (m: number, ids: readonly string[]): string =>
  `messages.${m}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`

function badEnd({ messages }: MessagesRequest, mayContinue: boolean): string | null {
  const last = mergedMessages(messages).at(-1)
  if (last?.role !== "assistant") return null
  const end = last.content.at(-1)
  if (end?.type === "text" && /\s$/.test(String(end.text)))
    return "messages: final assistant content cannot end with trailing whitespace"
  if (mayContinue) return null
  return "This model does not support assistant message prefill. The conversation must end with a user message."
}
