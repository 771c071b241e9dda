// Request rows: reading one, and showing it.
import "server-only"
import { and, eq, sql } from "drizzle-orm"
import type { Request } from "@/lib/core/request"
import { compiled } from "@/lib/server/db/compiled"
import type { Database } from "@/lib/server/db/database"
import { requests, teams } from "@/lib/server/db/schema"
import type { AgentKey, Tx } from "@/lib/server/db/store"
import type { TeamRow } from "@/lib/server/db/team-rows"

export type RequestRow = typeof requests.$inferSelect

const selectRequest = compiled<{ id: string }, RequestRow[]>((db) =>
  db
    .select()
    .from(requests)
    .where(eq(requests.id, sql.placeholder("id"))),
)

const selectForUpdate = compiled<{ team: string; id: string }, RequestRow[]>((db) =>
  db
    .select()
    .from(requests)
    .where(and(eq(requests.team, sql.placeholder("team")), eq(requests.id, sql.placeholder("id"))))
    .for("update"),
)

const selectWithTeam = compiled<{ id: string }, { request: RequestRow; team: TeamRow }[]>((db) =>
  db
    .select({ request: requests, team: teams })
    .from(requests)
    .innerJoin(teams, eq(teams.id, requests.team))
    .where(eq(requests.id, sql.placeholder("id"))),
)

export async function findRequestAndTeam(
  db: Database,
  id: string,
): Promise<{ request: RequestRow; team: TeamRow } | null> {
  const rows = await selectWithTeam(db, { id })
  return rows[0] ?? null
}

export async function findRequestRow(db: Database, id: string): Promise<RequestRow | null> {
  const rows = await selectRequest(db, { id })
  return rows[0] ?? null
}

/** Locks one request; agents must be locked before it. */
export async function lockRequest(tx: Tx, team: string, id: string): Promise<RequestRow | null> {
  const rows = await selectForUpdate(tx.db, { team, id })
  return rows[0] ?? null
}

/** What an agent was asked and has not answered: whether it will leave. */
export async function findPendingShutdown(tx: Tx, { team, name, generation }: AgentKey): Promise<RequestRow | null> {
  const rows = await tx.db
    .select()
    .from(requests)
    .where(
      and(
        eq(requests.team, team),
        eq(requests.target, name),
        eq(requests.generation, generation),
        eq(requests.type, "shutdown"),
        eq(requests.status, "pending"),
      ),
    )
    .limit(1)
  return rows[0] ?? null
}

export function toRequest(row: RequestRow): Request {
  return {
    request_id: row.id,
    team: row.team,
    type: row.type,
    sender: row.sender,
    target: row.target,
    opened_by: row.openedBy,
    generation: row.generation,
    status: row.status,
    payload: row.payload,
    payload_sha256: row.payloadSha256,
    effective_risk: row.effectiveRisk,
    revision: row.revision,
    previous: row.previous,
    recommendation: row.recommendation,
    approvals: row.approvals,
    resolution: row.resolution,
    created_at: row.createdAt,
  }
}
