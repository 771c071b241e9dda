// The talk with the lead as a record: a person's words, and the lead's with what it did, in the order in which they happened.
import type { Message } from "@/lib/core/message"
import type { ToolCall, Turn } from "../transcript/turns"
import { callRows, messageRow, type TalkRow } from "./talk-rows"
import { isPerson } from "./who-is"

export type Said = { kind: "person"; key: string; at: string; by: string; text: string; delivered: boolean }
export type LeadSaid = {
  kind: "lead"
  key: string
  at: string
  turn: number
  paragraphs: string[]
  /** The last paragraph is being written at this moment. */
  writing: boolean
  rows: TalkRow[]
}
export type TalkItem = Said | LeadSaid

/** Turns of the lead in which nothing was said join the one before, unless a person spoke in between. */
export function talkRecord(turns: readonly Turn[], inbox: readonly Message[]): TalkItem[] {
  const said = inbox.filter((message) => isPerson(message.from) && message.type === "message").map(saidBy)
  const byTurn = new Map<number, TalkRow[]>()
  const waiting: TalkRow[] = []
  for (const message of inbox) {
    const row = isPerson(message.from) ? null : messageRow(message)
    if (!row) continue
    if (message.turn === null) waiting.push(row)
    else byTurn.set(message.turn, [...(byTurn.get(message.turn) ?? []), row])
  }
  const spoken = turns.map((turn) => leadSaid(turn, byTurn.get(turn.no) ?? []))
  const merged: TalkItem[] = []
  for (const item of [...said, ...spoken].sort(byTime)) {
    const last = merged.at(-1)
    if (item.kind === "lead" && last?.kind === "lead" && item.paragraphs.length === 0) last.rows.push(...item.rows)
    else if (item.kind === "person" || item.paragraphs.length > 0 || item.rows.length > 0) merged.push(item)
  }
  const last = merged.at(-1)
  if (waiting.length > 0 && last?.kind === "lead") last.rows.push(...waiting)
  else if (waiting.length > 0)
    merged.push({
      kind: "lead",
      key: "waiting",
      at: waiting[0]!.at,
      turn: 0,
      paragraphs: [],
      writing: false,
      rows: waiting,
    })
  return merged.map((item) => (item.kind === "lead" ? { ...item, rows: foldReviews(item.rows) } : item))
}

const WRITING = "writing"

/** Puts what the lead is writing where its answer will stand, so that nothing moves when it is stored. */
export function withWriting(
  turns: readonly Turn[],
  writing: { turn: number; text: string; since: string } | null,
): Turn[] {
  if (!writing || writing.text === "") return [...turns]
  const item = { kind: "text" as const, key: WRITING, text: writing.text }
  const index = turns.findLastIndex((turn) => turn.no === writing.turn)
  const begun = turns[index]
  if (!begun) return [...turns, { no: writing.turn, at: writing.since, items: [item] }]
  // The stored answer takes over as soon as it is read.
  if (begun.items.some((each) => each.kind === "text" || each.kind === "tool")) return [...turns]
  return turns.with(index, { ...begun, items: [...begun.items, item] })
}

const saidBy = (message: Message): Said => ({
  kind: "person",
  key: message.id,
  at: message.sent_at,
  by: typeof message.metadata.by === "string" ? message.metadata.by : message.from,
  text: message.content,
  delivered: message.delivered_at !== null,
})

function leadSaid(turn: Turn, arrived: readonly TalkRow[]): LeadSaid {
  const calls: { call: ToolCall; at: string }[] = []
  const paragraphs: string[] = []
  for (const item of turn.items) {
    if (item.kind === "text") paragraphs.push(item.text)
    if (item.kind === "tool") calls.push({ call: item, at: turn.at })
  }
  return {
    kind: "lead",
    key: `turn-${turn.no}`,
    at: turn.at,
    turn: turn.no,
    paragraphs,
    writing: turn.items.some((item) => item.key === WRITING),
    rows: [...arrived, ...callRows(calls)],
  }
}

/** A recommendation for a plan that already has its row here says its words in that row. */
function foldReviews(rows: readonly TalkRow[]): TalkRow[] {
  const plans = new Map(
    rows.filter((row) => row.icon === "plan" && !row.text.startsWith("Recommends")).map((row) => [row.requestId, row]),
  )
  return rows.filter((row) => {
    if (!row.text.startsWith("Recommends") || !row.requestId) return true
    return !plans.has(row.requestId)
  })
}

function byTime(a: TalkItem, b: TalkItem): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1
  // Said and answered in the same millisecond: the question comes first.
  return a.kind === b.kind ? 0 : a.kind === "person" ? -1 : 1
}

/** Entries and mail are read in pages of their own; before the younger of the two beginnings the record would have holes. */
export function sinceBoth(
  items: readonly TalkItem[],
  begins: { entries: string | null; mail: string | null },
): TalkItem[] {
  const from = [begins.entries, begins.mail]
    .filter((at) => at !== null)
    .sort()
    .at(-1)
  return from === undefined ? [...items] : items.filter((item) => item.at >= from)
}
