// A person's own sessions: ending one.
"use server"

import { z } from "zod"
import { endSession } from "@/lib/server/session/sessions"
import { defineAction } from "./define-action"

export const endSessionAction = defineAction({
  role: "viewer",
  input: z.strictObject({ id: z.string().min(1).max(100) }),
  run: async ({ runtime, principal, input }): Promise<null> => {
    await endSession(runtime, principal.subject, input.id)
    return null
  },
})
