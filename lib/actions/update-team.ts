// Changes a team's policy, pauses it or lets it go on, or moves it to another machine.
"use server"

import { z } from "zod"
import { MachineName } from "@/lib/core/ids"
import { PolicyPatch } from "@/lib/core/policy"
import { updateTeam } from "@/lib/server/teams/update-team"
import { TeamId } from "./action-input"
import { defineAction } from "./define-action"

export const updateTeamAction = defineAction({
  role: "operator",
  input: z.strictObject({
    team: TeamId,
    policy: PolicyPatch.optional(),
    paused: z.boolean().optional(),
    machine: MachineName.nullable().optional(),
  }),
  run: ({ runtime, principal, input: { team, ...change } }) => updateTeam(runtime, team, change, principal.subject),
})
