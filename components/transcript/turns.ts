// From stored conversation entries to turns as a person reads them: words, thinking, tool calls with their results, mail taken.
import type { TranscriptEntry } from "@/lib/core/page-views"
import { type MailTaken, parseMail } from "./mail-blocks"

export type ToolCall = {
  kind: "tool"
  id: string
  name: string
  input: Record<string, unknown>
  result: { text: string; isError: boolean } | null
}
export type TurnItem =
  | { kind: "text"; key: string; text: string }
  | { kind: "thinking"; key: string; text: string }
  | { kind: "mail"; key: string; taken: MailTaken[] }
  | { kind: "note"; key: string; text: string }
  | (ToolCall & { key: string })

export type Turn = { no: number; at: string; items: TurnItem[] }

const asText = (value: unknown): string => (typeof value === "string" ? value : "")

/** A tool result's content is a string or a list of text blocks. */
function resultText(content: unknown): string {
  if (typeof content === "string") return content
  if (!Array.isArray(content)) return ""
  return content.map((part) => asText((part as { text?: unknown }).text)).join("\n")
}

export function turnsOf(entries: readonly TranscriptEntry[]): Turn[] {
  const turns: Turn[] = []
  const calls = new Map<string, ToolCall>()
  for (const entry of entries) {
    let turn = turns.at(-1)
    if (!turn || turn.no !== entry.turn) {
      turn = { no: entry.turn, at: entry.at, items: [] }
      turns.push(turn)
    }
    entry.content.forEach((block, index) => {
      addBlock(turn, calls, entry.role, block, `${entry.id}.${index}`)
    })
  }
  return turns.filter((turn) => turn.items.length > 0)
}

function addBlock(
  turn: Turn,
  calls: Map<string, ToolCall>,
  role: TranscriptEntry["role"],
  block: Record<string, unknown>,
  key: string,
): void {
  switch (block.type) {
    case "text": {
      const text = asText(block.text)
      if (text.trim() === "") return
      if (role === "assistant") turn.items.push({ kind: "text", key, text })
      else addUserText(turn, text, key)
      return
    }
    case "thinking": {
      const text = asText(block.thinking)
      if (text.trim() !== "") turn.items.push({ kind: "thinking", key, text })
      return
    }
    case "tool_use": {
      const call: ToolCall & { key: string } = {
        kind: "tool",
        key,
        id: asText(block.id),
        name: asText(block.name),
        input: (block.input ?? {}) as Record<string, unknown>,
        result: null,
      }
      calls.set(call.id, call)
      turn.items.push(call)
      return
    }
    case "tool_result": {
      const call = calls.get(asText(block.tool_use_id))
      if (call) call.result = { text: resultText(block.content), isError: block.is_error === true }
      return
    }
    default:
      return
  }
}

/** What the server says to the model: mail becomes one thin row, anything else a note in the server's own words. */
function addUserText(turn: Turn, text: string, key: string): void {
  const { taken, rest } = parseMail(text)
  const last = turn.items.at(-1)
  if (taken.length > 0) {
    if (last?.kind === "mail") last.taken.push(...taken)
    else turn.items.push({ kind: "mail", key, taken: [...taken] })
  }
  if (rest !== "") turn.items.push({ kind: "note", key: `${key}n`, text: rest })
}
