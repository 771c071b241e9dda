// One-time sign-in codes, as the printed link carries them: each signs in once.
import "server-only"
import { and, eq, gt } from "drizzle-orm"
import { signInCodes } from "@/lib/server/db/door-schema"
import type { Store } from "@/lib/server/db/store"
import { sha256 } from "./secrets"

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
