// The machine of a request: `transition(request, input)` is pure; it returns the next state and its effects and runs none.
import type { Consequence, Party, Protocol } from "./protocols"
import { type Comment, type Request, type Resolution, subjectOf } from "./request"

export type Answer = {
  kind: "answer"
  /** The message type of the answer; it must be the protocol's own. */
  responseType: string
  /** Who answers, as `resolution.by` names it: `human:dana`, `agent:bram`, `lead`, `policy:low-to-lead`. */
  by: string
  party: Party
  /** The agent that answers, when one does. */
  agent?: string
  generation?: number
  approve: boolean
  feedback: string
  comments?: Comment[]
  payload_sha256?: string
  /** How many different people must approve. */
  quorum: number
  /** The lead may decide this one: the policy hands its risk over. */
  leadDecides: boolean
}

/** An end that is not an answer: the world around the request changed. */
export type Closing = {
  kind: "close"
  reason: "expired" | "withdrawn" | "superseded" | "forced"
  status: "approved" | "rejected"
  by: string
  feedback: string
}

export type IgnoreCause =
  | "unknown_id"
  | "wrong_type"
  | "wrong_party"
  | "other_generation"
  | "already_decided"
  | "digest_mismatch"
  | "already_approved_by_you"

export type Effect =
  | { kind: "forward"; to: string; approve: boolean; feedback: string; comments: Comment[] }
  | { kind: "consequence"; what: Consequence }

export type Step = { ok: true; request: Request; effects: Effect[]; ended: boolean } | { ok: false; cause: IgnoreCause }

const ignored = (cause: IgnoreCause): Step => ({ ok: false, cause })

export function transition(protocol: Protocol, request: Request, input: Answer | Closing, at: string): Step {
  if (input.kind === "close") {
    if (request.status !== "pending") return ignored("already_decided")
    return end(protocol, request, input.status, { by: input.by, reason: input.reason, feedback: input.feedback, at })
  }
  // What can never be right for this request is said before what merely comes late.
  if (input.responseType !== protocol.responseMessage) return ignored("wrong_type")
  if (!mayAnswer(protocol, request, input)) return ignored("wrong_party")
  if (input.generation !== undefined && input.generation !== request.generation) return ignored("other_generation")
  if (request.status !== "pending") return ignored("already_decided")
  if (input.payload_sha256 !== undefined && input.payload_sha256 !== request.payload_sha256)
    return ignored("digest_mismatch")

  const bound = input.party !== "human" || input.payload_sha256 !== undefined
  if (input.approve && input.party === "human" && input.quorum > 1) {
    if (request.approvals.some((approval) => approval.by === input.by)) return ignored("already_approved_by_you")
    const approvals = [...request.approvals, { by: input.by, at }]
    if (approvals.length < input.quorum)
      return { ok: true, request: { ...request, approvals }, effects: [], ended: false }
    request = { ...request, approvals }
  } else if (input.approve && input.party === "human") {
    request = { ...request, approvals: [...request.approvals, { by: input.by, at }] }
  }
  const resolution: Resolution = { by: input.by, reason: "decided", feedback: input.feedback, at }
  if (input.comments && input.comments.length > 0) resolution.comments = input.comments
  if (!bound && input.approve) resolution.unbound = true
  return end(protocol, request, input.approve ? "approved" : "rejected", resolution)
}

function mayAnswer(protocol: Protocol, request: Request, input: Answer): boolean {
  if (protocol.answeredBy === "target") return input.party === "teammate" && input.agent === request.target
  if (input.party === "human" || input.party === "policy") return true
  return input.party === "lead" && input.leadDecides
}

function end(protocol: Protocol, request: Request, status: "approved" | "rejected", resolution: Resolution): Step {
  const effects: Effect[] = []
  // One who takes its own request back, or replaces it, needs no answer to it.
  const answered = resolution.reason !== "withdrawn" && resolution.reason !== "superseded"
  const told = protocol.answeredBy === "human" ? subjectOf(request, protocol.subject) : "lead"
  if (answered)
    effects.push({
      kind: "forward",
      to: told,
      approve: status === "approved",
      feedback: resolution.feedback,
      comments: resolution.comments ?? [],
    })
  const consequences = status === "approved" ? protocol.onApproved : protocol.onRejected
  if (answered) for (const what of consequences) effects.push({ kind: "consequence", what })
  return { ok: true, request: { ...request, status, resolution }, effects, ended: true }
}
