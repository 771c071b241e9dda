// A team as it stands.
"use server"

import { getTeamView } from "@/lib/server/queries/get-team-view"
import { OfTeam } from "./action-input"
import { defineAction } from "./define-action"

export const getTeamViewAction = defineAction({
  role: "viewer",
  input: OfTeam,
  run: ({ runtime, input }) => getTeamView(runtime, input.team),
})
