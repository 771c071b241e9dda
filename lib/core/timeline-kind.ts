// Sorts events into what a person looks for: the protocol, tools, talk, and the quiet steps in between.
import { protocolOfMessage } from "./protocols"
import { dataOf } from "./timeline-data"
import type { TimelineEvent } from "./timeline-event"
import { laneOf } from "./timeline-words"

export type EventKind = "protocol" | "tool" | "talk" | "quiet"

/** Their own events say more than their tool calls do: the plan, the message, the task. */
const SPOKEN_TOOLS = new Set([
  "submit_plan",
  "respond_shutdown",
  "request_shutdown",
  "request_plan",
  "review_plan",
  "spawn_teammate",
  "send_message",
  "broadcast",
  "create_task",
  "claim_task",
  "complete_task",
])
/** They look and change nothing. */
const LOOKING_TOOLS = new Set([
  "read_file",
  "list_files",
  "search_files",
  "list_tasks",
  "get_task",
  "list_teammates",
  "check_inbox",
  "check_request",
])
/** They last as long as a blink: their end says it all. */
const BRIEF_TOOLS = new Set(["write_file", "edit_file"])

export function kindOf(event: TimelineEvent): EventKind {
  switch (event.type) {
    case "message.delivered":
    case "turn.started":
    case "turn.finished":
      return "quiet"
    case "agent.status_changed":
      return dataOf(event, "agent.status_changed").status === "failed" ? "protocol" : "quiet"
    case "message.sent":
      return messageKind(dataOf(event, "message.sent").message_type ?? "message")
    case "response.forwarded":
      return isOwnAnswer(event) ? "quiet" : "protocol"
    case "tool.started":
    case "tool.finished":
      return toolKind(event)
    case "task.created":
    case "task.claimed":
    case "task.completed":
      return "talk"
    default:
      return "protocol"
  }
}

/** The request or answer it carries has an event of its own, so the letter itself is quiet. */
function messageKind(type: string): EventKind {
  if (protocolOfMessage(type) || type.endsWith("_request") || type.endsWith("_response")) return "quiet"
  return type === "idle_notification" || type === "teammate_terminated" ? "quiet" : "talk"
}

/** An agent that answered for itself needs no second row to say that its answer was passed on. */
function isOwnAnswer(event: TimelineEvent): boolean {
  const from = laneOf(dataOf(event, "response.forwarded").from)
  return from !== null && from !== "lead"
}

function toolKind(event: TimelineEvent): EventKind {
  const tool = dataOf(event, "tool.finished").tool ?? ""
  if (SPOKEN_TOOLS.has(tool) || LOOKING_TOOLS.has(tool)) return "quiet"
  return event.type === "tool.started" && BRIEF_TOOLS.has(tool) ? "quiet" : "tool"
}

export const KIND_FILTERS = {
  protocol_tools: { label: "Protocol and tools", kinds: ["protocol", "tool", "talk"] },
  protocol: { label: "Protocol only", kinds: ["protocol"] },
  tools: { label: "Tools only", kinds: ["tool"] },
  talk: { label: "Messages and tasks", kinds: ["talk"] },
  all: { label: "Every event", kinds: ["protocol", "tool", "talk", "quiet"] },
} as const satisfies Record<string, { label: string; kinds: readonly EventKind[] }>
export type KindFilter = keyof typeof KIND_FILTERS

export type TimelineFilter = {
  kinds: KindFilter
  /** Lanes, `human` among them; null means all. */
  agents: readonly string[] | null
  request: string | null
  /** Only requests of this protocol. */
  protocol: string | null
}
export const DEFAULT_FILTER: TimelineFilter = { kinds: "protocol_tools", agents: null, request: null, protocol: null }
