// One request's life, for the pane beside the timeline.
"use server"

import { z } from "zod"
import { getTimelineLife } from "@/lib/server/queries/get-timeline-life"
import { defineAction } from "./define-action"

export const getTimelineLifeAction = defineAction({
  role: "viewer",
  input: z.strictObject({ request_id: z.string().min(1).max(100) }),
  run: ({ runtime, input }) => getTimelineLife(runtime, input.request_id),
})
