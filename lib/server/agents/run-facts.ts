// The facts that decide whether an agent may run, read under its row lock.
import "server-only"
import { and, eq, isNull, sql } from "drizzle-orm"
import type { RunFacts } from "@/lib/core/agent"
import { wakeDelay } from "@/lib/core/message"
import type { ProtocolTable } from "@/lib/core/protocols"
import type { AgentRow } from "@/lib/server/db/agent-rows"
import { compiled } from "@/lib/server/db/compiled"
import { ANY_AGENT, mailTo, ofAgent } from "@/lib/server/db/own-rows"
import { messages, teams, turns } from "@/lib/server/db/schema"
import type { AgentKey, Tx } from "@/lib/server/db/store"
import type { TeamRow } from "@/lib/server/db/team-rows"

export type RunningTurn = typeof turns.$inferSelect

const selectBoth = compiled<AgentKey, { team: TeamRow; running: RunningTurn | null }[]>((db) =>
  db
    .select({ team: teams, running: turns })
    .from(teams)
    .leftJoin(turns, and(ofAgent(turns, ANY_AGENT), sql`${turns.state} = 'running'`))
    .where(eq(teams.id, ANY_AGENT.team)),
)

/** The team, and the turn that is under way, read after the agent's lock was taken: before it both may be old. */
export async function teamAndRunningTurn(
  tx: Tx,
  { team, name, generation }: AgentKey,
): Promise<{ team: TeamRow; running: RunningTurn | null }> {
  const rows = await selectBoth(tx.db, { team, name, generation })
  const row = rows[0]
  if (!row) throw new Error(`the team ${team} is gone`)
  return row
}

export async function runFacts(
  tx: Tx,
  protocols: ProtocolTable,
  agent: AgentRow,
  team: TeamRow,
  running: RunningTurn | null,
): Promise<RunFacts> {
  const mail = await unheardMail(tx, protocols, agent)
  return {
    status: agent.status,
    external: agent.kind === "external",
    teamPaused: team.paused !== null,
    stopRequested: agent.stop !== null,
    undelivered: mail,
    unfinishedTurn: running !== null,
    owesReply: agent.owesReply,
    retryAt: agent.retryAt === null ? null : Date.parse(agent.retryAt),
    now: Date.parse(tx.at),
  }
}

/** Mail that calls for a turn: at once by its type, or because its moment has come and set the wake flag. */
export async function unheardMail(tx: Tx, protocols: ProtocolTable, agent: AgentRow): Promise<RunFacts["undelivered"]> {
  if (agent.unread === 0) return { any: false, decision: false, shutdown: false }
  // Everything wakes a teammate that does not wait for a decision.
  if (agent.kind !== "lead" && agent.status !== "waiting") return { any: true, decision: false, shutdown: false }
  const types = await undeliveredTypes(tx, agent)
  const all = Object.values(protocols)
  const calls = (type: string): boolean => {
    const delay = wakeDelay(type, agent.kind === "lead" ? "lead" : "teammate", protocols)
    return delay === 0 || (delay !== null && agent.wake)
  }
  return {
    any: types.some(calls),
    decision: types.some((type) => all.some((p) => p.answeredBy === "human" && p.responseMessage === type)),
    shutdown: types.some((type) => all.some((p) => p.answeredBy === "target" && p.requestMessage === type)),
  }
}

const selectTypes = compiled<AgentKey, { type: string }[]>((db) =>
  db
    .selectDistinct({ type: messages.type })
    .from(messages)
    .where(and(mailTo(ANY_AGENT), isNull(messages.deliveredAt))),
)

async function undeliveredTypes(tx: Tx, { team, name, generation }: AgentRow): Promise<string[]> {
  const rows = await selectTypes(tx.db, { team, name, generation })
  return rows.map((row) => row.type)
}

/** It was asked to leave and the question has not reached it yet: no further tool starts. */
export async function askedToLeaveUnheard(tx: Tx, protocols: ProtocolTable, agent: AgentRow): Promise<boolean> {
  if (agent.status !== "stopping" || agent.unread === 0) return false
  const asking = Object.values(protocols).filter((protocol) => protocol.answeredBy === "target")
  const types = await undeliveredTypes(tx, agent)
  return asking.some((protocol) => types.includes(protocol.requestMessage))
}
