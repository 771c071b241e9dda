// Says every few seconds that this process is there to run agents, so that pages can say when a machine has none.
import "server-only"
import { randomUUID } from "node:crypto"
import { noteAlive, noteGone } from "@/lib/server/db/process-rows"
import type { Store } from "@/lib/server/db/store"

const BEAT_MS = 5_000

export type Presence = { start(): Promise<void>; stop(): Promise<void> }

export function createPresence(
  { read }: Store,
  { machine, onError }: { machine: string | null; onError(error: unknown): void },
): Presence {
  const id = randomUUID()
  let beating: NodeJS.Timeout | null = null
  return {
    start: async () => {
      await noteAlive(read, id, machine)
      beating = setInterval(() => void noteAlive(read, id, machine).catch(onError), BEAT_MS)
    },
    stop: async () => {
      if (!beating) return
      clearInterval(beating)
      await noteGone(read, id).catch(onError)
    },
  }
}
