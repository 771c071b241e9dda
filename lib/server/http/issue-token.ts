// A new API token, and for an agent's token the external teammate it stands for.
import "server-only"
import { AppError } from "@/lib/core/errors"
import { spawnTeammate } from "@/lib/server/agents/spawn-teammate"
import { getAgent } from "@/lib/server/queries/get-agent"
import type { Runtime } from "@/lib/server/runtime/runtime"
import { createToken, type NewToken } from "@/lib/server/session/api-tokens"
import { isAppError } from "./error-answer"

export async function issueToken(
  runtime: Runtime,
  input: NewToken,
  by: string,
): Promise<{ id: string; token: string }> {
  if (input.scope === "agent") await ensureExternal(runtime, input.team!, input.agent!, by)
  return createToken(runtime, input, by)
}

const WELCOME =
  "You have joined this team from outside. Submit a plan before you change anything, and wait for its decision."

/** A second token for the same living external teammate is fine; a name borne by one of our own agents is not. */
async function ensureExternal(runtime: Runtime, team: string, name: string, by: string): Promise<void> {
  const present = await getAgent(runtime, team, name).catch((error: unknown) => {
    if (isAppError(error) && error.code === "not_found") return null
    throw error
  })
  if (present && present.status !== "shutdown") {
    if (present.kind === "external") return
    throw new AppError("conflict", `${name} is a teammate run by this server; choose another name.`)
  }
  const joining = { name, role: "external", prompt: WELCOME, plan_required: true, kind: "external" as const }
  await spawnTeammate(runtime, team, joining, by)
}
