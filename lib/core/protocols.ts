// The protocols: one object each. Opening, queueing, deciding, forwarding, timeline and tests are derived from this table.
import { z } from "zod"
import { effectiveRisk, PlanPayload, planTitle } from "./plan"
import type { Risk } from "./policy"

/** Who a party is to one request. */
export type Party = "teammate" | "lead" | "human" | "policy" | "system"

export type ShownField = { label: string; value: string }

export type Protocol = {
  /** Stored as text in `requests.type`, so a new protocol needs no migration. */
  type: string
  /** What a person calls it: "plan approval". */
  label: string
  requestMessage: string
  responseMessage: string
  payload: z.ZodType<Record<string, unknown>>
  /** The tool by which a teammate opens it; its input is the payload. */
  tool?: { name: string; description: string }
  /** Whose behaviour the request is about; its generation is the one the request is bound to. */
  subject: "sender" | "target"
  mayOpen: readonly Party[]
  /** `human`: a person decides and the lead forwards the answer. `target`: the agent that was asked answers. */
  answeredBy: "human" | "target"
  /** A rejected one is followed by a revision: the next one of the same sender counts up and names it. */
  revisable: boolean
  /** While it is pending, the subject is `waiting` and makes no model call. */
  parks: boolean
  risk(payload: Record<string, unknown>, machine: { sandbox: boolean }): Risk
  title(payload: Record<string, unknown>): string
  summary(payload: Record<string, unknown>): string
  fields(payload: Record<string, unknown>): ShownField[]
  /** What an answer does beyond resolving and forwarding; `requests/advance` carries these out in the same transaction. */
  onApproved: readonly Consequence[]
  onRejected: readonly Consequence[]
}

export type Consequence = "open_gate" | "shut_gate" | "terminate" | "carry_on"

const asPlan = (payload: Record<string, unknown>) => payload as PlanPayload

export const ShutdownPayload = z.strictObject({ reason: z.string().max(4_000).default("") })

const planApproval: Protocol = {
  type: "plan_approval",
  label: "plan approval",
  requestMessage: "plan_approval_request",
  responseMessage: "plan_approval_response",
  payload: PlanPayload,
  tool: {
    name: "submit_plan",
    description:
      "Submit a plan and wait for a person's decision. Name every file (workspace-relative globs) and command (`*` at the end matches the rest) you need: the approval grants exactly those. Nothing else of this turn runs after it.",
  },
  subject: "sender",
  mayOpen: ["teammate"],
  answeredBy: "human",
  revisable: true,
  parks: true,
  risk: (payload, machine) => effectiveRisk(asPlan(payload), machine),
  title: (payload) => planTitle(asPlan(payload)),
  summary: (payload) => asPlan(payload).plan,
  fields: (payload) => [
    { label: "Files", value: asPlan(payload).files.join("\n") },
    { label: "Commands", value: asPlan(payload).commands.join("\n") },
    { label: "Rollback", value: asPlan(payload).rollback },
  ],
  onApproved: ["open_gate"],
  onRejected: ["shut_gate"],
}

const shutdown: Protocol = {
  type: "shutdown",
  label: "shutdown",
  requestMessage: "shutdown_request",
  responseMessage: "shutdown_response",
  payload: ShutdownPayload,
  subject: "target",
  mayOpen: ["lead", "human"],
  answeredBy: "target",
  revisable: false,
  parks: false,
  risk: () => "low",
  title: () => "Shut down",
  summary: (payload) => String(payload.reason ?? ""),
  fields: (payload) => [{ label: "Reason", value: String(payload.reason ?? "") }],
  onApproved: ["terminate"],
  onRejected: ["carry_on"],
}

export type ProtocolTable = Readonly<Record<string, Protocol>>

export const PROTOCOLS: ProtocolTable = { plan_approval: planApproval, shutdown }

export function protocolOf(type: string, table: ProtocolTable = PROTOCOLS): Protocol | undefined {
  return Object.hasOwn(table, type) ? table[type] : undefined
}

/** Every message type a protocol speaks, with the protocol it belongs to. */
export function protocolOfMessage(
  messageType: string,
  table: ProtocolTable = PROTOCOLS,
): { protocol: Protocol; kind: "request" | "response" } | undefined {
  for (const protocol of Object.values(table)) {
    if (protocol.requestMessage === messageType) return { protocol, kind: "request" }
    if (protocol.responseMessage === messageType) return { protocol, kind: "response" }
  }
  return undefined
}
