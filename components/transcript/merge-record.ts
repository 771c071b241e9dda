// Joins parts of an agent's record as they are read: older pages above, new entries below, mail in its newest state.
import type { AgentRecord, CallFact } from "@/lib/core/agent-record"
import type { Request } from "@/lib/core/request"
import type { CallTime } from "./tool-row"
import { type Turn, turnsOf } from "./turns"

/** `older` is a page from above: it says whether there is still more, and nothing about what is newest. */
export function mergeRecord(known: AgentRecord, read: AgentRecord, direction: "older" | "newer"): AgentRecord {
  if (known.generation !== read.generation) return read
  const older = direction === "older"
  // Older pages carry state as it was read now too, so the later read always wins.
  return {
    ...read,
    entries: byKey(
      [...known.entries, ...read.entries],
      (entry) => entry.id,
      (a, b) => a.id - b.id,
    ),
    turns: byKey(
      [...known.turns, ...read.turns],
      (turn) => turn.no,
      (a, b) => a.no - b.no,
    ),
    calls: byKey(
      [...known.calls, ...read.calls],
      (call) => call.tool_use_id,
      () => 0,
    ),
    messages: byKey(
      [...known.messages, ...read.messages],
      (message) => message.id,
      (a, b) => order(a.id, b.id),
    ),
    requests: byKey(
      [...known.requests, ...read.requests],
      (request) => request.request_id,
      (a, b) => order(a.request_id, b.request_id),
    ),
    earlier: older && read.entries.length > 0 ? read.earlier : known.earlier,
    mail_earlier: older && read.messages.length > 0 ? read.mail_earlier : known.mail_earlier,
  }
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function byKey<T, K>(items: readonly T[], key: (item: T) => K, sort: (a: T, b: T) => number): T[] {
  const last = new Map<K, T>()
  for (const item of items) last.set(key(item), item)
  return [...last.values()].sort(sort)
}

/** Where to read on: everything after the newest entry, and mail from the first one that was not delivered. */
export function nextPart(known: AgentRecord): { after: number; mail_after?: string } {
  const firstOpen = known.messages.findIndex((message) => message.delivered_at === null)
  const before = firstOpen < 0 ? known.messages.at(-1) : known.messages[firstOpen - 1]
  const after = known.entries.at(-1)?.id ?? 0
  return before ? { after, mail_after: before.id } : { after }
}

/** Turns with the results of calls whose turn is still running, and the moment each began. */
export function readTurns(record: AgentRecord): Turn[] {
  const facts = new Map(record.calls.map((call) => [call.tool_use_id, call]))
  const begun = new Map(record.turns.map((turn) => [turn.no, turn.started_at]))
  return turnsOf(record.entries).map((turn) => ({
    ...turn,
    at: begun.get(turn.no) ?? turn.at,
    items: turn.items.map((item) => {
      if (item.kind !== "tool" || item.result) return item
      const done = facts.get(item.id)?.result
      return done ? { ...item, result: { text: done.text, isError: done.is_error } } : item
    }),
  }))
}

export function callTimes(calls: readonly CallFact[]): Map<string, CallTime> {
  return new Map(
    calls.map((call) => [
      call.tool_use_id,
      {
        startedAt: call.started_at,
        ms: call.done_at === null ? null : Date.parse(call.done_at) - Date.parse(call.started_at),
      },
    ]),
  )
}

/** The request a `submit_plan` call opened: its answer names it. */
export function plansByCall(turns: readonly Turn[], requests: readonly Request[]): Map<string, Request> {
  const known = new Map(requests.map((request) => [request.request_id, request]))
  const found = new Map<string, Request>()
  for (const turn of turns)
    for (const item of turn.items) {
      if (item.kind !== "tool" || item.name !== "submit_plan") continue
      const id = /\breq_[0-9a-z]+/.exec(item.result?.text ?? "")?.[0]
      const request = id === undefined ? undefined : known.get(id)
      if (request) found.set(item.id, request)
    }
  return found
}
