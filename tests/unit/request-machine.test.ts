// The machine of a request, by property: whatever is thrown at it, it ends at most once, and only by who may end it.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { PROTOCOLS } from "@/lib/core/protocols"
import type { Request } from "@/lib/core/request"
import { type Answer, type Closing, transition } from "@/lib/core/transition"

const AT = "2026-01-02T03:04:05.678Z"
const DIGEST = "a".repeat(64)

function pending(type: "plan_approval" | "shutdown"): Request {
  return {
    request_id: "req_1",
    team: "team_1",
    type,
    sender: type === "shutdown" ? "human" : "otto",
    target: type === "shutdown" ? "otto" : "lead",
    opened_by: "agent:otto",
    generation: 2,
    status: "pending",
    payload:
      type === "shutdown"
        ? { reason: "" }
        : { title: "T", plan: "P", files: [], commands: [], risk: "low", rollback: "" },
    payload_sha256: DIGEST,
    effective_risk: "high",
    revision: 1,
    previous: null,
    recommendation: null,
    approvals: [],
    resolution: null,
    created_at: AT,
  }
}

const answer: fc.Arbitrary<Answer> = fc.record({
  kind: fc.constant("answer" as const),
  responseType: fc.constantFrom("plan_approval_response", "shutdown_response", "result"),
  by: fc.constantFrom("human:dana", "human:priya", "agent:otto", "agent:wren", "lead"),
  party: fc.constantFrom("human" as const, "lead" as const, "teammate" as const, "system" as const),
  agent: fc.option(fc.constantFrom("otto", "wren", "lead"), { nil: undefined }),
  generation: fc.option(fc.constantFrom(1, 2, 3), { nil: undefined }),
  approve: fc.boolean(),
  feedback: fc.string(),
  payload_sha256: fc.option(fc.constantFrom(DIGEST, "b".repeat(64)), { nil: undefined }),
  quorum: fc.constantFrom(1, 2),
  leadDecides: fc.boolean(),
})
const closing: fc.Arbitrary<Closing> = fc.record({
  kind: fc.constant("close" as const),
  reason: fc.constantFrom("expired" as const, "withdrawn" as const, "superseded" as const, "forced" as const),
  status: fc.constantFrom("approved" as const, "rejected" as const),
  by: fc.constant("system"),
  feedback: fc.constant(""),
})
const inputs = fc.array(fc.oneof({ weight: 4, arbitrary: answer }, { weight: 1, arbitrary: closing }), {
  maxLength: 20,
})
const types = fc.constantFrom("plan_approval" as const, "shutdown" as const)

describe("a request", () => {
  it("ends at most once, and nothing changes it afterwards", () => {
    fc.assert(
      fc.property(types, inputs, (type, sequence) => {
        let request = pending(type)
        let ends = 0
        for (const input of sequence) {
          const step = transition(PROTOCOLS[type]!, request, input, AT)
          if (!step.ok) continue
          expect(request.status).toBe("pending")
          request = step.request
          if (step.ended) ends++
          expect(step.ended).toBe(request.status !== "pending")
          expect(request.status === "pending").toBe(request.resolution === null)
        }
        expect(ends).toBeLessThanOrEqual(1)
      }),
    )
  })

  it("is answered only by the right type, the right party, the right generation and on the right digest", () => {
    fc.assert(
      fc.property(types, answer, (type, input) => {
        const protocol = PROTOCOLS[type]!
        const step = transition(protocol, pending(type), input, AT)
        const rightParty =
          type === "shutdown"
            ? input.party === "teammate" && input.agent === "otto"
            : input.party === "human" || (input.party === "lead" && input.leadDecides)
        const right =
          input.responseType === protocol.responseMessage &&
          rightParty &&
          (input.generation ?? 2) === 2 &&
          (input.payload_sha256 ?? DIGEST) === DIGEST
        expect(step.ok).toBe(right)
      }),
    )
  })

  it("needs as many different people as the policy asks for, and one rejection ends it", () => {
    const approve = (by: string): Answer => ({
      kind: "answer",
      responseType: "plan_approval_response",
      by,
      party: "human",
      approve: true,
      feedback: "",
      quorum: 2,
      leadDecides: false,
    })
    const plan = PROTOCOLS.plan_approval!
    const first = transition(plan, pending("plan_approval"), approve("human:dana"), AT)
    expect(first).toMatchObject({ ok: true, ended: false, effects: [], request: { status: "pending" } })
    const after = first.ok ? first.request : pending("plan_approval")
    expect(transition(plan, after, approve("human:dana"), AT)).toEqual({ ok: false, cause: "already_approved_by_you" })
    expect(transition(plan, after, approve("human:priya"), AT)).toMatchObject({
      ok: true,
      ended: true,
      request: { status: "approved" },
    })
    const no = { ...approve("human:priya"), approve: false }
    expect(transition(plan, after, no, AT)).toMatchObject({ ok: true, ended: true, request: { status: "rejected" } })
  })

  it("marks an approval sent without the digest as unbound", () => {
    const input: Answer = {
      kind: "answer",
      responseType: "plan_approval_response",
      by: "human:dana",
      party: "human",
      approve: true,
      feedback: "",
      quorum: 1,
      leadDecides: false,
    }
    const step = transition(PROTOCOLS.plan_approval!, pending("plan_approval"), input, AT)
    expect(step).toMatchObject({ ok: true, request: { resolution: { unbound: true } } })
    const bound = transition(
      PROTOCOLS.plan_approval!,
      pending("plan_approval"),
      { ...input, payload_sha256: DIGEST },
      AT,
    )
    expect(bound.ok && bound.request.resolution?.unbound).toBeUndefined()
  })
})
