// How a wake-up reaches whoever runs the agent. The durable truth is the agent's `wake` flag; this only carries it.
import "server-only"
import type { AgentKey, Tx } from "@/lib/server/db/store"

export type Wakeups = {
  /** Within the transaction that set the flag. */
  send(tx: Tx, key: AgentKey): Promise<void>
  /** Makes sending possible; nothing is run yet. */
  open(): Promise<void>
  /** Begins to run agents, those first that an earlier process left in the middle of something. */
  start(): Promise<void>
  /** Another process said that there is something to do. */
  look(): void
  interrupt(key: AgentKey, hard: boolean): void
  stop(): Promise<void>
}
