// Tool calls of an answer, and the results stored for them: a finished call is replayed from its row, never run again.
import "server-only"
import { and, eq } from "drizzle-orm"
import { storableText } from "@/lib/core/canonical-json"
import type { AgentRow } from "@/lib/server/db/agent-rows"
import { compiledInsert } from "@/lib/server/db/compiled"
import type { Database } from "@/lib/server/db/database"
import { ofAgent } from "@/lib/server/db/own-rows"
import { toolCalls } from "@/lib/server/db/schema"
import type { AgentKey, Tx } from "@/lib/server/db/store"
import type { AnyTool, ToolOutcome } from "@/lib/server/tools/tool"

export type ToolUse = { id: string; name: string; input: unknown }
export type ToolResult = { text: string; isError: boolean }
export type StoredCall = typeof toolCalls.$inferSelect

export function toolUses(content: readonly Record<string, unknown>[]): ToolUse[] {
  return content
    .filter((block) => block.type === "tool_use")
    .map((block) => ({ id: String(block.id), name: String(block.name), input: block.input }))
}

export async function storedCalls(db: Database, key: AgentKey, turn: number): Promise<Map<string, StoredCall>> {
  const rows = await db
    .select()
    .from(toolCalls)
    .where(and(ofAgent(toolCalls, key), eq(toolCalls.turn, turn)))
  return new Map(rows.map((row) => [row.toolUseId, row]))
}

type Call = { turn: number; use: ToolUse; summary: string; startedAt: string; began?: number }

/** A call that is over, whether or not it had been marked as started. */
const upsertDone = compiledInsert(toolCalls, (places) => ({
  target: [toolCalls.team, toolCalls.agent, toolCalls.generation, toolCalls.toolUseId],
  set: {
    state: places.state,
    result: places.result,
    isError: places.isError,
    doneAt: places.doneAt,
    process: null,
  },
}))

export async function saveDone(tx: Tx, agent: AgentRow, call: Call, outcome: ToolOutcome): Promise<void> {
  await upsertDone(tx.db, {
    team: agent.team,
    agent: agent.name,
    generation: agent.generation,
    toolUseId: call.use.id,
    turn: call.turn,
    tool: call.use.name,
    requestId: agent.lease?.request_id ?? null,
    startedAt: call.startedAt,
    state: "done",
    result: storableText(outcome.text),
    isError: outcome.isError,
    doneAt: tx.at,
  })
}

export function recordStarted(tx: Tx, agent: AgentRow, call: Call): void {
  tx.record(
    agent.team,
    "tool.started",
    { agent: agent.name, request_id: agent.lease?.request_id ?? null },
    {
      generation: agent.generation,
      turn: call.turn,
      tool: call.use.name,
      tool_use_id: call.use.id,
      summary: call.summary,
    },
  )
}

export function recordFinished(tx: Tx, agent: AgentRow, call: Call, outcome: ToolOutcome): void {
  tx.record(
    agent.team,
    "tool.finished",
    { agent: agent.name, request_id: agent.lease?.request_id ?? null },
    {
      generation: agent.generation,
      turn: call.turn,
      tool: call.use.name,
      tool_use_id: call.use.id,
      is_error: outcome.isError,
      outcome: outcome.outcome,
      ms: took(tx, call),
    },
  )
}

const took = (tx: Tx, { began, startedAt }: Call): number =>
  began === undefined ? Math.max(0, Date.parse(tx.at) - Date.parse(startedAt)) : Math.round(performance.now() - began)

/** A tool's one line must never fail a turn. */
export function summarise(tool: AnyTool, input: unknown): string {
  return storableText(tool.summary(input)).slice(0, 300)
}
