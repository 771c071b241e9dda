// One call of the API: what it asks of the caller, what it takes, what it answers, and how it is carried out.
import "server-only"
import type { z } from "zod"
import { AppError, invalidFrom } from "@/lib/core/errors"
import { getRuntime } from "@/lib/server/runtime/get-runtime"
import type { Runtime } from "@/lib/server/runtime/runtime"
import { authenticate } from "@/lib/server/session/authenticate"
import { type Access, type Principal, reaches } from "@/lib/server/session/principal"
import { doorRefusal } from "./door-checks"
import { errorAnswer, jsonAnswer } from "./error-answer"
import { fingerprintOf, idempotencyKey, once } from "./idempotency"
import { takeTurn } from "./rate-limit"
import { readJson } from "./read-body"
import { API_POLICY, securityHeaders } from "./security-headers"

export type Call<A extends Access, Q, B> = {
  runtime: Runtime
  principal: A extends "public" ? null : Principal
  params: Record<string, string>
  query: Q
  body: B
  request: Request
}

type Definition<A extends Access, Q extends z.ZodType, B extends z.ZodType> = {
  access: A
  summary: string
  query?: Q
  body?: B
  /** The status and form of a good answer; `media` where it is not JSON, or where it may be either. */
  status?: number
  answer?: z.ZodType
  media?: string
  /** Calls that sign in or speak another protocol know no repeats. */
  repeatable?: boolean
  /** The body that follows from what the call's transaction returns, so that it is kept for repeats with the work. */
  kept?: (value: never) => unknown
  /** The answer holds a secret: it is never stored. */
  shownOnce?: boolean
  handler: (call: Call<A, z.output<Q>, z.output<B>>) => Promise<unknown>
}

export type Route = Omit<Definition<Access, z.ZodType, z.ZodType>, "handler"> & {
  handler: (call: Call<Access, unknown, unknown>) => Promise<unknown>
}

export function route<A extends Access, Q extends z.ZodType = z.ZodUndefined, B extends z.ZodType = z.ZodUndefined>(
  definition: Definition<A, Q, B>,
): Route {
  return definition as unknown as Route
}

/**
 * Checks in the order in which they cost: the door, the caller, the right, the pace, the body; then the work.
 * `params` is null where the address holds something that can be no name.
 */
export async function runRoute(one: Route, request: Request, params: Record<string, string> | null): Promise<Response> {
  const where = `${request.method} ${new URL(request.url).pathname}`
  let runtime: Runtime
  try {
    runtime = await getRuntime()
  } catch (error) {
    return errorAnswer(error, where)
  }
  const answer = await answerTo(runtime, one, request, params).catch((error: unknown) => errorAnswer(error, where))
  for (const [name, value] of Object.entries(securityHeaders(runtime.env))) answer.headers.set(name, value)
  answer.headers.set("Content-Security-Policy", API_POLICY)
  return answer
}

async function answerTo(
  runtime: Runtime,
  one: Route,
  request: Request,
  params: Record<string, string> | null,
): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const refusal = doorRefusal(runtime.env, request)
  if (refusal) throw refusal
  const principal = one.access === "public" ? null : await admit(runtime, one.access, request.headers)
  if (!params) throw new AppError("not_found", "There is nothing at this address.")
  const query = one.query ? parse(one.query, Object.fromEntries(searchParams), "query") : undefined
  const body = one.body ? parse(one.body, await readJson(request), "body") : undefined
  const call = { runtime, principal, params, query, body, request } as Call<Access, unknown, unknown>
  const work = () => finish(one, call, pathname)
  const key = request.method === "POST" && one.repeatable !== false ? idempotencyKey(request.headers) : null
  if (key === null || !principal) return work()
  const fingerprint = fingerprintOf(request.method, pathname, body)
  const { status = 200, kept, shownOnce } = one
  return once(runtime, { principal: callerOf(principal), key, fingerprint }, { status, kept, shownOnce }, work)
}

async function finish(one: Route, call: Call<Access, unknown, unknown>, path: string): Promise<Response> {
  try {
    const value = await one.handler(call)
    if (value instanceof Response) return value
    return value === undefined ? new Response(null, { status: 204 }) : jsonAnswer(one.status ?? 200, value)
  } catch (error) {
    return errorAnswer(error, `${call.request.method} ${path}`)
  }
}

/** Who one caller is to the limits and to Idempotency-Key: a person over all their sessions, or one token. */
const callerOf = (principal: Principal): string =>
  principal.kind === "token" ? `token:${principal.credential}` : principal.subject

async function admit(runtime: Runtime, access: Exclude<Access, "public">, headers: Headers): Promise<Principal> {
  const principal = await authenticate(runtime, {
    authorization: headers.get("authorization"),
    cookie: headers.get("cookie"),
  })
  if (!principal)
    throw new AppError("unauthenticated", "Sign in first, or send a valid token as Authorization: Bearer.")
  takeTurn(runtime, callerOf(principal))
  if (!reaches(principal, access))
    throw new AppError("forbidden", `${principal.label} may not do this: ${NEEDED[access]}`)
  return principal
}

const NEEDED: Record<Exclude<Access, "public">, string> = {
  read: "it needs an account, or a token with the scope read, decide or operate.",
  decide: "it needs the role reviewer or operator, or a token with the scope decide or operate.",
  operate: "it needs the role operator, or a token with the scope operate.",
  agent: "it needs a token with the scope agent.",
}

function parse(schema: z.ZodType, value: unknown, what: string): unknown {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw invalidFrom(parsed.error.issues, what)
  return parsed.data
}
