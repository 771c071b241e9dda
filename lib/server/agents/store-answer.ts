// A model's answer on record: block for block at the end of the conversation, and whole on its turn.
import "server-only"
import type { AgentRow } from "@/lib/server/db/agent-rows"
import { LOCKS_FIRST, lockFenced } from "@/lib/server/db/fence"
import { updateTurn } from "@/lib/server/db/own-rows"
import type { StoredAnswer } from "@/lib/server/db/schema"
import type { Tx } from "@/lib/server/db/store"
import type { AgentRuntime, Begun } from "./agent-runtime"
import { appendEntry } from "./conversation-rows"

export async function appendAnswer(tx: Tx, begun: Begun, self: AgentRow, { content }: StoredAnswer): Promise<void> {
  await appendEntry(tx, self, { turn: begun.turn.no, role: "assistant", content })
}

export async function writeAnswer(tx: Tx, begun: Begun, self: AgentRow, answer: StoredAnswer): Promise<void> {
  await appendAnswer(tx, begun, self, answer)
  await updateTurn(tx.db, begun.fence, begun.turn.no, { answer })
}

/** The answer that waits for the transaction of its first tool is written in this one. */
export async function writeUnstored(tx: Tx, begun: Begun, self: AgentRow): Promise<void> {
  if (!begun.unstored) return
  await writeAnswer(tx, begun, self, begun.unstored)
  tx.afterCommit(() => {
    begun.unstored = null
  })
}

/** Its first tool did not come about: what the model said is kept all the same, so that it is not asked again. */
export async function storeAlone({ store }: Pick<AgentRuntime, "store">, begun: Begun): Promise<void> {
  if (!begun.unstored) return
  await store.transaction(async (tx) => {
    const { self } = await lockFenced(tx, begun.fence)
    await writeUnstored(tx, begun, self)
  }, LOCKS_FIRST)
}
