// The person of a disturbed run: decides every plan by the story's rule, asks one to leave at the end, and remembers each
// acknowledgement. When the server is away it asks again, as a person would.
import { setTimeout as pause } from "node:timers/promises"
import type { Request } from "@/lib/core/request"
import type { TeamView } from "@/lib/core/team-view"
import type { Decision } from "@/lib/server/requests/decide-request"
import { type FaultChild, NoAnswer, Refused } from "./fault-child"
import type { Promised } from "./fault-promises"
import { LEAVES, MATES, REVISES } from "./fault-story"

const EVERY_MS = 25
const BY = "human:dana"

/**
 * Ends when the story has, or at `enough`; gives up, with false, when nothing has happened for `patience` milliseconds.
 * A server that is away is no news: one that died by itself must not be waited for without end.
 */
export async function playPerson(
  server: () => FaultChild,
  team: string,
  promised: Promised,
  patience: number,
  enough: () => boolean = () => false,
): Promise<boolean> {
  let seen = 0
  for (let deadline = Date.now() + patience; Date.now() < deadline; await pause(EVERY_MS)) {
    try {
      const view = await server().ask("view", { team })
      if ((await takeStep(server(), view, promised)) || enough()) return true
      if (view.seq > seen) deadline = Date.now() + patience
      seen = view.seq
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
    }
  }
  return false
}

async function takeStep(server: FaultChild, view: TeamView, promised: Promised): Promise<boolean> {
  for (const request of view.requests)
    if (request.status === "pending" && request.type === "plan_approval") await decide(server, request, promised)
  const leaving = view.agents.find((agent) => agent.name === LEAVES)
  if (leaving?.status === "idle" && matesAre(view, ["idle"])) {
    const request = await server.ask("leave", { team: view.team.id, name: LEAVES })
    promised.requests.set(request.request_id, request.status)
  }
  return matesAre(view, ["idle", "shutdown"]) && leaving?.status === "shutdown" && atRest(view)
}

const matesAre = (view: TeamView, statuses: string[]): boolean =>
  MATES.every((name) =>
    view.agents.some(
      (agent) => agent.name === name && statuses.includes(agent.status) && agent.last_words === `${name} is done.`,
    ),
  )

/** Mail that wakes nobody may lie in the lead's inbox for good; a result is taken a second after it came. */
const atRest = (view: TeamView): boolean =>
  view.agents.every((agent) => agent.status === "idle" || agent.status === "shutdown") &&
  Date.now() - Math.max(...view.agents.map((agent) => Date.parse(agent.status_since))) > 1_500

/** The story's rule: everything is approved, but the first revision of one teammate's first plan. */
export function verdictOn(request: Request): Decision {
  const approve = !(request.payload.title === `${REVISES} first` && request.revision === 1)
  return { approve, feedback: approve ? "Go on." : "Say it better.", payload_sha256: request.payload_sha256 }
}

async function decide(server: FaultChild, request: Request, promised: Promised): Promise<void> {
  promised.requests.set(request.request_id, promised.requests.get(request.request_id) ?? "pending")
  try {
    const decision = verdictOn(request)
    const decided = await server.ask("decide", { request: request.request_id, decision, by: BY })
    promised.requests.set(decided.request_id, decided.status)
  } catch (error) {
    // Decided by this same person in a call whose answer was lost.
    if (!(error instanceof Refused) || error.code !== "conflict") throw error
  }
}
