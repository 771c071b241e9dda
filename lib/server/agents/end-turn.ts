// Ends a turn: results appended, usage added, and the next status derived from the rows under the lock.
import "server-only"
import { addUsage, NO_USAGE, type Usage } from "@/lib/core/agent"
import { storable } from "@/lib/core/canonical-json"
import { LEAD } from "@/lib/core/ids"
import type { ServerContext } from "@/lib/server/context"
import { type AgentRow, closeGate, patchAgent, setStatus } from "@/lib/server/db/agent-rows"
import type { FencedRows } from "@/lib/server/db/fence"
import { updateTurn } from "@/lib/server/db/own-rows"
import type { StoredAnswer } from "@/lib/server/db/schema"
import type { Tx } from "@/lib/server/db/store"
import { postMessage } from "@/lib/server/inbox/post-message"
import { estimateCost } from "@/lib/server/model/pricing"
import { agreeToLeave } from "@/lib/server/requests/answer-shutdown"
import type { Begun } from "./agent-runtime"
import { allTokens } from "./compact"
import { appendEntry } from "./conversation-rows"
import { unheardMail } from "./run-facts"
import { type ToolResult, toolUses } from "./tool-results"

export type Ending = {
  /** Whose turn ends; it is told how the agent was left. */
  begun: Begun
  answer: StoredAnswer
  results: ReadonlyMap<string, ToolResult>
  /** How the last call left it; `null` when it simply goes on. */
  how: "parked" | "left" | null
  /** Why calls without a result were not run. */
  notRun: string
}

const NO_WORDS = "(ended its turn without a word)"

type Context = Pick<ServerContext, "protocols">

/** Without tool calls the lead's row must be among `rows`: an agent that finishes tells it so. */
export async function endTurn(tx: Tx, context: Context, rows: FencedRows, ending: Ending): Promise<void> {
  const { self } = rows
  const uses = toolUses(ending.answer.content)
  if (uses.length > 0) await appendResults(tx, self, ending)
  const usage = costOf(ending.answer, self.model)
  const turn = ending.begun.turn.no
  await updateTurn(tx.db, self, turn, { state: "finished", endedAt: tx.at })
  const total = addUsage(usageOf(self), usage)
  await patchAgent(tx, self, {
    activity: null,
    owesReply: uses.length > 0 && ending.how !== "left",
    windowTokens: ending.answer.window ?? allTokens(ending.answer.usage),
    inputTokens: total.input_tokens,
    outputTokens: total.output_tokens,
    cacheReadTokens: total.cache_read_tokens,
    cacheWriteTokens: total.cache_write_tokens,
    costUsd: total.cost_usd,
  })
  tx.addToTeam(self.team, usage)
  tx.record(
    self.team,
    "turn.finished",
    { agent: self.name },
    {
      generation: self.generation,
      turn,
      usage,
      stop_reason: ending.answer.stop_reason,
      model: ending.answer.model,
    },
  )
  if (uses.length === 0) await rest(tx, context, rows, lastWords(ending.answer))
  ending.begun.left = self
}

/** Nothing more to do for now: the last words go out, and without further mail it is idle, or leaves when it was asked to. */
async function rest(tx: Tx, context: Context, { self, others }: FencedRows, words: string): Promise<void> {
  const lead = others.get(LEAD)
  if (!lead) throw new Error(`team ${self.team} has no lead`)
  const isLead = self.name === LEAD
  if (!isLead && words) await postMessage(tx, lead, { from: self.name, type: "result", content: words })
  if ((await unheardMail(tx, context.protocols, self)).any) {
    await setStatus(tx, self, self.status, { lastWords: words || self.lastWords })
    return
  }
  if (await agreeToLeave(tx, context, self, words.slice(0, 4_000))) return
  await closeGate(tx, self, "finished")
  // A rejected plan it does not revise leaves the gate shut like any other.
  const gate = self.planRequired ? "plan_required" : "open"
  await setStatus(tx, self, "idle", { gate, lastWords: words || self.lastWords })
  if (!isLead) {
    // Idling wakes nobody, so one that has nothing to say says that: the lead may be waiting for it.
    if (!words) await postMessage(tx, lead, { from: self.name, type: "result", content: NO_WORDS })
    await postMessage(tx, lead, { from: self.name, type: "idle_notification", content: `${self.name} is idle.` })
  }
}

async function appendResults(tx: Tx, self: AgentRow, { answer, results, notRun, begun }: Ending): Promise<void> {
  const content = toolUses(answer.content).map((use) => {
    const result = results.get(use.id) ?? { text: notRun, isError: true }
    return storable({
      type: "tool_result",
      tool_use_id: use.id,
      content: result.text || "(no output)",
      ...(result.isError ? { is_error: true } : {}),
    })
  })
  await appendEntry(tx, self, { turn: begun.turn.no, role: "user", content })
}

const lastWords = (answer: StoredAnswer): string =>
  answer.content
    .filter((block) => block.type === "text")
    .map((block) => String(block.text ?? ""))
    .join("\n\n")
    .trim()

function costOf(answer: StoredAnswer, asked: string): Usage {
  return addUsage(NO_USAGE, { ...answer.usage, cost_usd: estimateCost(answer.model, answer.usage, asked) })
}

const usageOf = (agent: AgentRow): Usage => ({
  input_tokens: agent.inputTokens,
  output_tokens: agent.outputTokens,
  cache_read_tokens: agent.cacheReadTokens,
  cache_write_tokens: agent.cacheWriteTokens,
  cost_usd: agent.costUsd,
})
