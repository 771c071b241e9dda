// A stage for the rehearsal: inboxes, tools that answer plausibly, and a person who decides; everything else is the model's.
import { expect } from "vitest"
import { escapeMail } from "@/lib/core/mail-markup"
import { toApiMessages } from "@/lib/server/model/conversation"
import type { ContentBlock, ModelRequest, Turn } from "@/lib/server/model/model-client"
import { rehearse } from "@/lib/server/model/rehearsal-client"
import { objectionTo } from "../support/messages-api-refusals"
import type { ApiMessage } from "../support/messages-api-request"

export type Plan = {
  title: string
  plan: string
  files: string[]
  commands: string[]
  risk: string
  rollback: string
  by: string
  request: string
}
export type Decision = { approve: boolean; words?: string }
type Mail = { from: string; type: string; content: string; request?: string; approve?: boolean }
type Actor = {
  name: string
  role: string
  entries: Turn[]
  inbox: Mail[]
  parked: boolean
  owes: boolean
  gone: boolean
}

export class Stage {
  readonly files = new Map<string, string>()
  readonly plans: Plan[] = []
  readonly log: string[] = []
  readonly requests: ModelRequest[] = []
  readonly said: { by: string; text: string }[] = []
  readonly recommendations: { request: string; approve: boolean; feedback: string }[] = []
  private readonly actors = new Map<string, Actor>()
  private ids = 0

  constructor(private readonly decide: (plan: Plan, nth: number) => Decision = () => ({ approve: true })) {
    this.join("lead", "lead")
  }

  join(name: string, role: string): void {
    this.actors.set(name, { name, role, entries: [], inbox: [], parked: false, owes: false, gone: false })
  }

  saidBy(name: string): string {
    return this.said.flatMap((line) => (line.by === name ? [line.text] : [])).join("\n")
  }

  isGone(name: string): boolean {
    return this.actors.get(name)?.gone === true
  }

  post(to: string, mail: Mail): void {
    this.actors.get(to)?.inbox.push(mail)
  }

  /** A person speaks, and everybody acts until nobody has anything left to do. */
  tell(words: string, to = "lead"): void {
    this.post(to, { from: "human", type: "message", content: words })
    for (let turns = 0; this.step(); turns++) expect(turns, "the scene never ends").toBeLessThan(60)
  }

  private step(): boolean {
    const ready = [...this.actors.values()].find(
      (actor) => !actor.gone && !actor.parked && (actor.owes || wakes(actor)),
    )
    if (!ready) return this.decideNext()
    this.turn(ready)
    return true
  }

  private decideNext(): boolean {
    const waiting = [...this.actors.values()].find((actor) => actor.parked && !actor.gone)
    if (!waiting) return false
    const plan = this.plans.findLast((one) => one.by === waiting.name)!
    const { approve, words = "" } = this.decide(plan, this.plans.length)
    const verdict = approve ? "Approved" : "Rejected"
    const end = approve ? "Your gate is open for what this plan names." : "Your gate stays shut. Revise the plan."
    const content = [`${verdict} by human:dana: plan approval “${plan.title}”.`, words, end]
      .filter(Boolean)
      .join("\n\n")
    const answer = { type: "plan_approval_response", content, request: plan.request, approve }
    this.post(waiting.name, { ...answer, from: "lead" })
    this.post("lead", { ...answer, from: "human" })
    waiting.parked = false
    return true
  }

  private turn(actor: Actor): void {
    if (actor.inbox.length > 0)
      actor.entries.push({ role: "user", content: actor.inbox.splice(0).map((mail) => this.render(mail)) })
    const request: ModelRequest = {
      model: "rehearsal",
      system: `You are ${actor.name}, ${actor.role} in team "Demo".\n\nRules.`,
      tools: [],
      messages: toApiMessages(actor.entries),
      maxTokens: 1_000,
      userId: `team_1:${actor.name}`,
    }
    this.requests.push(request)
    const messages = request.messages as ApiMessage[]
    expect(
      objectionTo({ model: "m", max_tokens: 1, messages, metadata: { user_id: request.userId } }, false),
    ).toBeNull()
    const answer = rehearse(request)
    actor.entries.push({ role: "assistant", content: answer.content })
    const text = answer.content.flatMap((block) => (block.type === "text" ? [String(block.text)] : [])).join("\n")
    this.said.push({ by: actor.name, text })
    const uses = answer.content.filter((block) => block.type === "tool_use")
    const results = uses.map((use) => this.result(actor, use))
    if (results.length > 0) actor.entries.push({ role: "user", content: results })
    actor.owes = uses.length > 0
    if (uses.length === 0 && actor.name !== "lead") {
      this.post("lead", { from: actor.name, type: "result", content: text })
      this.post("lead", { from: actor.name, type: "idle_notification", content: `${actor.name} is idle.` })
    }
  }

  private render(mail: Mail): ContentBlock {
    const extra = `${mail.request ? ` request_id="${mail.request}"` : ""}${mail.approve === undefined ? "" : ` approve="${mail.approve}"`}`
    return {
      type: "text",
      text: `<message id="msg_${++this.ids}" from="${mail.from}" type="${mail.type}"${extra}>\n${escapeMail(mail.content)}\n</message>`,
    }
  }

  private result(actor: Actor, use: ContentBlock): ContentBlock {
    const input = use.input as Record<string, string>
    this.log.push(`${actor.name} ${use.name}`)
    const content = this.run(actor, String(use.name), input)
    return { type: "tool_result", tool_use_id: use.id, content, ...(content.startsWith("Error") && { is_error: true }) }
  }

  private run(actor: Actor, tool: string, input: Record<string, string>): string {
    switch (tool) {
      case "spawn_teammate":
        if (this.actors.has(input.name!) && !this.isGone(input.name!))
          return `Error: "${input.name}" is already in this team (idle).`
        this.join(input.name!, input.role!)
        this.post(input.name!, { from: "lead", type: "message", content: input.prompt! })
        return `Spawned ${input.name}.`
      case "send_message":
        if (!this.actors.has(input.to!)) return `Error: there is no "${input.to}" in this team.`
        this.post(input.to!, { from: actor.name, type: "message", content: input.content! })
        return `Sent to ${input.to}.`
      case "review_plan":
        this.recommendations.push({
          request: input.request_id!,
          approve: Boolean(input.approve),
          feedback: input.feedback!,
        })
        return "Your recommendation stands beside the plan. A person decides."
      case "list_teammates":
        return [...this.actors.keys()].filter((name) => name !== "lead").join("\n") || "There are no teammates."
      case "request_shutdown": {
        const leaving = this.actors.get(input.teammate!)
        if (!leaving) return `Error: there is no "${input.teammate}" in this team.`
        leaving.gone = true
        this.post("lead", {
          from: leaving.name,
          type: "shutdown_response",
          content: `Approved by agent:${leaving.name}: shutdown.`,
          request: "req_s",
          approve: true,
        })
        this.post("lead", {
          from: "system",
          type: "teammate_terminated",
          content: `${leaving.name} has left the team.`,
        })
        return `Asked ${input.teammate}.`
      }
      case "submit_plan":
        this.plans.push({ ...(input as unknown as Plan), by: actor.name, request: `req_${this.plans.length + 1}` })
        this.post("lead", {
          from: actor.name,
          type: "plan_approval_request",
          content: `${input.title}\n\n${input.plan}`,
          request: `req_${this.plans.length}`,
        })
        actor.parked = true
        return `Submitted as req_${this.plans.length}.`
      case "list_files":
        return [...this.files.keys()].sort().join("\n") || `No files match ${input.pattern}`
      case "write_file":
        this.files.set(input.path!, input.content!)
        return `Wrote ${input.path}.`
      case "read_file":
        return this.files.get(input.path!) ?? `Error: ${input.path} does not exist.`
      case "bash":
        return "(no output)"
      case "respond_shutdown":
        actor.gone = true
        return "You have left the team."
      default:
        return `Error: unknown tool ${tool}`
    }
  }
}

/** As on the server: copies and notices wait for company. */
const wakes = (actor: Actor): boolean =>
  actor.inbox.some(
    (mail) =>
      mail.type !== "idle_notification" &&
      mail.type !== "teammate_terminated" &&
      !(actor.name === "lead" && mail.type === "plan_approval_response"),
  )
