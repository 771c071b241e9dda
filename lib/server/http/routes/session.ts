// POST and DELETE /api/session: signing in and out.
import "server-only"
import { clearCookieHeader, readCookie, setCookieHeader } from "@/lib/server/session/cookie"
import { endSession, findSession } from "@/lib/server/session/sessions"
import { Credentials, signIn } from "@/lib/server/session/sign-in"
import { addressOf } from "../caller-address"
import { route } from "../route"
import { endpoint } from "../serve"

export const session = endpoint("/api/session", {
  POST: route({
    access: "public",
    summary: "Sign in by token, by name and password, or by the code of the printed link",
    body: Credentials,
    status: 204,
    repeatable: false,
    handler: async ({ runtime, body, request }) => {
      const { secret, expiresAt } = await signIn(runtime, body, addressOf(request.headers))
      return new Response(null, {
        status: 204,
        headers: { "Set-Cookie": setCookieHeader(runtime.env, secret, expiresAt), "Cache-Control": "no-store" },
      })
    },
  }),
  DELETE: route({
    access: "public",
    summary: "Sign out",
    status: 204,
    handler: async ({ runtime, request }) => {
      const secret = readCookie(runtime.env, request.headers.get("cookie"))
      const principal = secret ? await findSession(runtime, secret) : null
      if (principal?.session) await endSession(runtime, principal.subject, principal.session)
      return new Response(null, { status: 204, headers: { "Set-Cookie": clearCookieHeader(runtime.env) } })
    },
  }),
})
