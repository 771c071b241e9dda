// The body of a Messages request as the scripted server sees it, and short ways to ask what is in it.

export type ApiBlock = Record<string, unknown> & { type: string }
export type ApiMessage = { role: string; content: string | ApiBlock[] }
export type ApiTool = { name: string; description?: string; input_schema: Record<string, unknown> }

export type MessagesRequest = {
  model: string
  max_tokens: number
  messages: ApiMessage[]
  system?: string | ApiBlock[]
  tools?: ApiTool[]
  tool_choice?: { type: string; name?: string }
  thinking?: Record<string, unknown>
  metadata: { user_id: string }
  stream?: boolean
}

export const blocksOf = (content: ApiMessage["content"]): ApiBlock[] =>
  typeof content === "string" ? [{ type: "text", text: content }] : content

/** Consecutive messages of one role are one message to the API. */
export function mergedMessages(messages: readonly ApiMessage[]): { role: string; content: ApiBlock[] }[] {
  const merged: { role: string; content: ApiBlock[] }[] = []
  for (const message of messages) {
    const last = merged.at(-1)
    if (last?.role === message.role) last.content.push(...blocksOf(message.content))
    else merged.push({ role: message.role, content: [...blocksOf(message.content)] })
  }
  return merged
}

/** What the newest user message says: its text blocks, joined. */
export function newestText(request: MessagesRequest): string {
  const last = mergedMessages(request.messages).at(-1)
  if (last?.role !== "user") return ""
  return last.content.flatMap((block) => (block.type === "text" ? [String(block.text)] : [])).join("\n")
}

export type ToolResult = { id: string; tool: string; text: string; isError: boolean }

/** Every tool result of the conversation in order, with the name of the tool it answers. */
export function toolResults(request: MessagesRequest): ToolResult[] {
  const names = new Map<string, string>()
  return mergedMessages(request.messages).flatMap((message) =>
    message.content.flatMap((block) => {
      if (block.type === "tool_use") names.set(String(block.id), String(block.name))
      if (block.type !== "tool_result") return []
      const id = String(block.tool_use_id)
      return [{ id, tool: names.get(id) ?? "", text: resultText(block.content), isError: block.is_error === true }]
    }),
  )
}

export const newestToolResult = (request: MessagesRequest): ToolResult | undefined => toolResults(request).at(-1)

function resultText(content: unknown): string {
  if (typeof content === "string") return content
  if (!Array.isArray(content)) return ""
  return (content as ApiBlock[]).map((block) => String(block.text ?? "")).join("\n")
}

/** Attributes of the newest mail of a type, such as the `request_id` of a `plan_approval_request`. */
export function newestMail(request: MessagesRequest, type: string): Record<string, string> | undefined {
  const pattern = /<message ([^>]*)>\n([\s\S]*?)\n<\/message>/g
  const found = mergedMessages(request.messages)
    .filter((message) => message.role === "user")
    .flatMap((message) => message.content)
    .flatMap((block) => (block.type === "text" ? [...String(block.text).matchAll(pattern)] : []))
    .map((match) => ({ ...attributesOf(match[1] ?? ""), content: match[2] ?? "" }))
  return found.findLast((mail: Record<string, string>) => mail.type === type)
}

const attributesOf = (head: string): Record<string, string> =>
  Object.fromEntries([...head.matchAll(/(\w+)="([^"]*)"/g)].map((match) => [match[1], match[2]]))
