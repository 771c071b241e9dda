// Team rows: reading one, and showing it.
import "server-only"
import { eq, sql } from "drizzle-orm"
import type { Usage } from "@/lib/core/agent"
import { AppError } from "@/lib/core/errors"
import { Policy } from "@/lib/core/policy"
import type { Team } from "@/lib/core/team"
import { compiled } from "./compiled"
import type { Database } from "./database"
import { teams } from "./schema"

export type TeamRow = typeof teams.$inferSelect

const selectTeam = compiled<{ id: string }, TeamRow[]>((db) =>
  db
    .select()
    .from(teams)
    .where(eq(teams.id, sql.placeholder("id"))),
)

export async function getTeamRow(db: Database, id: string): Promise<TeamRow> {
  const rows = await selectTeam(db, { id })
  const row = rows[0]
  if (!row) throw new AppError("not_found", `There is no team "${id}".`)
  return row
}

export function toTeam(row: TeamRow): Team {
  return {
    id: row.id,
    name: row.name,
    workspace: row.workspace,
    instructions: row.instructions,
    // A policy stored by an older version gains the defaults of what is new.
    policy: Policy.parse(row.policy),
    paused: row.paused,
    machine: row.machine,
    created_at: row.createdAt,
  }
}

export const teamUsage = (row: TeamRow): Usage => ({
  input_tokens: row.inputTokens,
  output_tokens: row.outputTokens,
  cache_read_tokens: row.cacheReadTokens,
  cache_write_tokens: row.cacheWriteTokens,
  cost_usd: Math.round(row.costUsd * 1e6) / 1e6,
})
