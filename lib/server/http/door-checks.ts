// The first look at every request: is it meant for this server, and does it come from a page of ours?
import "server-only"
import { AppError } from "@/lib/core/errors"
import type { Env } from "@/lib/server/env"
import { readCookie } from "@/lib/server/session/cookie"

const HARMLESS = new Set(["GET", "HEAD"])

/** A foreign Host is a rebound name; a foreign Origin is another site's page. Both are refused before anything is read. */
export function doorRefusal(
  env: Pick<Env, "hosts" | "origins" | "url">,
  request: Pick<Request, "method" | "headers">,
): AppError | null {
  const host = request.headers.get("host")?.toLowerCase()
  if (!host || !env.hosts.includes(host))
    return new AppError("foreign_host", `This server answers at ${env.url} only. Set COUNTERSIGN_URL to change that.`)
  const origin = request.headers.get("origin")
  if (origin !== null)
    return env.origins.includes(origin.toLowerCase())
      ? null
      : new AppError("forbidden", "This call comes from another origin, which is refused.")
  const byCookie = !request.headers.has("authorization") && readCookie(env, request.headers.get("cookie")) !== null
  return byCookie && !HARMLESS.has(request.method)
    ? new AppError("forbidden", "A call with the session cookie that changes something must carry its Origin.")
    : null
}
