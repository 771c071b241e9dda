// Runs one tool call: input parsed, the gate asked and `started` written under the fence, run, `done` written under the fence.
import "server-only"
import { patchAgent } from "@/lib/server/db/agent-rows"
import { type FencedRows, FenceLost, LOCKS_FIRST, lockFenced } from "@/lib/server/db/fence"
import { toolCalls } from "@/lib/server/db/schema"
import type { Tx } from "@/lib/server/db/store"
import { getTeamRow } from "@/lib/server/db/team-rows"
import { checkGate, recordBlocked } from "@/lib/server/gate/check-gate"
import { type AnyTool, failed, type ToolOutcome } from "@/lib/server/tools/tool"
import { findTool } from "@/lib/server/tools/toolbox"
import { type AgentRuntime, type Begun, type Control, Interrupted } from "./agent-runtime"
import { askedToLeaveUnheard } from "./run-facts"
import { writeUnstored } from "./store-answer"
import { recordFinished, recordStarted, saveDone, summarise, type ToolUse } from "./tool-results"
import { worldOf } from "./world"

/** `began` counts the time it takes: the clocks of machine and database may differ. */
export type Call = { turn: number; use: ToolUse; summary: string; startedAt: string; began: number }

/** Called in the transaction that writes a call's end, so that the turn can end in that same one. */
export type Finish = (tx: Tx, rows: FencedRows, outcome: ToolOutcome) => Promise<void>

/** No call of this answer is run any more; `why` is what the model is told. */
export type Dispatched = { kind: "done"; outcome: ToolOutcome } | { kind: "halt"; why: string }

export const NOT_RUN_SHUTDOWN = "not run: shutdown requested"

export async function dispatch(
  context: AgentRuntime,
  begun: Begun,
  control: Control,
  use: ToolUse,
  finish: Finish,
): Promise<Dispatched> {
  const startedAt = new Date().toISOString()
  const call: Call = { turn: begun.turn.no, use, summary: "", startedAt, began: performance.now() }
  const tool = findTool(begun.agent.kind === "lead" ? "lead" : "teammate", use.name, context.protocols)
  const parsed = tool?.input.safeParse(use.input)
  if (begun.turn.answer?.unparsable.includes(use.id))
    return settleWithout(
      context,
      begun,
      call,
      finish,
      failed("Error: the tool input was not valid JSON. Nothing was done."),
    )
  if (tool && parsed && !parsed.success) {
    const first = parsed.error.issues[0]
    const where = first && first.path.length > 0 ? `${first.path.map(String).join(".")}: ` : ""
    return settleWithout(
      context,
      begun,
      call,
      finish,
      failed(`Error: bad input: ${where}${first?.message ?? "not valid"}. Nothing was done.`),
    )
  }
  if (!tool || !parsed) return blockUnknown(context, begun, call, finish)
  const input = parsed.data
  call.summary = summarise(tool, input)
  if (tool.kind === "records") return runRecords(context, begun, call, tool, input, finish)
  if (tool.kind === "read") return runRead(context, begun, control, call, tool, input, finish)
  return runWorld(context, begun, control, call, tool, input, finish)
}

/** Every write begins here: the fence, an ordered end, and a question to leave that has not been heard. */
async function enter(tx: Tx, context: AgentRuntime, begun: Begun, locks: readonly string[] | "all" = []) {
  const rows = await lockFenced(tx, begun.fence, locks)
  if (rows.self.stop) throw new Interrupted("an end was ordered")
  await writeUnstored(tx, begun, rows.self)
  const halted = await askedToLeaveUnheard(tx, context.protocols, rows.self)
  return { rows, halted }
}

type Run<K extends AnyTool["kind"]> = Extract<AnyTool, { kind: K }>
const HALT: Dispatched = { kind: "halt", why: NOT_RUN_SHUTDOWN }

async function settleWithout(
  context: AgentRuntime,
  begun: Begun,
  call: Call,
  finish: Finish,
  outcome: ToolOutcome,
): Promise<Dispatched> {
  return context.store.transaction(async (tx) => {
    const { rows } = await enter(tx, context, begun)
    await saveDone(tx, rows.self, call, outcome)
    await finish(tx, rows, outcome)
    return { kind: "done", outcome }
  }, LOCKS_FIRST)
}

async function blockUnknown(context: AgentRuntime, begun: Begun, call: Call, finish: Finish): Promise<Dispatched> {
  return context.store.transaction(async (tx) => {
    const { rows } = await enter(tx, context, begun)
    const answer = checkGate(rows.self, begun.team, undefined)
    if (answer.allowed) throw new Error("the gate let an unknown tool through")
    recordBlocked(tx, rows.self, { tool: call.use.name.slice(0, 100), tool_use_id: call.use.id, summary: "" }, answer)
    const outcome = failed(`Error: there is no tool "${call.use.name.slice(0, 100)}". ${answer.sentence}`)
    await saveDone(tx, rows.self, call, outcome)
    await finish(tx, rows, outcome)
    return { kind: "done", outcome }
  }, LOCKS_FIRST)
}

async function runRecords(
  context: AgentRuntime,
  begun: Begun,
  call: Call,
  tool: Run<"records">,
  input: unknown,
  finish: Finish,
): Promise<Dispatched> {
  return context.store.transaction(async (tx): Promise<Dispatched> => {
    const wanted = tool.locks(input, { db: tx.db, team: begun.fence.team })
    const locks = wanted instanceof Promise ? await wanted : wanted
    const [{ rows, halted }, team] = await Promise.all([
      enter(tx, context, begun, locks),
      getTeamRow(tx.db, begun.fence.team),
    ])
    if (halted) return HALT
    recordStarted(tx, rows.self, call)
    const { facts, protocols } = context
    const outcome = await tool.write(tx, { facts, protocols, team, turn: call.turn }, rows.self, rows.others, input)
    await saveDone(tx, rows.self, call, outcome)
    recordFinished(tx, rows.self, call, outcome)
    if (rows.self.status === "working" || rows.self.status === "stopping")
      await patchAgent(tx, rows.self, { activity: { kind: "thinking", since: tx.at } })
    await finish(tx, rows, outcome)
    return { kind: "done", outcome }
  }, LOCKS_FIRST)
}

async function runRead(
  context: AgentRuntime,
  begun: Begun,
  control: Control,
  call: Call,
  tool: Run<"read">,
  input: unknown,
  finish: Finish,
): Promise<Dispatched> {
  const outcome = await guarded(() => tool.run(input, worldOf(context, begun, control, call)))
  return context.store.transaction(async (tx) => {
    const { rows, halted } = await enter(tx, context, begun)
    if (halted) return HALT
    recordStarted(tx, rows.self, call)
    return writeDone(tx, rows, call, outcome, finish)
  }, LOCKS_FIRST)
}

async function runWorld(
  context: AgentRuntime,
  begun: Begun,
  control: Control,
  call: Call,
  tool: Run<"world">,
  input: unknown,
  finish: Finish,
): Promise<Dispatched> {
  const touch = await tool.touch(input, begun.team.workspace).catch((error: Error) => error)
  if (touch instanceof Error) return settleWithout(context, begun, call, finish, failed(`Error: ${touch.message}`))
  const refused = await context.store.transaction(async (tx): Promise<Dispatched | null> => {
    const { rows, halted } = await enter(tx, context, begun)
    if (halted) return HALT
    const team = await getTeamRow(tx.db, begun.fence.team)
    const answer = checkGate(rows.self, team, touch)
    if (!answer.allowed) {
      recordBlocked(tx, rows.self, { tool: tool.name, tool_use_id: call.use.id, summary: call.summary }, answer)
      const outcome = failed(`Error: ${answer.sentence}`, "blocked")
      await saveDone(tx, rows.self, call, outcome)
      await finish(tx, rows, outcome)
      return { kind: "done", outcome }
    }
    call.startedAt = tx.at
    // Unique on (agent, generation, tool_use_id): whoever comes second fails here and runs nothing.
    await tx.db.insert(toolCalls).values({
      team: rows.self.team,
      agent: rows.self.name,
      generation: rows.self.generation,
      toolUseId: call.use.id,
      turn: call.turn,
      tool: tool.name,
      state: "started",
      requestId: rows.self.lease?.request_id ?? null,
      startedAt: tx.at,
    })
    recordStarted(tx, rows.self, call)
    const activity = { kind: "tool" as const, tool: tool.name, summary: call.summary, since: tx.at }
    await patchAgent(tx, rows.self, { activity })
    return null
  }, LOCKS_FIRST)
  if (refused) return refused
  const outcome = await guarded(() => tool.run(input, worldOf(context, begun, control, call), touch))
  if (control.leaving) throw new Interrupted("the server is stopping")
  return context.store.transaction(async (tx) => {
    const rows = await lockFenced(tx, begun.fence)
    if (rows.self.stop) {
      await saveDone(tx, rows.self, call, outcome)
      recordFinished(tx, rows.self, call, outcome)
      return { kind: "done", outcome }
    }
    return writeDone(tx, rows, call, outcome, finish)
  }, LOCKS_FIRST)
}

async function writeDone(
  tx: Tx,
  rows: FencedRows,
  call: Call,
  outcome: ToolOutcome,
  finish: Finish,
): Promise<Dispatched> {
  await saveDone(tx, rows.self, call, outcome)
  recordFinished(tx, rows.self, call, outcome)
  await patchAgent(tx, rows.self, { activity: { kind: "thinking", since: tx.at } })
  await finish(tx, rows, outcome)
  return { kind: "done", outcome }
}

/** What a tool throws is an answer to the model, unless it is our own word that this run is over. */
async function guarded(run: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof FenceLost || error instanceof Interrupted) throw error
    return failed(`Error: ${error instanceof Error ? error.message : String(error)}`)
  }
}
