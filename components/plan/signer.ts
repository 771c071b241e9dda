// Who signed, in words: `human:dana` is a person, `policy:…` a rule a person set, the others are named as they are.
import type { Agent } from "@/lib/core/agent"
import type { Viewer } from "@/lib/core/page-views"
import type { Request } from "@/lib/core/request"

export type Signer = { name: string; isYou: boolean; isPerson: boolean }

export function signerOf(by: string, viewer: Viewer): Signer {
  const [kind, ...rest] = by.split(":")
  const name = rest.join(":")
  if (kind === "human") {
    const isYou = name === viewer.name
    return { name: isYou ? viewer.label : capital(name), isYou, isPerson: true }
  }
  if (kind === "policy") return { name: `the policy “${name}”`, isYou: false, isPerson: false }
  if (kind === "agent") return { name, isYou: false, isPerson: false }
  return { name: kind === "system" ? "the server" : by, isYou: false, isPerson: false }
}

const ENDS: Record<string, string> = {
  expired: "expired",
  withdrawn: "withdrawn",
  superseded: "superseded",
  forced: "forced",
}

/** “rejected by you”, “withdrawn”, “waiting”. */
export function endWords(request: Request, viewer: Viewer): string {
  const { resolution, status } = request
  if (!resolution) return status === "pending" ? "waiting" : status
  const end = ENDS[resolution.reason]
  if (end) return end
  const signer = signerOf(resolution.by, viewer)
  return `${status} by ${signer.isYou ? "you" : signer.name}`
}

/** The word in the head of the review. */
export function statusWord(request: Request, needsPerson: boolean, viewer: Viewer): string {
  if (request.status === "pending") {
    if (!needsPerson) return "Under way"
    return viewer.role === "viewer" ? "Waiting for a person" : "Waiting for you"
  }
  const end = request.resolution ? ENDS[request.resolution.reason] : undefined
  return capital(end ?? request.status)
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const SINCE: Record<string, string> = {
  shutdown: "has left since.",
  stopping: "was asked to leave.",
  failed: "has failed since; its inbox is kept.",
}

/** What became of the agent after the signature; `next` is the plan of its own that it sent since. */
export function afterwards(request: Request, agent: Pick<Agent, "name" | "status">, next: Request | undefined): string {
  const { name, status } = agent
  if (request.type !== "plan_approval" || request.resolution?.reason !== "decided") return ""
  const since = SINCE[status]
  if (since) return `${name} ${since}`
  if (request.status === "rejected")
    return next ? `${name} sent revision ${next.revision}.` : `${name} plans again; its gate stays shut.`
  if (next?.status === "pending") return `${name} waits with another plan.`
  return status === "idle" ? `${name} is done and idle.` : `${name} is working.`
}
