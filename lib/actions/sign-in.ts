// Signs a person in and sets the session cookie.
"use server"

import { cookies, headers } from "next/headers"
import { addressOf } from "@/lib/server/http/caller-address"
import { cookieName, cookieOptions } from "@/lib/server/session/cookie"
import { Credentials, signIn } from "@/lib/server/session/sign-in"
import { defineAction } from "./define-action"

export const signInAction = defineAction({
  role: "anyone",
  input: Credentials,
  run: async ({ runtime, input }): Promise<null> => {
    const { secret, expiresAt } = await signIn(runtime, input, addressOf(await headers()))
    const jar = await cookies()
    jar.set(cookieName(runtime.env), secret, cookieOptions(runtime.env, expiresAt))
    return null
  },
})
