// An agent: a row, an inbox, a conversation. One pure rule says whether it may run.
import { z } from "zod"
import { GATES } from "./gate-rule"
import { LEAD } from "./ids"
import { Lease } from "./plan"

export const AgentStatus = z.enum(["working", "waiting", "idle", "stopping", "shutdown", "failed"])
export type AgentStatus = z.infer<typeof AgentStatus>

export const Usage = z.object({
  input_tokens: z.int(),
  output_tokens: z.int(),
  cache_read_tokens: z.int(),
  cache_write_tokens: z.int(),
  cost_usd: z.number(),
})
export type Usage = z.infer<typeof Usage>

export const NO_USAGE: Usage = {
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  cost_usd: 0,
}

export const addUsage = (a: Usage, b: Usage): Usage => ({
  input_tokens: a.input_tokens + b.input_tokens,
  output_tokens: a.output_tokens + b.output_tokens,
  cache_read_tokens: a.cache_read_tokens + b.cache_read_tokens,
  cache_write_tokens: a.cache_write_tokens + b.cache_write_tokens,
  // Cents of a cent are enough, and keep the sum the same on both sides of the wire.
  cost_usd: Math.round((a.cost_usd + b.cost_usd) * 1e6) / 1e6,
})

/** What it is doing at this moment, for the roster. */
export const Activity = z.object({
  kind: z.enum(["thinking", "tool"]),
  tool: z.string().optional(),
  summary: z.string().optional(),
  since: z.string(),
})
export type Activity = z.infer<typeof Activity>

export const Agent = z.object({
  team: z.string(),
  name: z.string(),
  generation: z.int(),
  kind: z.enum(["lead", "teammate", "external"]),
  role: z.string(),
  prompt: z.string(),
  plan_required: z.boolean(),
  status: AgentStatus,
  status_since: z.string(),
  gate: z.enum(GATES),
  lease: Lease.nullable(),
  model: z.string(),
  activity: Activity.nullable(),
  last_words: z.string(),
  error: z.string().nullable(),
  turn: z.int(),
  unread: z.int(),
  usage: Usage,
  created_at: z.string(),
  ended_at: z.string().nullable(),
})
export type Agent = z.infer<typeof Agent>

export const isLead = (name: string): boolean => name === LEAD

/** The facts `runnable` needs, all read under the agent's row lock. */
export type RunFacts = {
  status: AgentStatus
  external: boolean
  teamPaused: boolean
  /** An end was decided from outside: forced, or its grace ran out. */
  stopRequested: boolean
  undelivered: { any: boolean; decision: boolean; shutdown: boolean }
  unfinishedTurn: boolean
  /** The conversation ends with tool results the model has not seen. */
  owesReply: boolean
  retryAt: number | null
  now: number
}

export function runnable(facts: RunFacts): boolean {
  if (facts.external || facts.status === "shutdown") return false
  if (facts.stopRequested) return true
  if (facts.status === "failed" || facts.teamPaused) return false
  if (facts.retryAt !== null && facts.retryAt > facts.now) return false
  if (facts.status === "waiting") return facts.undelivered.decision || facts.undelivered.shutdown
  return facts.undelivered.any || facts.unfinishedTurn || facts.owesReply
}
