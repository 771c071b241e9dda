// The workspace of a pinned team on its own machine: made there by the first turn, under that machine's own rules.
import "server-only"
import { stat } from "node:fs/promises"
import type { ServerContext } from "@/lib/server/context"
import type { TeamRow } from "@/lib/server/db/team-rows"
import { checkWorkspace, prepareWorkspace } from "@/lib/server/workspace/workspace-roots"

export async function ensureWorkspace({ env }: Pick<ServerContext, "env">, team: TeamRow): Promise<void> {
  // Whoever created the others has made their folders.
  if (team.machine === null) return
  const there = await stat(team.workspace).catch(() => null)
  if (there?.isDirectory()) return
  const { workspaces: roots, dataDir } = env
  await prepareWorkspace(await checkWorkspace(team.workspace, { roots, dataDir, others: [] }))
}
