// The door of every page: Host and Origin, sign-in, and the headers that bind the browser.
import { randomBytes } from "node:crypto"
import { type NextRequest, NextResponse } from "next/server"
import { AppError } from "@/lib/core/errors"
import { type Env, parseEnv } from "@/lib/server/env"
import { doorRefusal } from "@/lib/server/http/door-checks"
import { errorAnswer } from "@/lib/server/http/error-answer"
import { pagePolicy, securityHeaders } from "@/lib/server/http/security-headers"
import { readCookie } from "@/lib/server/session/cookie"

/**
 * The API is left out on purpose: Next holds back a proxy's answer until the whole body has arrived, so a slow or endless
 * body could be refused by nobody. Every API route runs the same checks before it reads (lib/server/http/route.ts).
 */
export const config = { matcher: ["/((?!api/|api$|_next/static/).*)"] }

let parsed: Env | undefined
/** Read at the first request: by then PORT holds the port that is really used. */
const ownEnv = (): Env => {
  parsed ??= parseEnv(process.env, process.cwd())
  return parsed
}
const development = process.env.NODE_ENV === "development"

export function proxy(request: NextRequest): Response {
  const env = ownEnv()
  const answer = answerTo(env, request)
  for (const [name, value] of Object.entries(securityHeaders(env))) answer.headers.set(name, value)
  return answer
}

function answerTo(env: Env, request: NextRequest): Response {
  const refusal = doorRefusal(env, request)
  if (refusal) return errorAnswer(refusal, request.nextUrl.pathname)
  const { pathname, search } = request.nextUrl
  // Programs ask here how to sign in elsewhere; a page of ours would be no answer.
  if (pathname.startsWith("/.well-known/"))
    return errorAnswer(new AppError("not_found", "There is nothing at this address."), pathname)
  if (needsSignIn(env, request, pathname)) {
    const next = pathname === "/" ? "" : `?next=${encodeURIComponent(pathname + search)}`
    // Back to the name that was used, which has been checked: the cookie belongs to it.
    const origin = `${new URL(env.url).protocol}//${request.headers.get("host")}`
    return NextResponse.redirect(new URL(`/sign-in${next}`, origin), 303)
  }
  return pageAnswer(request, pathname + search)
}

/** A cheap look, no more: whether the cookie is worth anything, each page and each action asks the store. */
function needsSignIn(env: Env, request: NextRequest, pathname: string): boolean {
  if (pathname === "/sign-in" || ASSET.test(pathname)) return false
  // An action without a session answers so in its own words, which the page can show.
  if (request.method === "POST" && request.headers.has("next-action")) return false
  return readCookie(env, request.headers.get("cookie")) === null
}

const ASSET = /\.(ico|svg|png|webmanifest|txt|woff2|wav|mp3|js)$/

function pageAnswer(request: NextRequest, path: string): Response {
  const nonce = randomBytes(18).toString("base64")
  const policy = pagePolicy(nonce, development)
  const headers = new Headers(request.headers)
  headers.set("x-nonce", nonce)
  headers.set("x-path", path)
  // Next reads the nonce for its own scripts from here.
  headers.set("Content-Security-Policy", policy)
  const answer = NextResponse.next({ request: { headers } })
  answer.headers.set("Content-Security-Policy", policy)
  return answer
}
