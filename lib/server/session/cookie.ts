// The session cookie: its name and its attributes.
import "server-only"
import type { Env } from "@/lib/server/env"

const isSecure = (env: Pick<Env, "url">): boolean => env.url.startsWith("https:")

/** Browsers share cookies between the ports of one host, so two servers side by side need two names. */
export function cookieName(env: Pick<Env, "url">): string {
  if (isSecure(env)) return "__Host-countersign"
  return `countersign-${new URL(env.url).port || "80"}`
}

export const cookieOptions = (env: Pick<Env, "url">, expiresAt: string) => ({
  httpOnly: true,
  sameSite: "strict" as const,
  secure: isSecure(env),
  path: "/",
  expires: new Date(expiresAt),
})

export function setCookieHeader(env: Pick<Env, "url">, secret: string, expiresAt: string): string {
  const { expires } = cookieOptions(env, expiresAt)
  const secure = isSecure(env) ? "; Secure" : ""
  return `${cookieName(env)}=${secret}; Path=/; Expires=${expires.toUTCString()}; HttpOnly; SameSite=Strict${secure}`
}

export const clearCookieHeader = (env: Pick<Env, "url">): string =>
  `${setCookieHeader(env, "", new Date(0).toISOString())}; Max-Age=0`

/** The secret in a Cookie header, when there is one that we could have set. */
export function readCookie(env: Pick<Env, "url">, header: string | null): string | null {
  const name = cookieName(env)
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=")
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || null
  }
  return null
}
