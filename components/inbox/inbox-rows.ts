// An inbox as a person reads it: what is not delivered, what was and by which turn, the agent's own requests, joined in pairs.
import { type Agent, isLead } from "@/lib/core/agent"
import type { Message } from "@/lib/core/message"
import type { Request } from "@/lib/core/request"
import { isRequestMessage, isResponseMessage, requestMessage, requestTitle } from "../team/request-words"
import { isPerson, nameOf } from "../team/who-is"

export type Tie = "first" | "mid" | "last"
export type InboxRow = {
  key: string
  /** `sent` is the agent's own request, shown so that the pair is whole. */
  kind: "received" | "sent"
  from: string
  to: string
  type: string
  requestId: string | null
  at: string
  text: string
  delivered: { at: string; turn: number | null } | null
  /** It came while a plan of the agent's was pending. */
  keptWhileWaiting: boolean
  request: Request | null
  approve: boolean | null
  /** Never delivered because it needed no turn: the server answered it, as for one that leaves while it rests. */
  settled: boolean
  tie: Tie | null
}
export type InboxGroups = { undelivered: InboxRow[]; delivered: InboxRow[]; undeliverable: InboxRow[] }

type Owner = Pick<Agent, "name" | "generation" | "status">

export function inboxGroups(
  owner: Owner,
  messages: readonly Message[],
  requests: readonly Request[],
  type: string | null,
): InboxGroups {
  // What the lead sends goes to bearers of other names, each with a generation of its own.
  const own = requests.filter(
    (request) => request.sender === owner.name && (request.generation === owner.generation || isLead(owner.name)),
  )
  const parked = own.filter((request) => request.type !== "shutdown")
  const byId = new Map(requests.map((request) => [request.request_id, request]))
  const received = messages.map((message) => receivedRow(message, parked, byId))
  const rows = [...received, ...own.map(sentRow)]
    .filter((row) => type === null || row.type === type)
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  const waits = rows.filter((row) => row.kind === "received" && row.delivered === null && !row.settled)
  return {
    undelivered: owner.status === "shutdown" ? [] : waits,
    delivered: tied(rows.filter((row) => row.kind === "sent" || row.delivered !== null || row.settled)),
    undeliverable: owner.status === "shutdown" ? waits : [],
  }
}

function receivedRow(message: Message, parked: readonly Request[], byId: ReadonlyMap<string, Request>): InboxRow {
  const requestId = message.metadata.request_id ?? null
  return {
    key: message.id,
    kind: "received",
    from: senderOf(message),
    to: message.to,
    type: message.type,
    requestId,
    at: message.sent_at,
    text: message.content,
    delivered: message.delivered_at === null ? null : { at: message.delivered_at, turn: message.turn },
    keptWhileWaiting: !isResponseMessage(message.type) && sentWhileParked(message, parked),
    request: requestId ? (byId.get(requestId) ?? null) : null,
    approve: message.metadata.approve ?? null,
    settled: message.delivered_at === null && answeredWithout(message, requestId ? byId.get(requestId) : undefined),
    tie: null,
  }
}

/** A person's mail says which person. */
const senderOf = ({ from, metadata }: Message): string =>
  isPerson(from) ? nameOf(typeof metadata.by === "string" ? metadata.by : from) : from

function sentRow(request: Request): InboxRow {
  return {
    key: `sent-${request.request_id}`,
    kind: "sent",
    from: request.sender,
    to: request.target,
    type: requestMessage(request.type),
    requestId: request.request_id,
    at: request.created_at,
    text: request.type === "shutdown" ? `Asked ${request.target} to leave` : requestTitle(request),
    delivered: null,
    keptWhileWaiting: false,
    request,
    approve: null,
    settled: false,
    tie: null,
  }
}

const answeredWithout = (message: Message, request: Request | undefined): boolean =>
  isRequestMessage(message.type) && request !== undefined && request.status !== "pending"

const sentWhileParked = (message: Message, parked: readonly Request[]): boolean =>
  parked.some(
    (request) =>
      request.created_at <= message.sent_at && (request.resolution === null || message.sent_at < request.resolution.at),
  )

/** Joins the rows of one request by a bracket; brackets never overlap, the newer one wins. */
function tied(rows: readonly InboxRow[]): InboxRow[] {
  const out = rows.map((row) => ({ ...row }))
  let free = 0
  for (let top = 0; top < out.length; top++) {
    const id = out[top]!.requestId
    if (top < free || id === null) continue
    const bottom = out.findLastIndex((row) => row.requestId === id)
    if (bottom <= top) continue
    for (let index = top; index <= bottom; index++)
      out[index]!.tie = index === top ? "first" : index === bottom ? "last" : "mid"
    free = bottom + 1
  }
  return out
}

/** The message types there are, for the filter, the most frequent first. */
export function typesIn(groups: InboxGroups): { type: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const row of [...groups.undelivered, ...groups.delivered, ...groups.undeliverable])
    counts.set(row.type, (counts.get(row.type) ?? 0) + 1)
  return [...counts]
    .map(([type, count]) => ({ type, count }))
    .sort((a, b) => b.count - a.count || a.type.localeCompare(b.type))
}
