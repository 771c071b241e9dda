// Opens a request of any protocol: row, event, and the message to whom it concerns, in the caller's transaction.
import "server-only"
import { and, desc, eq, notExists, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { storable } from "@/lib/core/canonical-json"
import { AppError, invalidFrom } from "@/lib/core/errors"
import { newId } from "@/lib/core/ids"
import { Policy } from "@/lib/core/policy"
import { type Party, protocolOf } from "@/lib/core/protocols"
import type { Request } from "@/lib/core/request"
import type { ServerContext } from "@/lib/server/context"
import { type AgentRow, closeGate, setStatus } from "@/lib/server/db/agent-rows"
import { compiled, compiledInsert } from "@/lib/server/db/compiled"
import { requests } from "@/lib/server/db/schema"
import type { Tx } from "@/lib/server/db/store"
import type { TeamRow } from "@/lib/server/db/team-rows"
import { postMessage } from "@/lib/server/inbox/post-message"
import { setTimer } from "@/lib/server/inbox/wake-later"
import { payloadDigest } from "./digest"
import { toRequest } from "./request-rows"

export type Opening = {
  team: TeamRow
  type: string
  /** As an inbox knows it: `lead`, `human`, or the teammate's name. */
  sender: string
  party: Party
  by: string
  /** The receiver's locked row. */
  target: AgentRow
  /** The locked row of the agent it is about; its generation binds the request. */
  subject: AgentRow
  payload: unknown
}

const insertRequest = compiledInsert(requests)

export async function openRequest(
  tx: Tx,
  context: Pick<ServerContext, "facts" | "protocols">,
  opening: Opening,
): Promise<Request> {
  const { team, subject, target, sender } = opening
  const protocol = protocolOf(opening.type, context.protocols)
  if (!protocol) throw new AppError("invalid", `There is no protocol "${opening.type}".`)
  if (!protocol.mayOpen.includes(opening.party))
    throw new AppError("forbidden", `A ${opening.party} cannot open a ${protocol.label}.`)
  if (protocol.parks && subject.status === "stopping")
    throw new AppError("conflict", "You were asked to leave: answer with respond_shutdown first.")
  const parsed = protocol.payload.safeParse(opening.payload)
  if (!parsed.success) throw invalidFrom(parsed.error.issues, "payload")
  const payload = storable(parsed.data)
  const chain = protocol.revisable
    ? await revisionAfter(tx, team.id, protocol.type, subject)
    : { revision: 1, previous: null }
  const row: typeof requests.$inferInsert & typeof requests.$inferSelect = {
    team: team.id,
    id: newId("request"),
    type: protocol.type,
    sender,
    target: target.name,
    openedBy: opening.by,
    generation: subject.generation,
    status: "pending",
    payload,
    payloadSha256: payloadDigest(payload),
    effectiveRisk: protocol.risk(payload, context.facts),
    revision: chain.revision,
    previous: chain.previous,
    recommendation: null,
    approvals: [],
    resolution: null,
    createdAt: tx.at,
    decidedAt: null,
  }
  await insertRequest(tx.db, row)
  const request = toRequest(row)
  const title = protocol.title(payload)
  tx.record(team.id, "request.opened", { agent: subject.name, request_id: row.id }, { request, title })
  const summary = protocol.summary(payload)
  await postMessage(tx, target, {
    from: sender,
    type: protocol.requestMessage,
    content: summary && summary !== title ? `${title}\n\n${summary}` : title,
    metadata: { request_id: row.id, revision: row.revision, effective_risk: row.effectiveRisk, by: opening.by },
  })
  if (protocol.parks) {
    await closeGate(tx, subject, "superseded")
    await setStatus(tx, subject, "waiting", { gate: "pending" })
  }
  const deadline = Policy.parse(team.policy).deadline_seconds
  if (protocol.answeredBy === "human" && deadline !== null)
    await setTimer(tx, subject, "deadline", deadline * 1_000, row.id)
  return request
}

const later = alias(requests, "later")
type Chain = { team: string; sender: string; generation: number; type: string }
const ofChain = (table: typeof requests | typeof later) =>
  and(
    eq(table.team, sql.placeholder("team")),
    eq(table.sender, sql.placeholder("sender")),
    eq(table.generation, sql.placeholder("generation")),
    eq(table.type, sql.placeholder("type")),
  )

const selectUnrevised = compiled<Chain, { id: string; revision: number }[]>((db) => {
  const successor = db
    .select({ id: later.id })
    .from(later)
    .where(and(ofChain(later), eq(later.previous, requests.id)))
  return db
    .select({ id: requests.id, revision: requests.revision })
    .from(requests)
    .where(and(ofChain(requests), sql`${requests.status} = 'rejected'`, notExists(successor)))
    .orderBy(desc(requests.createdAt), desc(requests.id))
    .limit(1)
})

/** A rejected one is followed by its revision; after an approval a new chain begins. No clock is asked: it may have been set back. */
async function revisionAfter(tx: Tx, team: string, type: string, subject: AgentRow) {
  const { name: sender, generation } = subject
  const [before] = await selectUnrevised(tx.db, { team, sender, generation, type })
  return before ? { revision: before.revision + 1, previous: before.id } : { revision: 1, previous: null }
}
