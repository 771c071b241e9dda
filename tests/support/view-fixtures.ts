// Agents, requests, messages and tasks for tests of what pages show; each test states only what it is about.
import { type Agent, NO_USAGE } from "@/lib/core/agent"
import type { Message } from "@/lib/core/message"
import type { Request } from "@/lib/core/request"
import type { Task } from "@/lib/core/task"

export const AT = "2030-05-06T14:00:00.000Z"

/** A moment some seconds after (or before) the fixtures' own. */
export const at = (seconds: number): string => new Date(Date.parse(AT) + seconds * 1_000).toISOString()

export const anAgent = (given: Partial<Agent> = {}): Agent => ({
  team: "team_1",
  name: "otto",
  generation: 1,
  kind: "teammate",
  role: "database",
  prompt: "",
  plan_required: true,
  status: "idle",
  status_since: AT,
  gate: "plan_required",
  lease: null,
  model: "rehearsal",
  activity: null,
  last_words: "",
  error: null,
  turn: 1,
  unread: 0,
  usage: NO_USAGE,
  created_at: AT,
  ended_at: null,
  ...given,
})

export const aRequest = (given: Partial<Request> = {}): Request => ({
  request_id: "req_1",
  team: "team_1",
  type: "plan_approval",
  sender: "otto",
  target: "lead",
  opened_by: "agent:otto",
  generation: 1,
  status: "pending",
  payload: {
    title: "Add idempotency keys",
    plan: "# Add idempotency keys",
    files: [],
    commands: [],
    risk: "high",
    rollback: "",
  },
  payload_sha256: "0".repeat(64),
  effective_risk: "high",
  revision: 1,
  previous: null,
  recommendation: null,
  approvals: [],
  resolution: null,
  created_at: AT,
  ...given,
})

export const aMessage = (given: Partial<Message> = {}): Message => ({
  id: "msg_1",
  team: "team_1",
  from: "lead",
  to: "otto",
  to_generation: 1,
  type: "message",
  content: "Hello",
  metadata: {},
  sent_at: AT,
  delivered_at: null,
  turn: null,
  ...given,
})

export const aTask = (given: Partial<Task> = {}): Task => ({
  id: 1,
  team: "team_1",
  subject: "Idempotent transfers",
  description: "",
  status: "open",
  owner: null,
  blocked_by: [],
  created_by: "lead",
  created_at: AT,
  completed_at: null,
  ...given,
})
