// The queue: what waits for a person in all teams.
"use server"

import { z } from "zod"
import { listQueue } from "@/lib/server/queries/list-queue"
import { defineAction } from "./define-action"

export const getQueueAction = defineAction({
  role: "viewer",
  input: z.void(),
  run: ({ runtime }) => listQueue(runtime),
})
