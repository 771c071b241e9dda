// All teams with what waits in them.
"use server"

import { z } from "zod"
import { listTeams } from "@/lib/server/queries/list-teams"
import { defineAction } from "./define-action"

export const getTeamsAction = defineAction({
  role: "viewer",
  input: z.void(),
  run: ({ runtime }) => listTeams(runtime),
})
