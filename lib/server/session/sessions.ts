// Sessions: a random secret in a cookie, its hash in a row; they end after fourteen days, by signing out or by being revoked.
import "server-only"
import { and, asc, eq, gt, lt, sql } from "drizzle-orm"
import { AppError } from "@/lib/core/errors"
import { newId } from "@/lib/core/ids"
import { sessions } from "@/lib/server/db/door-schema"
import type { Store, Tx } from "@/lib/server/db/store"
import { closeStreamsOf } from "./open-streams"
import type { Principal, Role } from "./principal"
import { newSecret, sha256 } from "./secrets"

type Home = { store: Store }

const SESSION_DAYS = 14

export type SessionInfo = { id: string; label: string; created_at: string; expires_at: string; current: boolean }
export type OpenedSession = { secret: string; expiresAt: string }

export async function openSession(
  runtime: Home,
  who: { subject: string; role: Role; label: string },
): Promise<OpenedSession> {
  const secret = newSecret()
  return runtime.store.transaction(async (tx) => {
    const expiresAt = new Date(Date.parse(tx.at) + SESSION_DAYS * 86_400_000).toISOString()
    await tx.db.delete(sessions).where(lt(sessions.expiresAt, tx.at))
    await tx.db
      .insert(sessions)
      .values({ hash: sha256(secret), id: newId("session"), ...who, createdAt: tx.at, expiresAt })
    return { secret, expiresAt }
  })
}

export async function findSession(runtime: Home, secret: string): Promise<Principal | null> {
  const hash = sha256(secret)
  const [row] = await runtime.store.read
    .select()
    .from(sessions)
    .where(and(eq(sessions.hash, hash), gt(sessions.expiresAt, sql`now()`)))
  if (!row) return null
  return {
    kind: row.subject === OPERATOR_SUBJECT ? "operator-token" : "user",
    subject: row.subject,
    label: row.label,
    grant: row.role,
    credential: row.hash,
    session: row.id,
    team: null,
    agent: null,
    since: null,
  }
}

export const OPERATOR_SUBJECT = "human:operator"

export async function listSessions(runtime: Home, principal: Principal): Promise<SessionInfo[]> {
  const rows = await runtime.store.read
    .select()
    .from(sessions)
    .where(and(eq(sessions.subject, principal.subject), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(asc(sessions.id))
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    current: row.id === principal.session,
  }))
}

/** Ends one session of the same person. */
export async function endSession(runtime: Home, subject: string, id: string): Promise<void> {
  const ended = await runtime.store.transaction((tx) =>
    tx.db
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.subject, subject)))
      .returning({ hash: sessions.hash }),
  )
  if (ended.length === 0) throw new AppError("not_found", "There is no such session; it may have ended already.")
  closeStreamsOf(
    runtime,
    ended.map((row) => row.hash),
  )
}

/** Ends every session of a person within the transaction that changes the person, and their streams once it is committed. */
export async function endSessionsOf(runtime: Home, tx: Tx, subject: string, except?: string | null): Promise<void> {
  const rows = await tx.db.select().from(sessions).where(eq(sessions.subject, subject))
  const ended = rows.filter((row) => row.id !== except)
  for (const row of ended) await tx.db.delete(sessions).where(eq(sessions.hash, row.hash))
  tx.afterCommit(() =>
    closeStreamsOf(
      runtime,
      ended.map((row) => row.hash),
    ),
  )
}
