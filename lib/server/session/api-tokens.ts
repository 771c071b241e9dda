// API tokens: shown once, kept as a hash, with one scope each; an agent's token belongs to one name in one team.
import "server-only"
import { asc, eq } from "drizzle-orm"
import { z } from "zod"
import { AppError } from "@/lib/core/errors"
import { newId, TeammateName } from "@/lib/core/ids"
import { tokens } from "@/lib/server/db/door-schema"
import type { Store } from "@/lib/server/db/store"
import { closeStreamsOf } from "./open-streams"
import { type Principal, personName, Scope } from "./principal"
import { newSecret, sha256 } from "./secrets"

type Home = { store: Store }

const PREFIX = "cs_"

export const NewToken = z
  .strictObject({
    name: z.string().trim().min(1, "a token needs a name").max(80),
    scope: Scope,
    team: z.string().max(80).optional(),
    agent: TeammateName.optional(),
  })
  .refine((input) => (input.scope === "agent") === (input.team !== undefined && input.agent !== undefined), {
    error: "the scope agent needs team and agent, and no other scope takes them",
    path: ["scope"],
  })
export type NewToken = z.infer<typeof NewToken>

export const TokenInfo = z.object({
  id: z.string(),
  name: z.string(),
  scope: Scope,
  team: z.string().nullable(),
  agent: z.string().nullable(),
  created_by: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
})
export type TokenInfo = z.infer<typeof TokenInfo>

export async function createToken(runtime: Home, input: NewToken, by: string): Promise<{ id: string; token: string }> {
  const token = newSecret(PREFIX)
  const id = newId("token")
  const { name, scope, team = null, agent = null } = input
  await runtime.store.transaction((tx) =>
    tx.db.insert(tokens).values({ id, name, scope, team, agent, hash: sha256(token), createdBy: by, createdAt: tx.at }),
  )
  return { id, token }
}

export async function listTokens(runtime: Home): Promise<TokenInfo[]> {
  const rows = await runtime.store.read.select().from(tokens).orderBy(asc(tokens.id))
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    scope: row.scope,
    team: row.team,
    agent: row.agent,
    created_by: row.createdBy,
    created_at: row.createdAt,
    last_used_at: row.lastUsedAt,
  }))
}

export async function revokeToken(runtime: Home, id: string): Promise<void> {
  const gone = await runtime.store.transaction((tx) =>
    tx.db.delete(tokens).where(eq(tokens.id, id)).returning({ hash: tokens.hash }),
  )
  if (gone.length === 0) throw new AppError("not_found", "There is no such token; it may have been revoked already.")
  closeStreamsOf(
    runtime,
    gone.map((row) => row.hash),
  )
}

export async function findToken(runtime: Home, token: string): Promise<Principal | null> {
  if (!token.startsWith(PREFIX)) return null
  const hash = sha256(token)
  const [row] = await runtime.store.read.select().from(tokens).where(eq(tokens.hash, hash))
  if (!row) return null
  if (!row.lastUsedAt || Date.parse(row.lastUsedAt) < Date.now() - USE_NOTED_MS) await noteUse(runtime, row.id)
  return {
    kind: "token",
    subject: row.createdBy,
    label: `${personName(row.createdBy)} by token ${row.name}`,
    grant: row.scope,
    credential: row.hash,
    session: null,
    team: row.team,
    agent: row.agent,
    since: row.createdAt,
  }
}

/** To the minute: a write for every call would cost more than the fact is worth. */
const USE_NOTED_MS = 60_000

const noteUse = (runtime: Home, id: string) =>
  runtime.store.transaction((tx) => tx.db.update(tokens).set({ lastUsedAt: tx.at }).where(eq(tokens.id, id)))
