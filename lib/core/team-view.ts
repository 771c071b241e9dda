// The fold from events to what pages show. The server's snapshot and the browser's live store share this one function.
import { z } from "zod"
import { type Activity, Agent, addUsage, NO_USAGE, Usage } from "./agent"
import type { Event } from "./event"
import type { EventData } from "./event-data"
import { Request } from "./request"
import { Task } from "./task"
import { Team } from "./team"

export const TeamView = z.object({
  team: Team,
  agents: z.array(Agent),
  requests: z.array(Request),
  tasks: z.array(Task),
  usage: Usage,
  seq: z.int(),
})
export type TeamView = z.infer<typeof TeamView>

export const emptyView = (team: Team): TeamView => ({
  team,
  agents: [],
  requests: [],
  tasks: [],
  usage: NO_USAGE,
  seq: 0,
})

/** Applies one event; the same event twice, or an older one, changes nothing. */
export function foldEvent(view: TeamView, event: Event): TeamView {
  if (event.seq <= view.seq) return view
  const next = { ...apply(view, event), seq: event.seq }
  return next
}

function apply(view: TeamView, event: Event): TeamView {
  const data = <T extends keyof EventData>() => event.data as EventData[T]
  const at = event.at
  switch (event.type) {
    case "team.created":
      // The log of an older version knows no machines.
      return { ...view, team: { ...data<"team.created">().team, machine: data<"team.created">().team.machine ?? null } }
    case "team.paused":
      return { ...view, team: { ...view.team, paused: { reason: data<"team.paused">().reason, at } } }
    case "team.resumed":
      return { ...view, team: { ...view.team, paused: null } }
    case "policy.changed": {
      const { policy, machine = view.team.machine } = data<"policy.changed">()
      return { ...view, team: { ...view.team, policy, machine } }
    }
    case "agent.spawned": {
      const agent = data<"agent.spawned">().agent
      return { ...view, agents: [...view.agents.filter((other) => other.name !== agent.name), agent] }
    }
    case "agent.status_changed": {
      const { generation, status, gate, error, last_words } = data<"agent.status_changed">()
      return patchAgent(view, event.agent, generation, (agent) => ({
        ...agent,
        status,
        gate,
        status_since: at,
        error: error === undefined ? agent.error : error,
        last_words: last_words ?? agent.last_words,
        activity: status === "working" || status === "stopping" ? agent.activity : null,
      }))
    }
    case "agent.terminated": {
      const { generation, released_tasks } = data<"agent.terminated">()
      const gone = patchAgent(view, event.agent, generation, (agent) => ({
        ...agent,
        status: "shutdown",
        status_since: at,
        gate: "plan_required",
        lease: null,
        activity: null,
        ended_at: at,
      }))
      const tasks = gone.tasks.map((task) =>
        released_tasks.includes(task.id) ? { ...task, status: "open" as const, owner: null } : task,
      )
      return { ...gone, tasks }
    }
    case "message.sent": {
      const { to, to_generation } = data<"message.sent">()
      return patchAgent(view, to, to_generation, (agent) => ({ ...agent, unread: agent.unread + 1 }))
    }
    case "message.delivered":
      return patchAgent(view, event.agent, data<"message.delivered">().generation, (agent) => ({
        ...agent,
        unread: agent.unread - 1,
      }))
    case "request.opened":
      return { ...view, requests: [...view.requests, data<"request.opened">().request] }
    case "request.recommended": {
      const { recommendation, approvals } = data<"request.recommended">()
      return patchRequest(view, event.request_id, (request) => ({
        ...request,
        recommendation: recommendation ?? request.recommendation,
        approvals: approvals ?? request.approvals,
      }))
    }
    case "request.decided": {
      const { status, resolution, approvals } = data<"request.decided">()
      return patchRequest(view, event.request_id, (request) => ({ ...request, status, resolution, approvals }))
    }
    case "gate.opened": {
      const { generation, lease } = data<"gate.opened">()
      return patchAgent(view, event.agent, generation, (agent) => ({ ...agent, gate: "open", lease }))
    }
    case "gate.closed": {
      const { generation, gate, plan_required } = data<"gate.closed">()
      return patchAgent(view, event.agent, generation, (agent) => ({
        ...agent,
        gate,
        lease: null,
        plan_required: plan_required ?? agent.plan_required,
      }))
    }
    case "turn.started": {
      const { generation, turn, model } = data<"turn.started">()
      return patchAgent(view, event.agent, generation, (agent) => ({
        ...agent,
        turn,
        model: model ?? agent.model,
        error: null,
        activity: { kind: "thinking", since: at },
      }))
    }
    case "turn.finished": {
      const { generation, usage } = data<"turn.finished">()
      const patched = patchAgent(view, event.agent, generation, (agent) => ({
        ...agent,
        activity: null,
        usage: addUsage(agent.usage, usage),
      }))
      return { ...patched, usage: addUsage(view.usage, usage) }
    }
    case "turn.failed": {
      const { generation, error } = data<"turn.failed">()
      return patchAgent(view, event.agent, generation, (agent) => ({ ...agent, activity: null, error }))
    }
    case "tool.started": {
      const { generation, tool, summary } = data<"tool.started">()
      const activity: Activity = { kind: "tool", tool, summary, since: at }
      return patchAgent(view, event.agent, generation, (agent) => ({ ...agent, activity }))
    }
    case "tool.finished":
      return patchAgent(view, event.agent, data<"tool.finished">().generation, (agent) => ({
        ...agent,
        activity: { kind: "thinking", since: at },
      }))
    case "task.created":
      return { ...view, tasks: [...view.tasks, data<"task.created">().task] }
    case "task.claimed": {
      const { task_id, owner } = data<"task.claimed">()
      return patchTask(view, task_id, { status: "claimed", owner })
    }
    case "task.completed":
      return patchTask(view, data<"task.completed">().task_id, { status: "completed", completed_at: at })
    default:
      return view
  }
}

function patchAgent(
  view: TeamView,
  name: string | null,
  generation: number,
  change: (agent: Agent) => Agent,
): TeamView {
  const index = view.agents.findIndex((agent) => agent.name === name && agent.generation === generation)
  if (index < 0) return view
  return { ...view, agents: view.agents.with(index, change(view.agents[index]!)) }
}

function patchRequest(view: TeamView, id: string | null, change: (request: Request) => Request): TeamView {
  const index = view.requests.findIndex((request) => request.request_id === id)
  if (index < 0) return view
  return { ...view, requests: view.requests.with(index, change(view.requests[index]!)) }
}

function patchTask(view: TeamView, id: number, change: Partial<Task>): TeamView {
  const index = view.tasks.findIndex((task) => task.id === id)
  if (index < 0) return view
  return { ...view, tasks: view.tasks.with(index, { ...view.tasks[index]!, ...change }) }
}

/** Pages keep what is pending and the newest decided ones; the rest is asked for when needed. */
export const DECIDED_KEPT = 50
export function trimRequests(view: TeamView): TeamView {
  const decided = view.requests.filter((request) => request.status !== "pending")
  if (decided.length <= DECIDED_KEPT) return view
  const drop = new Set(decided.slice(0, decided.length - DECIDED_KEPT).map((request) => request.request_id))
  return { ...view, requests: view.requests.filter((request) => !drop.has(request.request_id)) }
}
