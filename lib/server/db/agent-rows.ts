// Agent rows: locking them in one order, changing them with their events, and showing them.
import "server-only"
import { and, eq, ne, sql } from "drizzle-orm"
import type { Agent, AgentStatus } from "@/lib/core/agent"
import { AppError } from "@/lib/core/errors"
import { compiled, compiledUpdate } from "./compiled"
import type { Database } from "./database"
import { ANY_AGENT } from "./own-rows"
import { agents } from "./schema"
import type { AgentKey, Tx } from "./store"

export type AgentRow = typeof agents.$inferSelect

export const keyOf = (row: AgentRow): AgentKey => ({ team: row.team, name: row.name, generation: row.generation })

export const whereKey = (key: AgentKey | typeof ANY_AGENT) =>
  and(eq(agents.team, key.team), eq(agents.name, key.name), eq(agents.generation, key.generation))

const lockByName = compiled<{ team: string; names: string[] }, AgentRow[]>((db) =>
  db
    .select()
    .from(agents)
    .where(
      and(
        eq(agents.team, sql.placeholder("team")),
        sql`${agents.name} = any(${sql.placeholder("names")})`,
        ne(agents.status, "shutdown"),
      ),
    )
    .orderBy(agents.name)
    .for("update"),
)

/** Locks the living bearers of these names, by name, so that no two transactions wait for each other. It is sent at once, before anything its caller sends next. */
export async function lockAgents(tx: Tx, team: string, names: readonly string[]): Promise<Map<string, AgentRow>> {
  if (unwritten.get(tx)?.size) await writePatches(tx)
  const rows = await lockByName(tx.db, { team, names: [...new Set(names)] })
  return new Map(rows.map((row) => [row.name, row]))
}

export async function lockAllAgents(tx: Tx, team: string): Promise<Map<string, AgentRow>> {
  await writePatches(tx)
  const rows = await tx.db
    .select()
    .from(agents)
    .where(and(eq(agents.team, team), ne(agents.status, "shutdown")))
    .orderBy(agents.name)
    .for("update")
  return new Map(rows.map((row) => [row.name, row]))
}

const selectBearer = compiled<AgentKey, AgentRow[]>((db) => db.select().from(agents).where(whereKey(ANY_AGENT)))

const selectNewest = compiled<Omit<AgentKey, "generation">, AgentRow[]>((db) =>
  db
    .select()
    .from(agents)
    .where(and(eq(agents.team, sql.placeholder("team")), eq(agents.name, sql.placeholder("name"))))
    .orderBy(sql`${agents.generation} desc`)
    .limit(1),
)

/** The newest bearer of a name, or the one of a given generation; null when there never was one. */
export async function findAgentRow(
  db: Database,
  team: string,
  name: string,
  generation?: number,
): Promise<AgentRow | null> {
  const rows = await (generation === undefined
    ? selectNewest(db, { team, name })
    : selectBearer(db, { team, name, generation }))
  return rows[0] ?? null
}

const updateAgent = compiledUpdate<typeof agents, { keyTeam: string; keyName: string; keyGeneration: number }>(
  agents,
  and(
    eq(agents.team, sql.placeholder("keyTeam")),
    eq(agents.name, sql.placeholder("keyName")),
    eq(agents.generation, sql.placeholder("keyGeneration")),
  ),
)

/** Changes of locked rows that are not written yet: a step of an agent makes several, and one statement holds them all. */
const unwritten = new WeakMap<Tx, Map<AgentRow, Partial<AgentRow>>>()

/** Changes the locked row, so that later steps of the transaction see it, and writes it before the transaction ends. */
export async function patchAgent(tx: Tx, row: AgentRow, patch: Partial<AgentRow>): Promise<void> {
  let patches = unwritten.get(tx)
  if (!patches) {
    patches = new Map()
    unwritten.set(tx, patches)
    tx.beforeEnd(() => writePatches(tx))
  }
  patches.set(row, { ...patches.get(row), ...patch })
  Object.assign(row, patch)
}

/** Whoever reads agents in the transaction that changed them must see the changes. */
async function writePatches(tx: Tx): Promise<void> {
  const patches = unwritten.get(tx)
  if (!patches) return
  for (const [row, patch] of patches) {
    await updateAgent(tx.db, patch, { keyTeam: row.team, keyName: row.name, keyGeneration: row.generation })
  }
  patches.clear()
}

export type StatusChange = Partial<Pick<AgentRow, "gate" | "error" | "lastWords" | "activity">>

/** Moves an agent to a status (and gate), with its event; nothing when nothing changes. */
export async function setStatus(tx: Tx, row: AgentRow, status: AgentStatus, change: StatusChange = {}): Promise<void> {
  const previous = row.status
  const gate = change.gate ?? row.gate
  const active = status === "working" || status === "stopping"
  const words = change.lastWords !== undefined && change.lastWords !== row.lastWords
  const error = change.error !== undefined && change.error !== row.error
  if (previous === status && gate === row.gate && !words && !error) return
  await patchAgent(tx, row, {
    status,
    gate,
    statusSince: tx.at,
    ...(change.error === undefined ? {} : { error: change.error }),
    ...(change.lastWords === undefined ? {} : { lastWords: change.lastWords }),
    activity: active ? (change.activity === undefined ? row.activity : change.activity) : null,
  })
  tx.record(
    row.team,
    "agent.status_changed",
    { agent: row.name },
    {
      generation: row.generation,
      status,
      previous,
      gate,
      ...(change.error === undefined ? {} : { error: change.error }),
      ...(change.lastWords === undefined ? {} : { last_words: change.lastWords }),
    },
  )
}

/** Closes an open gate, with its event; a gate that is not open is left as it is. */
export async function closeGate(
  tx: Tx,
  row: AgentRow,
  reason: "finished" | "superseded" | "reassigned" | "shutdown" | "revoked",
): Promise<void> {
  if (row.gate !== "open" || !row.lease) return
  const lease = row.lease
  await patchAgent(tx, row, { gate: "plan_required", lease: null })
  tx.record(
    row.team,
    "gate.closed",
    { agent: row.name, request_id: lease.request_id },
    { generation: row.generation, reason, gate: "plan_required", lease_request_id: lease.request_id },
  )
}

/** From now on it needs plans: what was open to it without one is shut like any other gate. */
export async function requirePlans(tx: Tx, row: AgentRow): Promise<void> {
  const gate = row.gate === "pending" ? row.gate : "plan_required"
  const requestId = row.lease?.request_id ?? null
  await patchAgent(tx, row, { planRequired: true, gate, lease: null })
  tx.record(
    row.team,
    "gate.closed",
    { agent: row.name, request_id: requestId },
    {
      generation: row.generation,
      reason: "reassigned",
      gate,
      plan_required: true,
      lease_request_id: requestId,
    },
  )
}

export function notInTeam(name: string, names: readonly string[]): AppError {
  const list = names.length > 0 ? names.join(", ") : "nobody"
  return new AppError("not_found", `There is no "${name}" in this team. Its members are: ${list}.`)
}

export function toAgent(row: AgentRow): Agent {
  return {
    team: row.team,
    name: row.name,
    generation: row.generation,
    kind: row.kind,
    role: row.role,
    prompt: row.prompt,
    plan_required: row.planRequired,
    status: row.status,
    status_since: row.statusSince,
    gate: row.gate,
    lease: row.lease,
    model: row.model,
    activity: row.activity,
    last_words: row.lastWords,
    error: row.error,
    turn: row.turn,
    unread: row.unread,
    usage: {
      input_tokens: row.inputTokens,
      output_tokens: row.outputTokens,
      cache_read_tokens: row.cacheReadTokens,
      cache_write_tokens: row.cacheWriteTokens,
      cost_usd: Math.round(row.costUsd * 1e6) / 1e6,
    },
    created_at: row.createdAt,
    ended_at: row.endedAt,
  }
}
