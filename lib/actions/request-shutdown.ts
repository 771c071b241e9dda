// Asks a teammate to leave, or makes it.
"use server"

import { z } from "zod"
import { Leave } from "@/lib/server/http/routes/requests"
import { requestShutdown } from "@/lib/server/requests/request-shutdown"
import { OfAgent } from "./action-input"
import { defineAction } from "./define-action"

export const requestShutdownAction = defineAction({
  role: "operator",
  input: z.strictObject({ ...OfAgent.shape, ...Leave.shape }),
  run: ({ runtime, principal, input: { team, name, ...leave } }) =>
    requestShutdown(runtime, team, name, leave, principal.subject),
})
