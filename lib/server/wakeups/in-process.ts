// Wake-ups when this process is alone on its store: a call after the commit.
import "server-only"
import type { Store } from "@/lib/server/db/store"
import type { RunnerPool } from "./runner-pool"
import { unfinishedAgents } from "./unfinished-agents"
import type { Wakeups } from "./wakeups"

export function createInProcessWakeups(store: Store, pool: RunnerPool): Wakeups {
  let started = false
  return {
    send: async (tx, key) =>
      tx.afterCommit(() => {
        if (started) pool.poke(key)
      }),
    open: async () => {},
    start: async () => {
      started = true
      for (const key of await unfinishedAgents(store.read)) pool.poke(key)
    },
    look: () => {},
    interrupt: (key, hard) => pool.interrupt(key, hard),
    stop: () => pool.stop(),
  }
}
