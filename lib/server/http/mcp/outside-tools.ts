// The tools of an agent that runs elsewhere. They write our records only; its own machine it changes itself, after approval.
import "server-only"
import { and, eq } from "drizzle-orm"
import { z } from "zod"
import { PlanPayload } from "@/lib/core/plan"
import { closeGate, setStatus } from "@/lib/server/db/agent-rows"
import { tasks } from "@/lib/server/db/schema"
import type { Tx } from "@/lib/server/db/store"
import { postMessage } from "@/lib/server/inbox/post-message"
import { renderMessage } from "@/lib/server/inbox/render-mail"
import { takeMail } from "@/lib/server/inbox/take-mail"
import { respondShutdown } from "@/lib/server/tools/protocol-tools"
import { sendMessage } from "@/lib/server/tools/talk-tools"
import { claimTaskTool, completeTaskTool, listTasksTool } from "@/lib/server/tools/task-tools"
import type { AnyTool } from "@/lib/server/tools/tool"
import { act, type Outsider, type Rows } from "./outside-agent"
import { awaitOutsidePlan, decisionText, submitOutsidePlan, type Waiting } from "./outside-plan"

export type ToolAnswer = { text: string; isError?: boolean; facts?: Record<string, unknown> }
type Waits = Omit<Waiting, "seconds">

export type OutsideTool = {
  name: string
  description: string
  input: z.ZodType
  run(outsider: Outsider, input: unknown, waits: Waits): Promise<ToolAnswer>
}

const define = <I extends z.ZodType>(
  tool: Omit<OutsideTool, "input" | "run"> & {
    input: I
    run(outsider: Outsider, input: z.output<I>, waits: Waits): Promise<ToolAnswer>
  },
): OutsideTool => tool as OutsideTool

/** A tool of our own teammates, with what it does to an outside agent's status. */
function shared(tool: AnyTool, after?: Step): OutsideTool {
  if (tool.kind !== "records") throw new Error(`${tool.name} does more than write records`)
  return {
    name: tool.name,
    description: tool.description,
    input: tool.input,
    run: async (outsider, input) => {
      const { facts, protocols, store } = outsider.runtime
      const locks = await tool.locks(input, { db: store.read, team: outsider.team })
      return act(outsider, locks === "all" ? [] : locks, async (tx, rows) => {
        const context = { facts, protocols, team: rows.team, turn: rows.self.turn }
        const outcome = await tool.write(tx, context, rows.self, rows.all, input)
        if (!outcome.isError) await after?.(tx, rows)
        return { text: outcome.text, isError: outcome.isError }
      })
    },
  }
}

type Step = (tx: Tx, rows: Rows) => Promise<void>

const beginWork: Step = async (tx, { self }) => {
  if (self.status === "idle") await setStatus(tx, self, "working")
}

/** With its last task done it is idle, and what was granted for the work ends with it. */
const restWhenDone: Step = async (tx, { self, lead }) => {
  if (self.status !== "working") return
  const mine = and(eq(tasks.team, self.team), eq(tasks.owner, self.name), eq(tasks.status, "claimed"))
  if ((await tx.db.select({ id: tasks.id }).from(tasks).where(mine)).length > 0) return
  await closeGate(tx, self, "finished")
  await setStatus(tx, self, "idle", { gate: self.planRequired ? "plan_required" : "open" })
  await postMessage(tx, lead, { from: self.name, type: "idle_notification", content: `${self.name} is idle.` })
}

export const OUTSIDE_TOOLS: readonly OutsideTool[] = [
  define({
    name: "submit_plan",
    description:
      "Submit a plan before you change anything. Name every file and command you need. Returns a request_id: wait for the person's decision with await_decision, and change nothing before it says approved.",
    input: PlanPayload,
    run: async (outsider, plan) => {
      const { request_id, revision, status } = await submitOutsidePlan(outsider, plan)
      const text = `Submitted as ${request_id}, revision ${revision}. Call await_decision with this request_id now.`
      return { text, facts: { request_id, revision, status } }
    },
  }),
  define({
    name: "await_decision",
    description:
      "Wait until a person has decided your plan. When it answers pending, or the line breaks, call it again: nothing is lost.",
    input: z.strictObject({
      request_id: z.string().min(1).max(100),
      // Clients give up on a call after a minute unless told otherwise.
      wait_seconds: z.int().min(0).max(3_600).default(50),
    }),
    run: async (outsider, { request_id, wait_seconds }, waits) => {
      const request = await awaitOutsidePlan(outsider, request_id, { ...waits, seconds: wait_seconds })
      const { status, resolution } = request
      return { text: decisionText(outsider, request), facts: { request_id, status, resolution } }
    },
  }),
  define({
    name: "check_inbox",
    description: "Take the mail that has arrived for you: messages, decisions, requests to leave.",
    input: z.strictObject({}),
    run: (outsider) =>
      act(outsider, [], async (tx, { self }) => {
        const mail = await takeMail(tx, outsider.runtime.protocols, self, null)
        return { text: mail.length === 0 ? "Your inbox is empty." : mail.map(renderMessage).join("\n\n") }
      }),
  }),
  shared(sendMessage),
  shared(listTasksTool),
  shared(claimTaskTool, beginWork),
  shared(completeTaskTool, restWhenDone),
  shared(respondShutdown),
]
