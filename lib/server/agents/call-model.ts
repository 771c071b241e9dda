// One model call of a turn, and its answer stored whole before any of its tools runs.
import "server-only"
import { storable } from "@/lib/core/canonical-json"
import { LEAD } from "@/lib/core/ids"
import { LOCKS_FIRST, lockFenced } from "@/lib/server/db/fence"
import { updateTurn } from "@/lib/server/db/own-rows"
import type { StoredAnswer } from "@/lib/server/db/schema"
import type { Tx } from "@/lib/server/db/store"
import {
  type ModelAnswer,
  type ModelCallOptions,
  ModelError,
  type ModelRequest,
  type Usage,
} from "@/lib/server/model/model-client"
import { findTool, toolSpecs } from "@/lib/server/tools/toolbox"
import type { AgentRuntime, Begun, Control } from "./agent-runtime"
import {
  allTokens,
  applySummary,
  isTooLong,
  needsCompaction,
  summaryOf,
  summaryRequest,
  summaryWithoutNewest,
} from "./compact"
import { loadConversation } from "./conversation-rows"
import { endTurn } from "./end-turn"
import { appendAnswer, writeAnswer } from "./store-answer"
import { systemPrompt } from "./system-prompt"
import { toolUses } from "./tool-results"
import { inChatSpan } from "./turn-spans"

/** The answer was cut by a limit: what it asked for may be incomplete, so none of its tools runs. */
export const CUT_SHORT: ReadonlySet<string> = new Set(["max_tokens", "model_context_window_exceeded"])
const MAX_TOKENS = 16_000
const MOST_TOKENS = 64_000
/** A pause is the model's own way to take breath; one that only pauses is not paid for ever. */
const MOST_PAUSES = 20

/** Of what came last, when the whole was too long for the model: some fifty thousand tokens. */
const ROOM_AFTER_CUT = 200_000
const NO_SUMMARY = "(No summary could be made: the conversation was too long for the model.)"

/** The stored answer when it has tools to run; null when the turn has ended with it. */
export async function callModel(context: AgentRuntime, begun: Begun, control: Control): Promise<StoredAnswer | null> {
  let spent = needsCompaction(context, begun) ? await compact(context, begun, control) : NOTHING
  let shortened = false
  for (let calls = 0; calls <= MOST_PAUSES; calls++) {
    let answer: ModelAnswer
    try {
      answer = await ask(context, begun, control)
    } catch (error) {
      if (shortened || !isTooLong(error)) throw error
      shortened = true
      spent = addTokens(spent, await cutShort(context, begun, control))
      continue
    }
    spent = addTokens(spent, answer.usage)
    const stored = await storeAnswer(context, begun, answer, spent)
    if (stored !== "again") return stored
  }
  throw new ModelError("fatal", `The model paused ${MOST_PAUSES} times in one turn and did not come to an end.`)
}

async function compact(context: AgentRuntime, begun: Begun, control: Control): Promise<Usage> {
  const answer = await summarise(context, begun, control, summaryRequest(await requestOf(context, begun)))
  const summary = summaryOf(answer)
  if (summary) await applySummary(context, begun, summary)
  return answer.usage
}

/** The window was overrun at once, by one long answer or one long message: summed up is what fitted before, and the rest is cut. */
async function cutShort(context: AgentRuntime, begun: Begun, control: Control): Promise<Usage> {
  const request = summaryWithoutNewest(await requestOf(context, begun))
  const answer = await summarise(context, begun, control, request).catch((error: unknown) => {
    if (isTooLong(error)) return null
    throw error
  })
  await applySummary(context, begun, (answer && summaryOf(answer)) || NO_SUMMARY, ROOM_AFTER_CUT)
  return answer?.usage ?? NOTHING
}

const summarise = (
  context: AgentRuntime,
  begun: Begun,
  control: Control,
  request: ModelRequest,
): Promise<ModelAnswer> =>
  inChatSpan(context, begun, request, () => context.model.call(request, { signal: control.stream.signal }))

async function requestOf(context: AgentRuntime, { agent, fence, team, turn }: Begun): Promise<ModelRequest> {
  return {
    model: agent.model,
    system: systemPrompt(agent, team),
    tools: toolSpecs(agent.kind === "lead" ? "lead" : "teammate", context.protocols),
    messages: await loadConversation(context.store.read, fence, agent.startEntry),
    maxTokens: turn.maxTokens ?? MAX_TOKENS,
    userId: `${fence.team}:${fence.name}`,
  }
}

const NOTHING: Usage = { input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 }

const addTokens = (a: Usage, b: Usage): Usage => ({
  input_tokens: a.input_tokens + b.input_tokens,
  output_tokens: a.output_tokens + b.output_tokens,
  cache_read_tokens: a.cache_read_tokens + b.cache_read_tokens,
  cache_write_tokens: a.cache_write_tokens + b.cache_write_tokens,
})

async function ask(context: AgentRuntime, begun: Begun, control: Control): Promise<ModelAnswer> {
  const { fence, turn } = begun
  const about = { team: fence.team, agent: fence.name, generation: fence.generation, turn: turn.no }
  const request = await requestOf(context, begun)
  const options: ModelCallOptions = {
    signal: control.stream.signal,
    onRestart: () => context.bus.publishDelta({ ...about, kind: "restart", text: "" }),
    onDelta: ({ kind, text, tool, toolUseId }) =>
      context.bus.publishDelta({
        ...about,
        kind,
        text,
        ...(tool ? { tool } : {}),
        ...(toolUseId ? { tool_use_id: toolUseId } : {}),
      }),
  }
  return inChatSpan(context, begun, request, () => context.model.call(request, options))
}

async function storeAnswer(
  context: AgentRuntime,
  begun: Begun,
  answer: ModelAnswer,
  /** What all calls of this turn have used. */
  usage: Usage,
): Promise<StoredAnswer | null | "again"> {
  const stored: StoredAnswer = storable({
    content: answer.content,
    stop_reason: answer.stopReason,
    model: answer.model,
    usage,
    window: allTokens(answer.usage),
    unparsable: answer.unparsable,
  })
  const uses = toolUses(stored.content)
  const spoken = stored.content.some((block) => block.type !== "thinking" && block.type !== "redacted_thinking")
  if (startsWithRecords(context, begun, stored)) {
    begun.turn.answer = begun.unstored = stored
    return stored
  }
  return context.store.transaction(async (tx) => {
    const ends = uses.length === 0 && stored.stop_reason !== "pause_turn"
    const rows = await lockFenced(tx, begun.fence, ends ? [LEAD] : [])
    if (CUT_SHORT.has(stored.stop_reason) && !spoken) {
      await raiseLimit(tx, begun)
      return "again"
    }
    // The answer goes on after a pause: nothing may stand in between, so the turn stays without an answer.
    if (stored.stop_reason === "pause_turn" && uses.length === 0) {
      if (spoken) await appendAnswer(tx, begun, rows.self, stored)
      return "again"
    }
    await writeAnswer(tx, begun, rows.self, stored)
    begun.turn.answer = stored
    if (!ends) return stored
    await endTurn(tx, context, rows, { begun, answer: stored, results: new Map(), how: null, notRun: "" })
    return null
  }, LOCKS_FIRST)
}

/** A tool that only writes our own rows runs in one transaction: its answer is stored in that one, and not sooner. */
function startsWithRecords({ protocols }: AgentRuntime, { agent }: Begun, answer: StoredAnswer): boolean {
  const [first] = toolUses(answer.content)
  if (!first || CUT_SHORT.has(answer.stop_reason)) return false
  return findTool(agent.kind === "lead" ? "lead" : "teammate", first.name, protocols)?.kind === "records"
}

/** An answer that was all thinking and hit the limit is dropped; the next try may be longer. */
async function raiseLimit(tx: Tx, begun: Begun): Promise<void> {
  const before = begun.turn.maxTokens ?? MAX_TOKENS
  if (before >= MOST_TOKENS) throw new ModelError("fatal", "The model thought until its limit and gave no answer.")
  begun.turn.maxTokens = Math.min(before * 2, MOST_TOKENS)
  await updateTurn(tx.db, begun.fence, begun.turn.no, { maxTokens: begun.turn.maxTokens })
}
