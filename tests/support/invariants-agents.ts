// Agents: conversations a model can be handed, mail delivered exactly once, and nobody who waits for nothing.
import { wakeDelay } from "@/lib/core/message"
import { bearer, type Check, countBy, type Evidence, type Finding } from "./invariants-evidence"

type AgentRow = Evidence["agents"][number]
type Entry = Evidence["entries"][number]

export const checkAgents: Check = (evidence) => ({
  findings: evidence.agents.flatMap((agent) => [
    ...conversation(agent, evidence),
    ...deliveries(agent, evidence),
    ...turnsOf(agent, evidence),
    ...stuck(agent, evidence),
  ]),
  counts: {
    agents: evidence.agents.length,
    turns: evidence.turns.length,
    "turns resumed": evidence.events.filter((event) => event.type === "turn.started" && event.data.resumed).length,
    entries: evidence.entries.length,
    messages: evidence.messages.length,
    delivered: evidence.messages.filter((message) => message.deliveredAt !== null).length,
  },
})

const ids = (entry: Entry | undefined, type: string, key: string): string[] =>
  (entry?.content ?? []).filter((block) => block.type === type).map((block) => String(block[key]))

const ownEntries = (agent: AgentRow, { entries }: Evidence) =>
  entries.filter((entry) => entry.agent === agent.name && entry.generation === agent.generation)
const ownTurns = (agent: AgentRow, { turns }: Evidence) =>
  turns.filter((turn) => turn.agent === agent.name && turn.generation === agent.generation)
const ownMail = (agent: AgentRow, { messages }: Evidence) =>
  messages.filter((message) => message.to === agent.name && message.toGeneration === agent.generation)

/** Read from the rows themselves, so that nothing the server fills in when it sends them can hide a gap. */
function conversation(agent: AgentRow, evidence: Evidence): Finding[] {
  const findings: Finding[] = []
  const found = (detail: string) =>
    findings.push({ invariant: "conversations valid", detail: `${bearer(agent.name, agent.generation)}: ${detail}` })
  const own = ownEntries(agent, evidence)
  const running = ownTurns(agent, evidence).some((turn) => turn.state === "running")
  if (own.length !== agent.entries) found(`${own.length} entries, counted as ${agent.entries}`)
  if (own[0] && own[0].role !== "user") found("it does not begin with the user")
  for (const [index, entry] of own.entries()) {
    if (entry.id !== index + 1) found(`entry ${index + 1} has id ${entry.id}`)
    const before = own[index - 1]
    const asked = before?.role === "assistant" ? ids(before, "tool_use", "id") : []
    const answered = ids(entry, "tool_result", "tool_use_id")
    if (asked.join() !== answered.join())
      found(`entry ${entry.id} answers [${answered.join(", ")}] where [${asked.join(", ")}] was asked`)
    if (before?.role === "assistant" && entry.role === "assistant") found(`two answers in a row at entry ${entry.id}`)
  }
  const open = own.at(-1)?.role === "assistant" ? ids(own.at(-1), "tool_use", "id") : []
  if (open.length > 0 && !running && agent.status !== "shutdown") found(`${open.join(", ")} never got a result`)
  const unique = own.flatMap((entry) => (entry.role === "assistant" ? ids(entry, "tool_use", "id") : []))
  if (new Set(unique).size < unique.length) found("a tool_use id occurs twice")
  return findings
}

function deliveries(agent: AgentRow, evidence: Evidence): Finding[] {
  const findings: Finding[] = []
  const found = (detail: string) => findings.push({ invariant: "mail delivered exactly once", detail })
  const mail = ownMail(agent, evidence)
  const text = ownEntries(agent, evidence)
    .filter((entry) => entry.role === "user")
    .flatMap((entry) => entry.content.map((block) => String(block.text ?? block.content ?? "")))
    .join("\n")
  const shown = countBy([...text.matchAll(/<message id="([^"]+)"/g)], (match) => match[1] ?? null)
  const events = (type: string) =>
    countBy(evidence.events, (event) => (event.type === type ? String(event.data.message_id) : null))
  const sent = events("message.sent")
  const delivered = events("message.delivered")
  for (const message of mail) {
    const times = message.deliveredAt === null ? 0 : 1
    const actual = [sent.get(message.id) ?? 0, delivered.get(message.id) ?? 0, shown.get(message.id) ?? 0]
    // An agent that runs elsewhere takes its mail without a conversation here.
    const wanted = [1, times, agent.kind === "external" ? 0 : times]
    if (actual.join() !== wanted.join())
      found(`${message.id} (${message.type} to ${message.to}): sent, delivered, shown ${actual}; wanted ${wanted}`)
  }
  const unread = mail.filter((message) => message.deliveredAt === null).length
  if (agent.unread !== unread || agent.mail !== mail.length)
    found(`${agent.name} counts ${agent.unread} of ${agent.mail} unread; there are ${unread} of ${mail.length}`)
  return findings
}

function turnsOf(agent: AgentRow, evidence: Evidence): Finding[] {
  const who = bearer(agent.name, agent.generation)
  const own = ownTurns(agent, evidence)
  const findings: Finding[] = []
  const found = (detail: string) => findings.push({ invariant: "one turn at a time", detail: `${who}: ${detail}` })
  if (own.some((turn, index) => turn.no !== index + 1) || own.length !== agent.turn)
    found(`turns ${own.map((turn) => turn.no).join()} where ${agent.turn} were counted`)
  if (own.filter((turn) => turn.state === "running").length > 1) found("two turns run at once")
  const times = (type: string, no: number, first: boolean) =>
    evidence.events.filter(
      (event) =>
        event.type === type &&
        bearer(event.agent, event.data.generation) === who &&
        event.data.turn === no &&
        (!first || event.data.resumed === false),
    ).length
  for (const turn of own) {
    if (times("turn.started", turn.no, true) !== 1) found(`turn ${turn.no} did not begin exactly once`)
    if (times("turn.finished", turn.no, false) !== (turn.state === "finished" ? 1 : 0))
      found(`turn ${turn.no} is ${turn.state}, and finished ${times("turn.finished", turn.no, false)} times`)
  }
  return findings
}

/** Called when nothing should be left to do: whoever could go on and does not is stuck. */
function stuck(agent: AgentRow, evidence: Evidence): Finding[] {
  if (agent.status === "shutdown" || agent.status === "failed" || agent.kind === "external") return []
  const findings: Finding[] = []
  const found = (detail: string) => findings.push({ invariant: "nobody stuck", detail: `${agent.name}: ${detail}` })
  const running = ownTurns(agent, evidence).some((turn) => turn.state === "running")
  const unread = ownMail(agent, evidence).filter((message) => message.deliveredAt === null)
  const own = evidence.timers.filter((timer) => timer.agent === agent.name && timer.generation === agent.generation)
  if (agent.status === "working" || agent.status === "stopping") found(`still ${agent.status}`)
  if (running) found(`a turn is unfinished while it is ${agent.status}`)
  if (agent.wake) found("it was to be woken, and was not")
  if (agent.owesReply && agent.status === "idle") found("it has results the model never saw")
  const plans = evidence.requests.filter((one) => one.sender === agent.name && one.generation === agent.generation)
  const pending = plans.filter((one) => one.type === "plan_approval" && one.status === "pending")
  if ((agent.status === "waiting") !== pending.length > 0)
    found(`${agent.status} with ${pending.length} plans that wait for a decision`)
  const waking = unread.filter(
    (message) => wakeDelay(message.type, agent.kind === "lead" ? "lead" : "teammate") !== null,
  )
  if (agent.status === "idle" && waking.length > 0 && !own.some((timer) => timer.kind === "wake"))
    found(`idle with mail that should have woken it: ${waking.map((message) => message.type).join(", ")}`)
  for (const timer of own)
    if (Date.parse(timer.dueAt) < evidence.readAt - OVERDUE_MS) found(`a ${timer.kind} timer is overdue`)
  return findings
}

const OVERDUE_MS = 10_000
