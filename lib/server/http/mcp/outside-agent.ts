// An agent that runs elsewhere, as the store knows it: its living row under lock, and whoever else its call touches.
import "server-only"
import { AppError } from "@/lib/core/errors"
import { LEAD } from "@/lib/core/ids"
import { type AgentRow, lockAgents } from "@/lib/server/db/agent-rows"
import type { Tx } from "@/lib/server/db/store"
import { getTeamRow, type TeamRow } from "@/lib/server/db/team-rows"
import type { Runtime } from "@/lib/server/runtime/runtime"
import type { Principal } from "@/lib/server/session/principal"

export type Outsider = { runtime: Runtime; team: string; name: string; since: string }

export function outsiderOf(runtime: Runtime, principal: Principal): Outsider {
  const { team, agent, since } = principal
  if (!team || !agent || !since) throw new AppError("forbidden", "This token stands for no agent.")
  return { runtime, team, name: agent, since }
}

export type Rows = { team: TeamRow; self: AgentRow; lead: AgentRow; all: Map<string, AgentRow> }

/** One step of an outside agent, in one transaction, with its own row, the lead's and those named locked by name. */
export async function act<T>(
  { runtime, team, name, since }: Outsider,
  others: readonly string[],
  work: (tx: Tx, rows: Rows) => Promise<T>,
): Promise<T> {
  return runtime.store.transaction(async (tx) => {
    const teamRow = await getTeamRow(tx.db, team)
    const all = await lockAgents(tx, team, [name, LEAD, ...others])
    const self = all.get(name)
    const lead = all.get(LEAD)
    if (!lead) throw new Error(`team ${team} has no lead`)
    // A later bearer of the name, or one of our own agents, is somebody else.
    if (self?.kind !== "external" || self.createdAt > since)
      throw new AppError("forbidden", `${name} has left this team; ask an operator for a new token.`)
    return work(tx, { team: teamRow, self, lead, all })
  })
}
