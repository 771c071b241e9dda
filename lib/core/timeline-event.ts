// An event as the timeline keeps it: the same shape, without what no row shows, so that a hundred thousand fit in a browser.
import type { Event } from "./event"

export type TimelineEvent = Pick<Event, "seq" | "at" | "type" | "agent" | "request_id" | "data">

const WORDS_KEPT = 200

type Data = Record<string, unknown>

const short = (value: unknown): string => (typeof value === "string" ? value.slice(0, WORDS_KEPT) : "")
const record = (value: unknown): Data => (typeof value === "object" && value !== null ? (value as Data) : {})
const pick = (data: Data, ...keys: string[]): Data =>
  Object.fromEntries(keys.flatMap((key) => (data[key] === undefined ? [] : [[key, data[key]]])))

/** Plans, policies, leases and usage stay behind; ids, names, titles and the first words come along. */
export function slimEvent(event: Event | TimelineEvent): TimelineEvent {
  return {
    seq: event.seq,
    at: event.at,
    type: event.type,
    agent: event.agent,
    request_id: event.request_id,
    data: slimData(event.type, event.data),
  }
}

function slimData(type: string, data: Data): Data {
  switch (type) {
    case "team.created":
      return { by: data.by, team: pick(record(data.team), "name") }
    case "policy.changed":
      return pick(data, "by")
    case "agent.spawned":
      return { by: data.by, agent: pick(record(data.agent), "name", "role", "kind", "status") }
    case "agent.status_changed":
      return { ...pick(data, "status", "previous"), error: short(data.error) }
    case "message.sent":
      return { ...pick(data, "from", "to", "message_type", "by", "approve"), preview: short(data.preview) }
    case "request.opened": {
      const request = record(data.request)
      const reason = short(record(request.payload).reason)
      return {
        title: short(data.title),
        request: {
          ...pick(request, "type", "sender", "target", "opened_by", "revision", "effective_risk", "payload_sha256"),
          ...(reason === "" ? {} : { payload: { reason } }),
        },
      }
    }
    case "request.recommended": {
      const advice = record(data.recommendation)
      const words = data.recommendation
        ? { recommendation: { ...pick(advice, "by", "approve"), feedback: short(advice.feedback) } }
        : {}
      return { ...words, ...pick(data, "approvals") }
    }
    case "request.decided": {
      const resolution = record(data.resolution)
      const comments = Array.isArray(resolution.comments) ? resolution.comments.length : data.comments
      return {
        ...pick(data, "request_type", "status", "sender", "target"),
        title: short(data.title),
        resolution: { ...pick(resolution, "by", "reason"), feedback: short(resolution.feedback) },
        ...(comments ? { comments } : {}),
      }
    }
    case "gate.opened":
      return {}
    case "gate.closed":
      return pick(data, "reason", "lease_request_id", "by")
    case "gate.blocked":
      return { ...pick(data, "tool", "tool_use_id", "cause"), summary: short(data.summary) }
    case "turn.finished":
      return pick(data, "turn")
    case "turn.failed":
      return { ...pick(data, "turn", "retry_at", "attempt"), error: short(data.error) }
    case "tool.started":
      return { ...pick(data, "tool", "tool_use_id"), summary: short(data.summary) }
    case "tool.finished":
      return {
        ...pick(data, "tool", "tool_use_id", "is_error", "ms"),
        outcome: short(data.outcome),
        ...(data.summary === undefined ? {} : { summary: short(data.summary) }),
      }
    case "task.created":
      return { task: pick(record(data.task), "id", "subject", "created_by", "owner") }
    default:
      return data
  }
}
