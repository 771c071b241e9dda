// The tools that speak a protocol: plans, their review, and leaving.
import "server-only"
import { and, eq } from "drizzle-orm"
import { z } from "zod"
import { AppError } from "@/lib/core/errors"
import { LEAD } from "@/lib/core/ids"
import { leadDecides, Policy } from "@/lib/core/policy"
import type { Protocol } from "@/lib/core/protocols"
import { closeGate, notInTeam, requirePlans } from "@/lib/server/db/agent-rows"
import type { Database } from "@/lib/server/db/database"
import { requests } from "@/lib/server/db/schema"
import { memberNames } from "@/lib/server/inbox/member-names"
import { postMessage } from "@/lib/server/inbox/post-message"
import { answerShutdown } from "@/lib/server/requests/answer-shutdown"
import { openRequest } from "@/lib/server/requests/open-request"
import { recommend } from "@/lib/server/requests/recommend"
import { askToLeave } from "@/lib/server/requests/request-shutdown"
import { addTeammate, NewTeammate } from "@/lib/server/teams/add-teammate"
import { refusable } from "./task-tools"
import { type AnyTool, defineTool, failed, said } from "./tool"

const requestId = z.string().min(1).max(100)

async function findInTeam(db: Database, team: string, id: string) {
  const rows = await db
    .select()
    .from(requests)
    .where(and(eq(requests.team, team), eq(requests.id, id)))
  return rows[0] ?? null
}

/** The tool by which a teammate opens a request of this protocol: made from its entry in the table, like all the rest. */
export const openingTool = (protocol: Protocol & { tool: NonNullable<Protocol["tool"]> }): AnyTool =>
  defineTool<Record<string, unknown>>({
    kind: "records",
    name: protocol.tool.name,
    for: "teammate",
    description: protocol.tool.description,
    input: protocol.payload,
    summary: (input) => protocol.title(input),
    locks: () => [LEAD],
    write: (tx, context, self, others, input) =>
      refusable(async () => {
        const lead = others.get(LEAD)
        if (!lead) throw new AppError("not_found", "This team has no lead.")
        const request = await openRequest(tx, context, {
          team: context.team,
          type: protocol.type,
          sender: self.name,
          party: "teammate",
          by: `agent:${self.name}`,
          target: lead,
          subject: self,
          payload: input,
        })
        const told = `Submitted as ${request.request_id}, revision ${request.revision}.`
        if (!protocol.parks) return said(`${told} Its answer reaches you as a message.`, "asked")
        const parked = said(`${told} You are parked until a person decides.`, `revision ${request.revision}`)
        return { ...parked, ends: "parked" }
      }),
  })

export const respondShutdown = defineTool<{ request_id: string; approve: boolean; reason?: string }>({
  kind: "records",
  name: "respond_shutdown",
  for: "teammate",
  description:
    "Answer a shutdown_request made of you: approve to leave now, or refuse with a reason that the person reads.",
  input: z.strictObject({ request_id: requestId, approve: z.boolean(), reason: z.string().max(4_000).optional() }),
  summary: (input) => (input.approve ? "agrees" : "refuses"),
  locks: () => [LEAD],
  write: async (tx, context, self, _others, input) => {
    if (!input.approve && !input.reason?.trim()) return failed("Error: a refusal needs a reason.")
    const answer = { ...input, reason: input.reason ?? "" }
    const answered = await tx.recordLast(() => answerShutdown(tx, context, self, answer))
    if (!answered.ok) return failed(`Error: this answer changed nothing (${answered.cause}).`, "ignored")
    if (answered.left) return { ...said("You have left the team.", "left"), ends: "left" }
    return said("Your refusal was passed on. Go on with your work.", "refused")
  },
})

export const requestShutdownTool = defineTool<{ teammate: string; reason?: string }>({
  kind: "records",
  name: "request_shutdown",
  for: "lead",
  description: "Ask a teammate to finish and leave. It answers; check_request tells how it ended.",
  input: z.strictObject({ teammate: z.string().min(1).max(64), reason: z.string().max(4_000).optional() }),
  summary: (input) => input.teammate,
  locks: (input) => [input.teammate],
  write: (tx, context, _self, _others, input) =>
    refusable(async () => {
      const { request } = await askToLeave(tx, context, context.team.id, input.teammate, {
        reason: input.reason ?? "",
        force: false,
        sender: LEAD,
        by: LEAD,
      })
      const text =
        request.status === "pending"
          ? `Asked ${input.teammate} to leave (${request.request_id}); it finishes what it is doing and answers.`
          : `${input.teammate} has left (${request.request_id}).`
      return said(text, request.status)
    }),
})

export const checkRequest = defineTool<{ request_id: string }>({
  kind: "records",
  name: "check_request",
  for: "lead",
  description: "Read a request: its type, status and how it ended.",
  input: z.strictObject({ request_id: requestId }),
  summary: (input) => input.request_id,
  locks: () => [],
  write: async (tx, { team }, _self, _others, input) => {
    const row = await findInTeam(tx.db, team.id, input.request_id)
    if (!row) return failed(`Error: there is no request "${input.request_id}" in this team.`)
    const { id, type, sender, target, status, revision, effectiveRisk, resolution } = row
    const facts = { request_id: id, type, sender, target, status, revision, effective_risk: effectiveRisk, resolution }
    return said(JSON.stringify(facts, null, 2), status)
  },
})

export const requestPlan = defineTool<{ teammate: string; task: string }>({
  kind: "records",
  name: "request_plan",
  for: "lead",
  description: "Give a teammate work for which it must submit a plan first; closes its gate.",
  input: z.strictObject({ teammate: z.string().min(1).max(64), task: z.string().trim().min(1).max(20_000) }),
  summary: (input) => input.teammate,
  locks: (input) => [input.teammate],
  write: (tx, { team }, self, others, input) =>
    refusable(async () => {
      const mate = others.get(input.teammate)
      if (!mate || mate.name === LEAD) throw notInTeam(input.teammate, await memberNames(tx.db, team.id))
      if (mate.planRequired) await closeGate(tx, mate, "reassigned")
      else await requirePlans(tx, mate)
      await postMessage(tx, mate, {
        from: self.name,
        type: "task_assigned",
        content: `${input.task}\n\nSubmit a plan for this with submit_plan before you change anything.`,
        metadata: { plan: true },
      })
      return said(`Asked ${mate.name} for a plan.`, "asked")
    }),
})

export const reviewPlan = defineTool<{ request_id: string; approve: boolean; feedback?: string }>({
  kind: "records",
  name: "review_plan",
  for: "lead",
  description:
    "Give your recommendation on a pending plan; a person reads it beside the plan and decides. It decides only where the team's policy hands that risk to you.",
  input: z.strictObject({ request_id: requestId, approve: z.boolean(), feedback: z.string().max(20_000).optional() }),
  summary: (input) => (input.approve ? "recommends to approve" : "recommends to reject"),
  locks: async (input, { db, team }) => {
    const row = await findInTeam(db, team, input.request_id)
    return row ? [row.sender] : []
  },
  write: (tx, context, self, others, input) =>
    refusable(async () => {
      const policy = Policy.parse(context.team.policy)
      const decided = await recommend(tx, context, self, others, { ...input, feedback: input.feedback ?? "" }, (risk) =>
        leadDecides(policy, risk),
      )
      return said(
        decided
          ? `Decided: ${input.approve ? "approved" : "rejected"}, as the policy lets you.`
          : "Your recommendation stands beside the plan. A person decides.",
        decided ? "decided" : "recommended",
      )
    }),
})

export const spawnTeammate = defineTool<NewTeammate>({
  kind: "records",
  name: "spawn_teammate",
  for: "lead",
  description:
    "Bring a teammate into the team, with its first instructions. It must have a plan approved before it changes anything.",
  input: NewTeammate,
  summary: (input) => input.name,
  locks: () => [],
  write: (tx, context, _self, _others, input) =>
    refusable(async () => {
      const agent = await addTeammate(tx, context, context.team, input, { from: "lead", by: LEAD })
      return said(`${agent.name} joined as ${agent.role} (generation ${agent.generation}).`, "joined")
    }),
})
