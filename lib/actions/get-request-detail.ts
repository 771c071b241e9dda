// One request with its revisions, messages and events.
"use server"

import { z } from "zod"
import { getRequestDetail } from "@/lib/server/queries/get-request-detail"
import { defineAction } from "./define-action"

export const getRequestDetailAction = defineAction({
  role: "viewer",
  input: z.strictObject({ request_id: z.string().min(1).max(100) }),
  run: ({ runtime, input }) => getRequestDetail(runtime, input.request_id),
})
