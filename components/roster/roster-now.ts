// What an agent is doing now, in two lines: the second says why, or what a person can do about it.
import type { Agent } from "@/lib/core/agent"
import type { Request } from "@/lib/core/request"
import { requestTitle, titleWithRevision } from "../team/request-words"
import { whoIs } from "../team/who-is"

/** Words, code, or a moment that the page writes in the reader's own time zone. */
export type NowPiece = { text: string; code?: boolean } | { at: string }
export type NowAction = { kind: "review"; requestId: string } | { kind: "resume" }
export type Now = {
  main: NowPiece[]
  quiet: boolean
  sub: string
  action: NowAction | null
  /** Since when; null when nothing is to be counted. */
  since: string | null
  /** A running tool counts in minutes and seconds, everything else in words. */
  running: boolean
}

type Facts = { requests: readonly Request[]; paused: boolean }

const plain = (text: string): NowPiece[] => [{ text }]

export function nowOf(agent: Agent, facts: Facts): Now {
  const since = agent.status_since
  switch (agent.status) {
    case "waiting":
      return waiting(agent, facts)
    case "failed":
      return {
        main: plain(agent.error ?? "It gave up after its last retry."),
        quiet: false,
        sub: "Inbox kept",
        action: { kind: "resume" },
        since,
        running: false,
      }
    case "working":
      return working(agent, facts)
    case "stopping":
      return stopping(agent, facts)
    case "idle":
      return idle(agent, facts)
    case "shutdown":
      return {
        main: leftPieces(agent, facts.requests),
        quiet: true,
        sub: "",
        action: null,
        since: agent.ended_at,
        running: false,
      }
  }
}

function waiting(agent: Agent, { requests }: Facts): Now {
  const plan = requests.find((request) => request.status === "pending" && request.sender === agent.name)
  if (!plan)
    return {
      main: plain("Its plan waits for a person"),
      quiet: false,
      sub: "",
      action: null,
      since: agent.status_since,
      running: false,
    }
  return {
    main: plain(titleWithRevision(plan)),
    quiet: false,
    sub: "",
    action: { kind: "review", requestId: plan.request_id },
    since: plan.created_at,
    running: false,
  }
}

/** The title of the plan that opened an agent's gate, while it is still among the requests at hand. */
export function leaseTitle(agent: Pick<Agent, "lease">, requests: readonly Request[]): string | null {
  const plan = requests.find((request) => request.request_id === agent.lease?.request_id)
  return plan ? requestTitle(plan) : null
}

function working(agent: Agent, { requests }: Facts): Now {
  const title = leaseTitle(agent, requests)
  const under = title
    ? `Runs under plan “${title}”`
    : agent.plan_required
      ? "Reads and talks; its gate is shut"
      : "Runs without a gate"
  const { activity } = agent
  if (activity?.kind !== "tool") {
    const retried = agent.error !== null
    return {
      main: plain(retried ? (agent.error ?? "") : "Thinking"),
      quiet: false,
      sub: retried ? "Tries again by itself" : under,
      action: null,
      since: activity?.since ?? agent.status_since,
      running: true,
    }
  }
  return { main: doing(activity), quiet: false, sub: under, action: null, since: activity.since, running: true }
}

/** A command stands for itself; another tool is named before what it was given. */
export function doing(activity: NonNullable<Agent["activity"]>): NowPiece[] {
  if (activity.kind !== "tool") return plain("Thinking")
  const summary = activity.summary ?? ""
  if (activity.tool === "bash" && summary) return [{ text: summary, code: true }]
  return summary
    ? [
        { text: `${activity.tool} `, code: true },
        { text: summary, code: true },
      ]
    : [{ text: activity.tool ?? "", code: true }]
}

function stopping(agent: Agent, { requests }: Facts): Now {
  const asked = requests.find(
    (request) => request.type === "shutdown" && request.status === "pending" && request.target === agent.name,
  )
  const since = asked?.created_at ?? agent.status_since
  if (agent.activity?.kind === "tool")
    return {
      main: [{ text: "Finishing " }, ...doing(agent.activity)],
      quiet: false,
      sub: "Then 30 s to answer",
      action: null,
      since,
      running: true,
    }
  return {
    main: plain("Waiting for its answer"),
    quiet: false,
    sub: "Silence for 30 s ends it",
    action: null,
    since,
    running: true,
  }
}

function idle(agent: Agent, { paused }: Facts): Now {
  const words = agent.last_words.trim().replaceAll(/\s+/g, " ")
  const since = agent.status_since
  if (agent.error)
    return { main: plain(agent.error), quiet: false, sub: "Tries again by itself", action: null, since, running: false }
  if (agent.unread > 0 && paused)
    return {
      main: plain("The team is paused"),
      quiet: true,
      sub: "Goes on when it is resumed",
      action: null,
      since,
      running: false,
    }
  if (words)
    return {
      main: plain(`“${words}”`),
      quiet: true,
      sub: "Last words to the lead",
      action: null,
      since,
      running: false,
    }
  const first = agent.kind === "external" ? "Works elsewhere, behind the same gate" : "Nothing to do yet"
  return {
    main: plain(first),
    quiet: true,
    sub: agent.kind === "external" ? "External teammate" : "Costs nothing",
    action: null,
    since,
    running: false,
  }
}

/** "Left at 13:58 when asked by the lead". */
export function leftPieces(agent: Agent, requests: readonly Request[]): NowPiece[] {
  const at = agent.ended_at ?? agent.status_since
  const asked = requests.findLast(
    (request) =>
      request.type === "shutdown" &&
      request.status === "approved" &&
      request.target === agent.name &&
      request.generation === agent.generation,
  )
  if (!asked) return [{ text: "Left at " }, { at }]
  const asker = whoIs(asked.opened_by)
  const reason = asked.resolution?.reason
  if (reason === "forced") return [{ text: "Ended at " }, { at }, { text: ` by ${whoIs(asked.resolution!.by)}` }]
  if (reason === "expired") return [{ text: "Ended at " }, { at }, { text: `, it did not answer ${asker}` }]
  return [{ text: "Left at " }, { at }, { text: ` when asked by ${asker}` }]
}
