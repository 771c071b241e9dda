// What the rehearsal knows: who it is and what has happened, read from the request alone.
import "server-only"
import { unescapeAttribute, unescapeMail } from "@/lib/core/mail-markup"
import type { ContentBlock, ModelRequest } from "./model-client"

export type Lang = "en" | "zh"
export type Call = { tool: string; input: Record<string, unknown> }
export type Mail = { from: string; type: string; requestId: string; approve: boolean | null; content: string }

export type SceneEvent =
  | { kind: "mail"; mail: Mail }
  | { kind: "answer"; calls: Call[] }
  | { kind: "result"; call: Call; text: string; isError: boolean }

export type Scene = {
  name: string
  role: string
  events: SceneEvent[] /** Since the last answer. */
  fresh: SceneEvent[]
}

export const langOf = (text: string): Lang => (/[\u3400-\u9fff]/.test(text) ? "zh" : "en")

const MESSAGE = /<message ([^>]*)>\n?([\s\S]*?)\n?<\/message>/g
const ATTRIBUTE = /([a-z_]+)="([^"]*)"/g

export function readScene(request: ModelRequest): Scene {
  const introduced = /^You are ([^,\n]+), (.+?) in team "/.exec(request.system)
  const calls = new Map<string, Call>()
  const events = request.messages.flatMap((turn): SceneEvent[] => {
    if (turn.role === "user") return turn.content.flatMap((block) => heard(block, calls))
    const uses = turn.content.filter((block) => block.type === "tool_use")
    for (const use of uses) calls.set(String(use.id), callOf(use))
    return [{ kind: "answer", calls: uses.map(callOf) }]
  })
  const last = events.findLastIndex((event) => event.kind === "answer")
  return {
    name: request.userId.split(":").at(-1) || introduced?.[1] || "lead",
    role: introduced?.[2] ?? "",
    events,
    fresh: events.slice(last + 1),
  }
}

const callOf = (block: ContentBlock): Call => ({
  tool: String(block.name),
  input: (block.input ?? {}) as Record<string, unknown>,
})

function heard(block: ContentBlock, calls: ReadonlyMap<string, Call>): SceneEvent[] {
  if (block.type === "tool_result") {
    const call = calls.get(String(block.tool_use_id))
    return call ? [{ kind: "result", call, text: textOf(block.content), isError: block.is_error === true }] : []
  }
  return block.type === "text" ? mailIn(String(block.text)) : []
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content
  if (!Array.isArray(content)) return ""
  return (content as ContentBlock[]).map((part) => String(part.text ?? "")).join("\n")
}

function mailIn(text: string): SceneEvent[] {
  return [...text.matchAll(MESSAGE)].map(([, head = "", content = ""]) => {
    const given = new Map(
      [...head.matchAll(ATTRIBUTE)].map(([, name = "", value = ""]) => [name, unescapeAttribute(value)]),
    )
    const approve = given.get("approve")
    return {
      kind: "mail",
      mail: {
        from: given.get("from") ?? "",
        type: given.get("type") ?? "message",
        requestId: given.get("request_id") ?? "",
        approve: approve === undefined ? null : approve === "true",
        content: unescapeMail(content),
      },
    }
  })
}

/** A person's or a colleague's own words, as opposed to what a protocol sends. */
export const isTalk = (mail: Mail): boolean => ["message", "broadcast", "task_assigned"].includes(mail.type)

/** The words a person gave with a decision, without the sentences the server puts around them. */
export function wordsOfDecision(content: string): string {
  return content
    .replace(/^(Approved|Rejected) by [^\n]*\n*/, "")
    .replace(/\n*Your gate (is open|stays shut)[\s\S]*$/, "")
    .trim()
}
