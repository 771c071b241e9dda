// A person brings a teammate into a team.
"use server"

import { z } from "zod"
import { spawnTeammate } from "@/lib/server/agents/spawn-teammate"
import { NewTeammate } from "@/lib/server/teams/add-teammate"
import { TeamId } from "./action-input"
import { defineAction } from "./define-action"

export const spawnTeammateAction = defineAction({
  role: "operator",
  input: z.strictObject({ team: TeamId, ...NewTeammate.shape }),
  run: ({ runtime, principal, input: { team, ...joining } }) =>
    spawnTeammate(runtime, team, joining, principal.subject),
})
