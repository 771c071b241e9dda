// How the rehearsal plays the lead: spawn, wait, recommend, pass on, and ask to leave when that was wished for.
import "server-only"
import {
  type Call,
  isTalk,
  type Lang,
  langOf,
  type Mail,
  type Scene,
  type SceneEvent,
  wordsOfDecision,
} from "./rehearsal-scene"
import type { Part } from "./rehearsal-script-teammate"
import { understand, type Wish } from "./rehearsal-understanding"
import { LABEL, LINES, PLAYABLE, spawnPrompt } from "./rehearsal-words"

/** What the conversation says of the team: who is here, who is to leave when done, what language the person speaks. */
type Known = {
  lang: Lang
  present: Set<string>
  toLeave: Set<string>
  /** Who submitted which request. */
  plans: Map<string, string>
  fresh: { event: SceneEvent; wishes: Wish[] }[]
}

function read(scene: Scene): Known {
  const known: Known = { lang: "en", present: new Set(), toLeave: new Set(), plans: new Map(), fresh: [] }
  const firstFresh = scene.events.length - scene.fresh.length
  scene.events.forEach((event, at) => {
    const wishes = learn(known, event)
    if (at >= firstFresh) known.fresh.push({ event, wishes })
  })
  return known
}

function learn(known: Known, event: SceneEvent): Wish[] {
  if (event.kind === "result" && event.call.tool === "spawn_teammate" && (!event.isError || isTaken(event.text)))
    known.present.add(String(event.call.input.name))
  if (event.kind === "answer")
    for (const call of event.calls)
      if (call.tool === "request_shutdown") known.toLeave.delete(String(call.input.teammate))
  if (event.kind !== "mail") return []
  const { mail } = event
  if (mail.type === "plan_approval_request") known.plans.set(mail.requestId, mail.from)
  const gone = leaver(mail)
  if (gone) known.present.delete(gone)
  if (mail.from !== "human" || !isTalk(mail)) return []
  known.lang = langOf(mail.content)
  const wishes = understand(mail.content, known.present, known.lang)
  for (const wish of wishes) if ("thenShutdown" in wish && wish.thenShutdown) known.toLeave.add(wish.name)
  return wishes
}

const isTaken = (text: string): boolean => /already in this team/.test(text)

function leaver(mail: Mail): string | null {
  if (mail.type === "shutdown_response") return mail.approve ? mail.from : null
  return mail.type === "teammate_terminated" ? (/^([A-Za-z0-9_-]+) has left/.exec(mail.content)?.[1] ?? null) : null
}

export function playLead(scene: Scene): Part {
  const known = read(scene)
  const lines: string[] = []
  const calls: Call[] = []
  for (const { event, wishes } of known.fresh) {
    const part =
      event.kind === "mail"
        ? onMail(known, event.mail, wishes)
        : event.kind === "result"
          ? onResult(known, event)
          : NOTHING
    if (part.text && !lines.includes(part.text)) lines.push(part.text)
    calls.push(...part.calls)
  }
  const text = lines.join("\n\n") || LINES[known.lang].quiet
  return { text: `${LABEL[known.lang]}${known.lang === "zh" ? "" : " "}${text}`, calls }
}

const NOTHING: Part = { text: "", calls: [] }
const only = (text: string): Part => ({ text, calls: [] })

function onMail(known: Known, mail: Mail, wishes: readonly Wish[]): Part {
  const say = LINES[known.lang]
  switch (mail.type) {
    case "plan_approval_request":
      return isDecided(known, mail.requestId) ? NOTHING : review(known.lang, mail)
    case "plan_approval_response":
      return only((mail.approve ? say.approved : say.rejected)(known.plans.get(mail.requestId) ?? ""))
    case "result":
      return onReport(known, mail)
    case "shutdown_response":
      return only(mail.approve ? say.left(mail.from) : say.stayed(mail.from, wordsOfDecision(mail.content)))
    case "teammate_terminated": {
      const name = leaver(mail)
      return name ? only(say.left(name)) : NOTHING
    }
    case "idle_notification":
      return NOTHING
    default:
      return mail.from === "human" ? onWords(known, wishes) : only(say.heard(mail.from))
  }
}

/** The decision may overtake the plan when both arrive while the lead is busy. */
const isDecided = (known: Known, requestId: string): boolean =>
  known.fresh.some(
    ({ event }) =>
      event.kind === "mail" && event.mail.type === "plan_approval_response" && event.mail.requestId === requestId,
  )

function review(lang: Lang, mail: Mail): Part {
  const risky = /^\s*rm -rf /m.test(mail.content)
  const input = {
    request_id: mail.requestId,
    approve: !risky,
    feedback: risky ? LINES[lang].reject : LINES[lang].approve,
  }
  return { text: LINES[lang].reviewing(mail.from), calls: [{ tool: "review_plan", input }] }
}

function onReport(known: Known, mail: Mail): Part {
  const say = LINES[known.lang]
  const report = say.result(mail.from, mail.content.slice(0, 600))
  if (!known.toLeave.has(mail.from) || !known.present.has(mail.from)) return only(report)
  const call = { tool: "request_shutdown", input: { teammate: mail.from, reason: say.shutReason } }
  return { text: `${report}\n\n${say.shutting(mail.from)}`, calls: [call] }
}

function onWords(known: Known, wishes: readonly Wish[]): Part {
  const say = LINES[known.lang]
  if (wishes.length === 0)
    return only(`${say.unknown}\n\n${PLAYABLE[known.lang].map((line) => `- ${line}`).join("\n")}`)
  const parts = wishes.map((wish) => grant(known, wish))
  return { text: parts.map((part) => part.text).join("\n\n"), calls: parts.flatMap((part) => part.calls) }
}

function grant({ lang }: Known, wish: Wish): Part {
  const say = LINES[lang]
  switch (wish.kind) {
    case "spawn": {
      const input = { name: wish.name, role: wish.role, prompt: spawnPrompt(wish, lang) }
      return { text: say.spawning(wish.name, wish.role), calls: [{ tool: "spawn_teammate", input }] }
    }
    case "shutdown":
      return { text: say.shutting(wish.name), calls: [{ tool: "request_shutdown", input: { teammate: wish.name } }] }
    case "tell":
      return {
        text: say.telling(wish.name),
        calls: [{ tool: "send_message", input: { to: wish.name, content: wish.words } }],
      }
    case "list_teammates":
      return { text: say.listing, calls: [{ tool: "list_teammates", input: {} }] }
    case "list_tasks":
      return { text: say.tasks, calls: [{ tool: "list_tasks", input: {} }] }
    case "decide":
      return only(say.decide)
  }
}

function onResult({ lang }: Known, { call, text, isError }: SceneEvent & { kind: "result" }): Part {
  const say = LINES[lang]
  const name = String(call.input.name ?? call.input.teammate ?? call.input.to ?? "")
  if (isError) {
    if (call.tool !== "spawn_teammate" || !isTaken(text)) return only(say.failed(call.tool, text.slice(0, 400)))
    const input = { to: name, content: String(call.input.prompt) }
    return { text: say.already(name), calls: [{ tool: "send_message", input }] }
  }
  switch (call.tool) {
    case "spawn_teammate":
      return only(say.spawned(name))
    case "review_plan":
      return only(say.reviewed)
    case "request_shutdown":
      return only(say.shut(name))
    case "send_message":
      return only(say.told(name))
    case "list_teammates":
    case "list_tasks":
      return only(text)
    default:
      return NOTHING
  }
}
