// The printed sign-in link: it carries a one-time code, made at each start, and never the token.
import "server-only"
import type { Store } from "@/lib/server/db/store"
import type { Env } from "@/lib/server/env"
import { newSecret, sha256 } from "./secrets"

const CODE_MINUTES = 60

/** For whoever started the server; it works once, for an hour. In plain SQL: a start need not load the query builder a second time. */
export async function createSignInLink(runtime: { env: Env; store: Store }): Promise<string> {
  const code = newSecret()
  await runtime.store.transaction(async (tx) => {
    const expiresAt = new Date(Date.parse(tx.at) + CODE_MINUTES * 60_000).toISOString()
    await tx.executeLater("delete from sign_in_codes where expires_at < $1", [tx.at])
    await tx.executeLater("insert into sign_in_codes (hash, expires_at) values ($1, $2)", [sha256(code), expiresAt])
  })
  return `${runtime.env.url}/sign-in?code=${code}`
}
