// What each type of event carries in `data`; the writers of events and the fold over them share this table.
import type { Agent, AgentStatus, Usage } from "./agent"
import type { Gate } from "./gate-rule"
import type { Lease } from "./plan"
import type { Policy } from "./policy"
import type { Recommendation, Request, RequestStatus, Resolution } from "./request"
import type { Task } from "./task"
import type { Paused, Team } from "./team"

/** `generation` says which bearer of the name is meant. */
export type EventData = {
  "team.created": { team: Team; by: string }
  "team.paused": { reason: Paused["reason"] }
  "team.resumed": { by: string }
  "policy.changed": { policy: Policy; by: string; machine?: string | null }
  "agent.spawned": { agent: Agent; by: string; generation: number }
  "agent.status_changed": {
    generation: number
    status: AgentStatus
    previous: AgentStatus
    gate: Gate
    error?: string | null
    last_words?: string
  }
  "agent.terminated": { generation: number; by: string; reason: string; released_tasks: number[] }
  "message.sent": {
    message_id: string
    from: string
    to: string
    to_generation: number
    message_type: string
    preview: string
    approve?: boolean
    /** The person behind `human`. */
    by?: string
  }
  "message.delivered": {
    message_id: string
    from: string
    message_type: string
    generation: number
    turn: number | null
  }
  "request.opened": { request: Request; title: string }
  "request.recommended": {
    generation: number
    recommendation?: Recommendation
    approvals?: Request["approvals"]
    reminder?: boolean
  }
  "request.decided": {
    request_type: string
    status: RequestStatus
    resolution: Resolution
    approvals: Request["approvals"]
    sender: string
    target: string
    title: string
    waited_ms: number
  }
  "response.forwarded": { message_id: string; from: string; to: string; approve: boolean }
  "response.ignored": { cause: string; by: string; response_type: string; approve: boolean }
  "gate.opened": { generation: number; lease: Lease }
  "gate.closed": {
    generation: number
    reason: string
    gate: Gate
    lease_request_id: string | null
    /** It worked without plans until now. */
    plan_required?: true
  }
  "gate.blocked": {
    generation: number
    tool: string
    tool_use_id: string
    cause: string
    sentence: string
    summary: string
  }
  /** `model`: another one speaks from now on. */
  "turn.started": { generation: number; turn: number; resumed: boolean; model?: string }
  "turn.finished": { generation: number; turn: number; usage: Usage; stop_reason: string; model: string }
  "turn.failed": { generation: number; turn: number; error: string; retry_at: string | null; attempt: number }
  "tool.started": { generation: number; turn: number; tool: string; tool_use_id: string; summary: string }
  "tool.finished": {
    generation: number
    turn: number
    tool: string
    tool_use_id: string
    is_error: boolean
    outcome: string
    ms: number
  }
  "task.created": { task: Task }
  "task.claimed": { task_id: number; owner: string; subject: string }
  "task.completed": { task_id: number; owner: string; subject: string }
}
