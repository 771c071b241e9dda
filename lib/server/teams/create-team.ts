// Creates a team: its row, its workspace on disk, its lead, idle.
import "server-only"
import path from "node:path"
import { storable } from "@/lib/core/canonical-json"
import { AppError } from "@/lib/core/errors"
import { FIRST_PREV } from "@/lib/core/event"
import { LEAD, newId } from "@/lib/core/ids"
import { DEFAULT_POLICY, patchPolicy } from "@/lib/core/policy"
import { shortId } from "@/lib/core/short-id"
import type { NewTeam, Team } from "@/lib/core/team"
import type { ServerContext } from "@/lib/server/context"
import { toAgent } from "@/lib/server/db/agent-rows"
import { agents, teams } from "@/lib/server/db/schema"
import { sqlState } from "@/lib/server/db/store"
import { type TeamRow, toTeam } from "@/lib/server/db/team-rows"
import { checkWorkspace, prepareWorkspace } from "@/lib/server/workspace/workspace-roots"
import { emptyAgent } from "./add-teammate"
import { placeOf } from "./machine"

type Context = Pick<ServerContext, "store" | "env" | "facts">

export async function createTeam(context: Context, input: NewTeam, by: string): Promise<Team> {
  const id = newId("team")
  const asked = input.workspace ?? path.join(context.env.workspaces[0]!, `${slug(input.name)}-${shortId(id)}`)
  const others = await context.store.read.select({ workspace: teams.workspace }).from(teams)
  const workspace = await checkWorkspace(path.resolve(/* turbopackIgnore: true */ asked), {
    roots: context.env.workspaces,
    dataDir: context.env.dataDir,
    others: others.map((team) => team.workspace),
  })
  const machine = placeOf(context, input.machine)
  // A folder on another machine is made there, by the first turn.
  if (machine === context.env.machine || machine === null) await prepareWorkspace(workspace)
  return context.store.transaction(async (tx) => {
    const row: TeamRow = storable({
      id,
      name: input.name,
      workspace,
      instructions: input.instructions,
      policy: patchPolicy(DEFAULT_POLICY, input.policy),
      paused: null,
      machine,
      seq: 0,
      lastHash: FIRST_PREV,
      nextTask: 1,
      unattendedTurns: 0,
      costUsd: 0,
      inputTokens: 0,
      outputTokens: 0,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      createdAt: tx.at,
    })
    try {
      await tx.db.insert(teams).values(row)
    } catch (error) {
      if (sqlState(error) !== "23505") throw error
      throw new AppError("invalid", `workspace: another team already works in ${workspace}`, { cause: error })
    }
    const lead = {
      ...emptyAgent(tx.at),
      team: id,
      name: LEAD,
      generation: 1,
      kind: "lead" as const,
      role: "lead",
      prompt: "",
      planRequired: true,
      gate: "plan_required" as const,
      model: context.facts.model_id,
    }
    await tx.db.insert(agents).values(lead)
    const team = toTeam(row)
    tx.record(id, "team.created", {}, { team, by })
    tx.record(id, "agent.spawned", { agent: LEAD }, { agent: toAgent(lead), by, generation: 1 })
    return team
  })
}

const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40) || "team"
