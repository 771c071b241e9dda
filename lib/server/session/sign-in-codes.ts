// One-time sign-in codes: the printed link carries one, made at each start, so that it never carries the token.
import "server-only"
import { and, eq, gt, lt } from "drizzle-orm"
import { signInCodes } from "@/lib/server/db/door-schema"
import type { Store } from "@/lib/server/db/store"
import type { Env } from "@/lib/server/env"
import { newSecret, sha256 } from "./secrets"

const CODE_MINUTES = 60

/** The link for whoever started the server; it works once, for an hour. */
export async function createSignInLink(runtime: { env: Env; store: Store }): Promise<string> {
  const code = newSecret()
  await runtime.store.transaction(async (tx) => {
    await tx.db.delete(signInCodes).where(lt(signInCodes.expiresAt, tx.at))
    const expiresAt = new Date(Date.parse(tx.at) + CODE_MINUTES * 60_000).toISOString()
    await tx.db.insert(signInCodes).values({ hash: sha256(code), expiresAt })
  })
  return `${runtime.env.url}/sign-in?code=${code}`
}

/** True exactly once for each code: whoever deletes the row has it. A code that is none costs no more than a look. */
export async function redeemCode(runtime: { store: Store }, code: string): Promise<boolean> {
  const { read } = runtime.store
  const known = await read
    .select()
    .from(signInCodes)
    .where(eq(signInCodes.hash, sha256(code)))
  if (known.length === 0) return false
  const taken = await runtime.store.transaction((tx) =>
    tx.db
      .delete(signInCodes)
      .where(and(eq(signInCodes.hash, sha256(code)), gt(signInCodes.expiresAt, tx.at)))
      .returning(),
  )
  return taken.length === 1
}
