// Creates a team with a lead, idle.
"use server"

import { NewTeam } from "@/lib/core/team"
import { createTeam } from "@/lib/server/teams/create-team"
import { defineAction } from "./define-action"

export const createTeamAction = defineAction({
  role: "operator",
  input: NewTeam,
  run: ({ runtime, principal, input }) => createTeam(runtime, input, principal.subject),
})
