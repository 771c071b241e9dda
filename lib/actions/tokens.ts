// API tokens: a new one shown once, taking one back.
"use server"

import { z } from "zod"
import { issueToken } from "@/lib/server/http/issue-token"
import { NewToken, revokeToken } from "@/lib/server/session/api-tokens"
import { defineAction } from "./define-action"

export const createTokenAction = defineAction({
  role: "operator",
  input: NewToken,
  run: ({ runtime, principal, input }) => issueToken(runtime, input, principal.subject),
})

export const revokeTokenAction = defineAction({
  role: "operator",
  input: z.strictObject({ id: z.string().min(1).max(100) }),
  run: async ({ runtime, input }): Promise<null> => {
    await revokeToken(runtime, input.id)
    return null
  },
})
