// The fence: every write of a turn locks the agent's row and requires its own epoch and generation; no row, no write.
import "server-only"
import { type AgentRow, lockAgents, lockAllAgents } from "./agent-rows"
import type { TransactionOptions } from "./database"
import type { AgentKey, Tx } from "./store"

export type Fence = AgentKey & { epoch: number }

/** Thrown when somebody else has begun to run this agent, or it is gone: whoever catches it stops and runs nothing. */
export class FenceLost extends Error {
  constructor(fence: Fence) {
    super(`${fence.name} (generation ${fence.generation}) is run by somebody else`)
    this.name = "FenceLost"
  }
}

/** A write of a turn begins with the lock of its agent. */
export const LOCKS_FIRST: TransactionOptions = { readsFirst: true }

export type FencedRows = { self: AgentRow; others: Map<string, AgentRow> }

/** Locks the agent, and by name whoever else this write touches. */
export async function lockFenced(tx: Tx, fence: Fence, others: readonly string[] | "all" = []): Promise<FencedRows> {
  const rows =
    others === "all" ? await lockAllAgents(tx, fence.team) : await lockAgents(tx, fence.team, [fence.name, ...others])
  const self = rows.get(fence.name)
  if (!self || self.generation !== fence.generation || self.epoch !== fence.epoch) throw new FenceLost(fence)
  return { self, others: rows }
}
