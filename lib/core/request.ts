// A request: one run of a protocol. `pending → approved | rejected`, exactly once.
import { z } from "zod"
import { Risk } from "./policy"

export const RequestStatus = z.enum(["pending", "approved", "rejected"])
export type RequestStatus = z.infer<typeof RequestStatus>

export const RESOLUTION_REASONS = ["decided", "expired", "withdrawn", "superseded", "forced"] as const

/** A remark on one line or passage of a plan; it travels with the decision. */
export const Comment = z.strictObject({
  line: z.int().min(1).max(1_000_000).optional(),
  end_line: z.int().min(1).max(1_000_000).optional(),
  quote: z.string().max(4_000).optional(),
  text: z.string().trim().min(1, "a comment is empty").max(8_000),
})
export type Comment = z.infer<typeof Comment>

export const Resolution = z.object({
  by: z.string(),
  reason: z.enum(RESOLUTION_REASONS),
  feedback: z.string(),
  at: z.string(),
  comments: z.array(Comment).optional(),
  /** An approval sent without the digest of what was read. */
  unbound: z.boolean().optional(),
})
export type Resolution = z.infer<typeof Resolution>

export const Recommendation = z.object({
  by: z.string(),
  approve: z.boolean(),
  feedback: z.string(),
  at: z.string(),
})
export type Recommendation = z.infer<typeof Recommendation>

export const Request = z.object({
  request_id: z.string(),
  team: z.string(),
  type: z.string(),
  sender: z.string(),
  target: z.string(),
  /** Who set it going: `agent:otto`, `lead`, `human:dana`. */
  opened_by: z.string(),
  generation: z.int(),
  status: RequestStatus,
  payload: z.record(z.string(), z.unknown()),
  payload_sha256: z.string(),
  effective_risk: Risk,
  revision: z.int(),
  previous: z.string().nullable(),
  recommendation: Recommendation.nullable(),
  approvals: z.array(z.object({ by: z.string(), at: z.string() })),
  resolution: Resolution.nullable(),
  created_at: z.string(),
})
export type Request = z.infer<typeof Request>

/** The agent whose behaviour the request is about. */
export const subjectOf = (
  request: Pick<Request, "type" | "sender" | "target">,
  subject: "sender" | "target",
): string => (subject === "sender" ? request.sender : request.target)
