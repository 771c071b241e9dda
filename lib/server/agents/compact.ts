// When a conversation outgrows the model's window: a summary takes its place between turns. Old rows stay; only the start moves.
import "server-only"
import { and, eq, gt, lte } from "drizzle-orm"
import { storable } from "@/lib/core/canonical-json"
import { patchAgent } from "@/lib/server/db/agent-rows"
import { lockFenced } from "@/lib/server/db/fence"
import { ofAgent } from "@/lib/server/db/own-rows"
import { entries, requests } from "@/lib/server/db/schema"
import type { Tx } from "@/lib/server/db/store"
import {
  type ContentBlock,
  type ModelAnswer,
  ModelError,
  type ModelRequest,
  type Usage,
} from "@/lib/server/model/model-client"
import type { AgentRuntime, Begun } from "./agent-runtime"
import { appendEntry } from "./conversation-rows"

const ASK = `Your conversation is about to be shortened. Write, for yourself, everything you need to go on: what you were asked and by whom, what you have done and found (with file names and exact values), what was decided and in which words, what is still open, and what you were about to do next. Use no tools. This text replaces what came before.`
const QUOTED = 20_000

/** The window is filling: what the turn before this one sent and got. */
export const needsCompaction = ({ compactAt }: Pick<AgentRuntime, "compactAt">, { agent }: Begun): boolean =>
  agent.entries - agent.startEntry >= 4 && agent.windowTokens >= compactAt

/** The model's server took the request for longer than its window; asking the same again cannot help. */
export const isTooLong = (error: unknown): boolean =>
  error instanceof ModelError &&
  (error.status === 413 || (error.status === 400 && /prompt is too long|context (length|window)/i.test(error.message)))

/** What one exchange took of the window. */
export const allTokens = (usage: Usage): number =>
  usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens + usage.output_tokens

/** The same prefix as ever, so it is read from the cache, and one question at its end. */
export function summaryRequest(request: ModelRequest): ModelRequest {
  return { ...request, messages: [...request.messages, { role: "user", content: [{ type: "text", text: ASK }] }] }
}

/** The same question where what came last did not fit: it is left out, so that what did fit before is summed up. */
export function summaryWithoutNewest(request: ModelRequest): ModelRequest {
  const newest = request.messages.findLastIndex((message) => message.role === "assistant") + 1
  const messages = request.messages.map((message, at) =>
    at < newest ? message : { ...message, content: message.content.map(leftOut) },
  )
  return summaryRequest({ ...request, messages })
}

const LEFT_OUT = "(too long to be shown here)"

const leftOut = (block: ContentBlock): ContentBlock =>
  block.type === "tool_result" ? { ...block, content: LEFT_OUT } : { type: "text", text: LEFT_OUT }

export const summaryOf = (answer: ModelAnswer): string =>
  answer.content
    .filter((block) => block.type === "text")
    .map((block) => String(block.text))
    .join("\n\n")
    .trim()

/** Puts the summary where the conversation now begins, and after it what is still to be answered, cut where `most` characters do not hold it. */
export async function applySummary(
  context: AgentRuntime,
  begun: Begun,
  summary: string,
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  await context.store.transaction(async (tx) => {
    const { self } = await lockFenced(tx, begun.fence)
    const text = [
      `<summary>\nYour own summary of the conversation so far; its earlier part was set aside.\n\n${summary}\n</summary>`,
      await standing(tx, begun),
      await newest(tx, begun, self.entries, most),
    ]
    const content = text.filter(Boolean).map((each) => ({ type: "text", text: each }))
    const id = await appendEntry(tx, self, { turn: begun.turn.no, role: "user", content: storable(content) })
    await patchAgent(tx, self, { startEntry: id })
    begun.agent.startEntry = id
  })
}

/** Role, gate and open requests stand in the rows, so the summary need not be trusted with them. */
async function standing(tx: Tx, { agent }: Begun): Promise<string> {
  const open = await tx.db
    .select({ id: requests.id, type: requests.type })
    .from(requests)
    .where(and(eq(requests.team, agent.team), eq(requests.status, "pending")))
    .limit(50)
  const pending = open.map((request) => `${request.type} ${request.id}`).join(", ") || "none"
  return `You are ${agent.name}, ${agent.role}. Your gate is ${agent.gate}${agent.lease ? ` under ${agent.lease.request_id}` : ""}. Pending requests in the team: ${pending}.`
}

/** What the model has not answered yet is kept: mail word for word, since it is marked as read; results as far as there is room. */
async function newest(tx: Tx, { fence }: Begun, id: number, most: number): Promise<string> {
  const rows = await tx.db
    .select({ role: entries.role, content: entries.content })
    .from(entries)
    .where(and(ofAgent(entries, fence), gt(entries.id, id - MOST_UNANSWERED), lte(entries.id, id)))
    .orderBy(entries.id)
  const unanswered = rows.slice(rows.findLastIndex((row) => row.role === "assistant") + 1)
  const blocks = unanswered.flatMap((row) => row.content)
  const words = blocks.map((block) => quoted(block, Math.floor(most / blocks.length)))
  return words.length === 0 ? "" : `What came last, and is still to be answered:\n\n${words.join("\n\n")}`
}

/** The results of an answer, and the mail that came after them. */
const MOST_UNANSWERED = 4

function quoted(block: Record<string, unknown>, most: number): string {
  const isResult = block.type === "tool_result"
  const text = String((isResult ? block.content : block.text) ?? "")
  const room = isResult ? Math.min(QUOTED, most) : most
  return text.length <= room ? text : `${text.slice(0, room)}\n... (${text.length - room} characters cut)`
}
