// The only writer of a request's end: compare-and-set on `pending`, with its event. It carries out nothing; `advance` does.
import "server-only"
import { and, eq, sql } from "drizzle-orm"
import { storable } from "@/lib/core/canonical-json"
import { type Protocol, type ProtocolTable, protocolOf } from "@/lib/core/protocols"
import type { Request } from "@/lib/core/request"
import { type Answer, type Closing, type Effect, type IgnoreCause, transition } from "@/lib/core/transition"
import { compiled, compiledDelete } from "@/lib/server/db/compiled"
import { requests, timers } from "@/lib/server/db/schema"
import type { Tx } from "@/lib/server/db/store"
import { type RequestRow, toRequest } from "./request-rows"

export type Settled =
  | { ok: true; protocol: Protocol; request: Request; ended: boolean; effects: Effect[] }
  | { ok: false; cause: IgnoreCause; request: Request }

const place = sql.placeholder
const whilePending = and(
  eq(requests.team, place("team")),
  eq(requests.id, place("id")),
  sql`${requests.status} = 'pending'`,
)
type Key = { team: string; id: string }
type Ending = Key & Pick<RequestRow, "status" | "resolution" | "approvals" | "decidedAt">

const endPending = compiled<Ending, Key[]>((db) =>
  db
    .update(requests)
    .set({
      status: sql`${place("status")}`,
      resolution: sql`${sql.param(place("resolution"), requests.resolution)}`,
      approvals: sql`${sql.param(place("approvals"), requests.approvals)}`,
      decidedAt: sql`${place("decidedAt")}`,
    })
    .where(whilePending)
    .returning({ team: requests.team, id: requests.id }),
)

const addApproval = compiled<Key & Pick<RequestRow, "approvals">, Key[]>((db) =>
  db
    .update(requests)
    .set({ approvals: sql`${sql.param(place("approvals"), requests.approvals)}` })
    .where(whilePending)
    .returning({ team: requests.team, id: requests.id }),
)

const dropTimers = compiledDelete<typeof timers, Key>(
  timers,
  and(eq(timers.team, place("team")), eq(timers.requestId, place("id"))),
)

export async function settle(
  tx: Tx,
  protocols: ProtocolTable,
  row: RequestRow,
  input: Answer | Closing,
): Promise<Settled> {
  const current = toRequest(row)
  const protocol = protocolOf(current.type, protocols)
  if (!protocol) throw new Error(`no protocol ${current.type}`)
  const step = transition(protocol, current, storable(input), tx.at)
  if (!step.ok) {
    if (input.kind === "answer") recordIgnored(tx, current, input, step.cause)
    return { ok: false, cause: step.cause, request: current }
  }
  const { request, ended } = step
  const { team, request_id: id, status, resolution, approvals } = request
  const written = ended
    ? await endPending(tx.db, { team, id, status, resolution, approvals, decidedAt: tx.at })
    : await addApproval(tx.db, { team, id, approvals })
  if (written.length !== 1) throw new Error(`request ${id} was not pending under its lock`)
  Object.assign(row, { status: request.status, resolution: request.resolution, approvals: request.approvals })
  const about = {
    agent: protocol.subject === "sender" ? request.sender : request.target,
    request_id: request.request_id,
  }
  if (!ended) {
    const data = { generation: request.generation, approvals: request.approvals }
    tx.record(request.team, "request.recommended", about, data)
    return { ok: true, protocol, request, ended, effects: [] }
  }
  await dropTimers(tx.db, { team, id })
  tx.record(request.team, "request.decided", about, {
    request_type: request.type,
    status: request.status,
    resolution: request.resolution!,
    approvals: request.approvals,
    sender: request.sender,
    target: request.target,
    title: protocol.title(request.payload),
    waited_ms: Math.max(0, Date.parse(tx.at) - Date.parse(request.created_at)),
  })
  return { ok: true, protocol, request, ended, effects: step.effects }
}

export function recordIgnored(
  tx: Tx,
  request: Pick<Request, "team" | "request_id">,
  answer: Pick<Answer, "by" | "responseType" | "approve" | "agent">,
  cause: IgnoreCause,
): void {
  tx.record(
    request.team,
    "response.ignored",
    { agent: answer.agent ?? null, request_id: request.request_id },
    { cause, by: answer.by, response_type: answer.responseType, approve: answer.approve },
  )
}
