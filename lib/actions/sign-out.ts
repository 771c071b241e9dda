// Ends the session and takes its cookie away.
"use server"

import { cookies } from "next/headers"
import { z } from "zod"
import { cookieName, cookieOptions } from "@/lib/server/session/cookie"
import { endSession } from "@/lib/server/session/sessions"
import { defineAction } from "./define-action"

export const signOutAction = defineAction({
  role: "anyone",
  input: z.void(),
  run: async ({ runtime, principal }): Promise<null> => {
    if (principal?.session) await endSession(runtime, principal.subject, principal.session)
    const jar = await cookies()
    jar.set(cookieName(runtime.env), "", cookieOptions(runtime.env, new Date(0).toISOString()))
    return null
  },
})
