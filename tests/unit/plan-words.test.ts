// What a review says about a plan: what became of its agent after the signature, and a plan that names nothing.
import { expect, test } from "vitest"
import { planFacts } from "@/components/plan/plan-facts"
import { afterwards, signerOf } from "@/components/plan/signer"
import type { AgentStatus } from "@/lib/core/agent"
import { aRequest, at } from "../support/view-fixtures"

const viewer = { name: "dana", role: "operator", label: "Dana" } as const
const decided = (status: "approved" | "rejected") =>
  aRequest({ status, resolution: { by: "human:dana", reason: "decided", feedback: "", at: at(10) } })

test.each<[AgentStatus, "approved" | "rejected", number | null, string]>([
  ["waiting", "approved", null, "otto is working."],
  ["working", "approved", null, "otto is working."],
  ["idle", "approved", null, "otto is done and idle."],
  ["waiting", "approved", 1, "otto waits with another plan."],
  ["failed", "approved", null, "otto has failed since; its inbox is kept."],
  ["shutdown", "rejected", null, "otto has left since."],
  ["working", "rejected", null, "otto plans again; its gate stays shut."],
  ["waiting", "rejected", 2, "otto sent revision 2."],
])("one that is %s after its plan was %s, with revision %s since", (status, fate, revision, sentence) => {
  const next = revision === null ? undefined : aRequest({ request_id: "req_2", revision })
  expect(afterwards(decided(fate), { name: "otto", status }, next)).toBe(sentence)
})

test("people are named with a capital, whoever they are to the reader", () => {
  expect(signerOf("human:dana", viewer)).toMatchObject({ name: "Dana", isYou: true })
  expect(signerOf("human:priya", viewer)).toMatchObject({ name: "Priya", isYou: false })
  expect(signerOf("agent:otto", viewer).name).toBe("otto")
})

test("a plan that names nothing grants everything, and the facts say so; one that names files may run no command", () => {
  const detail = { revisions: [], new_files: [], sandbox: true }
  const whole = planFacts(detail, aRequest())
  expect([whole.whole, whole.filesHead, whole.commandsHead]).toEqual([true, "Any file", "Any command"])
  const some = planFacts(detail, aRequest({ payload: { ...aRequest().payload, files: ["a.ts"] } }))
  expect([some.whole, some.filesHead, some.commandsHead]).toEqual([false, "1 file", "No commands"])
})
