// A stretch of a team's timeline, slim, with the state before it.
"use server"

import { z } from "zod"
import { getTimelinePage } from "@/lib/server/queries/get-timeline-page"
import { TeamId } from "./action-input"
import { defineAction } from "./define-action"

export const getTimelinePageAction = defineAction({
  role: "viewer",
  input: z.strictObject({ team: TeamId, from: z.int().min(1), to: z.int().min(1) }),
  run: ({ runtime, input }) => getTimelinePage(runtime, input.team, input),
})
