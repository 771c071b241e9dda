// Brings a teammate into a team: a new row, a new generation of its name, its first words in its inbox.
import "server-only"
import { z } from "zod"
import type { Agent } from "@/lib/core/agent"
import { storable } from "@/lib/core/canonical-json"
import { AppError, invalidFrom } from "@/lib/core/errors"
import { TeammateName } from "@/lib/core/ids"
import { Policy } from "@/lib/core/policy"
import type { ServerContext } from "@/lib/server/context"
import { type AgentRow, findAgentRow, toAgent } from "@/lib/server/db/agent-rows"
import { agents } from "@/lib/server/db/schema"
import type { Tx } from "@/lib/server/db/store"
import type { TeamRow } from "@/lib/server/db/team-rows"
import { postMessage } from "@/lib/server/inbox/post-message"

export const NewTeammate = z.strictObject({
  name: TeammateName,
  role: z.string().trim().min(1, "a teammate needs a role").max(200),
  prompt: z.string().trim().min(1, "a teammate needs a prompt").max(100_000),
  plan_required: z.boolean().default(true),
})
export type NewTeammate = z.input<typeof NewTeammate>

export type Joining = NewTeammate & { kind?: "teammate" | "external" }

export async function addTeammate(
  tx: Tx,
  context: Pick<ServerContext, "facts">,
  team: TeamRow,
  joining: Joining,
  spawner: { from: "lead" | "human"; by: string },
): Promise<Agent> {
  const { kind = "teammate", ...rest } = joining
  const parsed = NewTeammate.safeParse(rest)
  if (!parsed.success) throw invalidFrom(parsed.error.issues)
  const input = parsed.data
  if (!input.plan_required && spawner.from === "lead" && !Policy.parse(team.policy).allow_ungated)
    throw new AppError(
      "forbidden",
      "This team's policy does not allow teammates without a plan (allow_ungated is off).",
    )
  const before = await findAgentRow(tx.db, team.id, input.name)
  if (before && before.status !== "shutdown")
    throw new AppError("conflict", `"${input.name}" is already in this team (${before.status}). Choose another name.`)
  const row: AgentRow = storable({
    ...emptyAgent(tx.at),
    team: team.id,
    name: input.name,
    generation: (before?.generation ?? 0) + 1,
    kind,
    role: input.role,
    prompt: input.prompt,
    planRequired: input.plan_required,
    gate: input.plan_required ? ("plan_required" as const) : ("open" as const),
    model: kind === "external" ? "external" : context.facts.model_id,
  })
  await insertAgent(tx, row)
  const agent = toAgent(row)
  tx.record(team.id, "agent.spawned", { agent: row.name }, { agent, by: spawner.by, generation: row.generation })
  await postMessage(tx, row, {
    from: spawner.from,
    type: "message",
    content: input.prompt,
    metadata: { by: spawner.by },
  })
  return agent
}

/** Two that spawn the same name at the same moment: one wins, the other is told. */
async function insertAgent(tx: Tx, row: AgentRow): Promise<void> {
  const inserted = await tx.db.insert(agents).values(row).onConflictDoNothing().returning({ name: agents.name })
  if (inserted.length === 0)
    throw new AppError("conflict", `"${row.name}" has just joined this team. Choose another name.`)
}

export const emptyAgent = (at: string) => ({
  status: "idle" as const,
  statusSince: at,
  lease: null,
  activity: null,
  lastWords: "",
  error: null,
  epoch: 0,
  wake: false,
  stop: null,
  owesReply: false,
  retryAt: null,
  turn: 0,
  entries: 0,
  startEntry: 1,
  windowTokens: 0,
  mail: 0,
  unread: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsd: 0,
  createdAt: at,
  endedAt: null,
})
