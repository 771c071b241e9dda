// One turn: the model's answer, then its tools in order; what an earlier process left half done is settled first.
import "server-only"
import { FenceLost, LOCKS_FIRST, lockFenced } from "@/lib/server/db/fence"
import type { StoredAnswer } from "@/lib/server/db/schema"
import { killLeftover } from "@/lib/server/sandbox/leftover"
import { failed } from "@/lib/server/tools/tool"
import { findTool } from "@/lib/server/tools/toolbox"
import { type AgentRuntime, type Begun, type Control, Interrupted } from "./agent-runtime"
import { CUT_SHORT, callModel } from "./call-model"
import { dispatch, type Finish, NOT_RUN_SHUTDOWN } from "./dispatch"
import { endTurn } from "./end-turn"
import { ensureWorkspace } from "./own-workspace"
import { storeAlone } from "./store-answer"
import { recordFinished, type StoredCall, saveDone, storedCalls, type ToolResult, toolUses } from "./tool-results"
import { inToolSpan } from "./turn-spans"

const UNKNOWN_TOOL = { name: "unknown" }
const NOT_RUN_PARKED = "not run: waiting for approval"
const NOT_RUN_LEFT = "not run: left the team"
const CUT_OFF = "Error: cut off: the answer reached its length limit before this call was complete. It was not run."
const UNKNOWN =
  "Error: outcome unknown: the server stopped while this was running. Whether it finished is not known; it was not run again."

export async function runTurn(context: AgentRuntime, begun: Begun, control: Control): Promise<void> {
  await ensureWorkspace(context, begun.team)
  const stored = begun.turn.answer
  const answer = stored ?? (await callModel(context, begun, control))
  // An answer that came just now has no calls on record.
  const known = stored ? await storedCalls(context.store.read, begun.fence, begun.turn.no) : new Map()
  if (!answer) return
  try {
    await runTools(context, begun, control, answer, known)
  } catch (error) {
    if (!(error instanceof FenceLost)) await storeAlone(context, begun)
    throw error
  }
}

async function runTools(
  context: AgentRuntime,
  begun: Begun,
  control: Control,
  answer: StoredAnswer,
  known: ReadonlyMap<string, StoredCall>,
): Promise<void> {
  const uses = toolUses(answer.content)
  const results = new Map<string, ToolResult>()
  if (CUT_SHORT.has(answer.stop_reason)) {
    for (const use of uses) results.set(use.id, { text: CUT_OFF, isError: true })
    return closeTurn(context, begun, answer, results, CUT_OFF)
  }
  for (const [index, use] of uses.entries()) {
    const before = known.get(use.id)
    if (before) {
      results.set(
        use.id,
        before.state === "done" ? replay(before) : await settleUnknown(context, begun, before, use.input),
      )
      if (index === uses.length - 1) await closeTurn(context, begun, answer, results, NOT_RUN_PARKED)
      continue
    }
    if (control.leaving) throw new Interrupted("the server is stopping")
    const last = index === uses.length - 1
    const finish: Finish = async (tx, rows, outcome) => {
      results.set(use.id, outcome)
      if (!last && !outcome.ends) return
      const how = outcome.ends ?? null
      const notRun = how === "left" ? NOT_RUN_LEFT : NOT_RUN_PARKED
      await endTurn(tx, context, rows, { begun, answer, results, how, notRun })
    }
    const { name } =
      findTool(begun.agent.kind === "lead" ? "lead" : "teammate", use.name, context.protocols) ?? UNKNOWN_TOOL
    const dispatched = await inToolSpan(context, begun, { id: use.id, name }, () =>
      dispatch(context, begun, control, use, finish),
    )
    if (dispatched.kind === "halt") return closeTurn(context, begun, answer, results, NOT_RUN_SHUTDOWN)
    if (dispatched.outcome.ends) return
  }
}

const replay = (call: StoredCall): ToolResult => ({ text: call.result ?? "", isError: call.isError ?? false })

/** It had started and nobody knows how it ended: what is left of it is ended, and it is never run again by itself. */
async function settleUnknown(
  context: AgentRuntime,
  begun: Begun,
  call: StoredCall,
  input: unknown,
): Promise<ToolResult> {
  if (call.process) await killLeftover(call.process)
  const outcome = failed(UNKNOWN, "outcome unknown")
  const use = { id: call.toolUseId, name: call.tool, input }
  const about = { turn: call.turn, use, summary: "", startedAt: call.startedAt }
  await context.store.transaction(async (tx) => {
    const { self } = await lockFenced(tx, begun.fence)
    await saveDone(tx, self, about, outcome)
    recordFinished(tx, self, about, outcome)
  }, LOCKS_FIRST)
  return outcome
}

async function closeTurn(
  context: AgentRuntime,
  begun: Begun,
  answer: StoredAnswer,
  results: ReadonlyMap<string, ToolResult>,
  notRun: string,
): Promise<void> {
  await context.store.transaction(async (tx) => {
    const rows = await lockFenced(tx, begun.fence)
    await endTurn(tx, context, rows, { begun, answer, results, how: null, notRun })
  }, LOCKS_FIRST)
}
