// Every event as one sentence: who does what, in the present or just done, with the words of others only in quotes.
import { dataOf } from "./timeline-data"
import type { TimelineEvent } from "./timeline-event"
import { messageWords } from "./timeline-message-words"
import { decidedWords, openedWords, recommendedWords } from "./timeline-request-words"
import { blockedWords, toolFinishedWords, toolStartedWords } from "./timeline-tool-words"
import { actor, agent, quoted, say, type Words } from "./timeline-words"

/** What a row knows that its event alone does not. */
export type SentenceContext = {
  /** What the finished call was about, as its start said it. */
  summary?: string
  /** The receiver makes no turn before a decision. */
  kept?: boolean
}

const CLOSE_REASON: Record<string, string> = {
  finished: "it finished",
  superseded: "it plans anew",
  reassigned: "it has new work",
  shutdown: "it left",
  revoked: "taken back by a person",
}

const PAUSE_REASON: Record<string, string> = {
  budget: "its budget is spent",
  unattended: "too many turns without a person",
}

const IGNORED: Record<string, string> = {
  unknown_id: "answered a request nobody made",
  wrong_type: "answered a request in the wrong form",
  wrong_party: "answered a request that was not its to answer",
  other_generation: "answered a request meant for an earlier bearer of the name",
  already_decided: "answered a request that was decided already",
  digest_mismatch: "answered for a plan that is not the one on record",
  already_approved_by_you: "approved the same request twice",
}

const STATUS: Record<string, string> = {
  working: "is working",
  waiting: "waits for a person",
  idle: "is idle",
  stopping: "was asked to leave",
  shutdown: "is gone",
  failed: "gave up",
}

export function sentenceOf(event: TimelineEvent, context: SentenceContext = {}): Words {
  const name = agent(event.agent ?? "An agent")
  switch (event.type) {
    case "team.created": {
      const { by, team } = dataOf(event, "team.created")
      return say`${actor(by ?? "system")} created the team ${agent(team?.name ?? "")}`
    }
    case "team.paused": {
      const { reason = "", by } = dataOf(event, "team.paused")
      return reason === "human"
        ? say`${actor(by ?? "human")} paused the team`
        : say`The team pauses: ${PAUSE_REASON[reason] ?? reason}`
    }
    case "team.resumed":
      return say`${actor(dataOf(event, "team.resumed").by ?? "human")} let the team go on`
    case "policy.changed": {
      const { by, machine } = dataOf(event, "policy.changed")
      if (machine === undefined) return say`${actor(by ?? "human")} changed the policy`
      if (machine === null) return say`${actor(by ?? "human")} let the team run on any machine`
      return say`${actor(by ?? "human")} pinned the team to the machine ${agent(machine)}`
    }
    case "agent.spawned": {
      const { by, agent: spawned } = dataOf(event, "agent.spawned")
      if (spawned?.kind === "lead" || event.agent === "lead") return say`${name} is there`
      const role = spawned?.role ? `, ${spawned.role.replace(/\s+/g, " ")}` : ""
      return say`${actor(by ?? "lead")} brought in ${name}${role}`
    }
    case "agent.status_changed": {
      const { status = "", error } = dataOf(event, "agent.status_changed")
      return say`${name} ${STATUS[status] ?? `is ${status}`}${status === "failed" ? quoted(": ", error ?? "") : []}`
    }
    case "agent.terminated":
      return terminatedWords(event)
    case "message.sent":
    case "message.delivered":
      return messageWords(event, context.kept ?? false)
    case "request.opened":
      return openedWords(event)
    case "request.recommended":
      return recommendedWords(event)
    case "request.decided":
      return decidedWords(event)
    case "response.forwarded": {
      const { from } = dataOf(event, "response.forwarded")
      return say`${actor(from ?? "lead")} forwarded the answer`
    }
    case "response.ignored": {
      const { by, cause = "" } = dataOf(event, "response.ignored")
      return say`Ignored: ${actor(by ?? event.agent ?? "system")} ${IGNORED[cause] ?? `answered (${cause})`}`
    }
    case "gate.opened":
      return say`Gate opened for ${name}`
    case "gate.closed": {
      const { reason = "" } = dataOf(event, "gate.closed")
      return say`Gate shut for ${name}, ${CLOSE_REASON[reason] ?? reason}`
    }
    case "gate.blocked":
      return blockedWords(event)
    case "turn.started": {
      const { turn, resumed } = dataOf(event, "turn.started")
      return say`${name} ${resumed ? "went on with" : "began"} turn ${turn ?? ""}`
    }
    case "turn.finished":
      return say`${name} ended turn ${dataOf(event, "turn.finished").turn ?? ""}`
    case "turn.failed": {
      const { turn, error, retry_at } = dataOf(event, "turn.failed")
      return say`${name}’s turn ${turn ?? ""} failed${retry_at ? ", it tries again" : ""}${quoted(": ", error ?? "")}`
    }
    case "tool.started":
      return toolStartedWords(event)
    case "tool.finished":
      return toolFinishedWords(event, context.summary)
    case "task.created": {
      const { task } = dataOf(event, "task.created")
      return say`${actor(task?.created_by ?? "lead")} added task ${task?.id ?? ""}${quoted(", ", task?.subject ?? "")}`
    }
    case "task.claimed": {
      const { task_id, owner, subject } = dataOf(event, "task.claimed")
      return say`${agent(owner ?? event.agent ?? "")} took task ${task_id ?? ""}${quoted(", ", subject ?? "")}`
    }
    case "task.completed": {
      const { task_id, owner, subject } = dataOf(event, "task.completed")
      return say`${agent(owner ?? event.agent ?? "")} completed task ${task_id ?? ""}${quoted(", ", subject ?? "")}`
    }
    default:
      return event.agent ? say`${name}: ${event.type}` : say`${event.type}`
  }
}

function terminatedWords(event: TimelineEvent): Words {
  const { by = "system", reason, released_tasks = [] } = dataOf(event, "agent.terminated")
  const name = agent(event.agent ?? "An agent")
  const back =
    released_tasks.length === 0
      ? ""
      : released_tasks.length === 1
        ? `, task ${released_tasks[0]} is back on the board`
        : `, tasks ${released_tasks.join(", ")} are back on the board`
  if (reason === "forced") return say`${name} was ended by ${actor(by)}${back}`
  if (reason === "expired") return say`${name} was ended after its silence${back}`
  return say`${name} left${back}`
}
