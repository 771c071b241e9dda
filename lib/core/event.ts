// The timeline: append-only events, `seq` 1, 2, 3 … in commit order of one team.
import { z } from "zod"

export const EVENT_TYPES = [
  "team.created",
  "team.paused",
  "team.resumed",
  "policy.changed",
  "agent.spawned",
  "agent.status_changed",
  "agent.terminated",
  "message.sent",
  "message.delivered",
  "request.opened",
  "request.recommended",
  "request.decided",
  "response.forwarded",
  "response.ignored",
  "gate.opened",
  "gate.closed",
  "gate.blocked",
  "turn.started",
  "turn.finished",
  "turn.failed",
  "tool.started",
  "tool.finished",
  "task.created",
  "task.claimed",
  "task.completed",
] as const
export type EventType = (typeof EVENT_TYPES)[number]

export const Event = z.object({
  seq: z.int(),
  team: z.string(),
  at: z.string(),
  type: z.string(),
  agent: z.string().nullable(),
  request_id: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  /** The hash of the event before this one in its team; the first one names 64 zeros. */
  prev: z.string(),
})
export type Event = z.infer<typeof Event>

export const FIRST_PREV = "0".repeat(64)

/** Text being written right now: shown live, never stored or replayed. */
export const Delta = z.object({
  team: z.string(),
  agent: z.string(),
  generation: z.int(),
  turn: z.int(),
  /** `restart`: the stream broke and begins anew; what was shown of this turn's answer so far is void. */
  kind: z.enum(["text", "thinking", "tool_input", "output", "restart"]),
  tool_use_id: z.string().optional(),
  tool: z.string().optional(),
  text: z.string(),
})
export type Delta = z.infer<typeof Delta>
