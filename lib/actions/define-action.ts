// How every server action is made: who may, what it takes, what it does; expected failures come back as values.
import "server-only"
import type { z } from "zod"
import type { ActionResult } from "@/lib/core/action-result"
import { AppError, invalidFrom } from "@/lib/core/errors"
import { awayError } from "@/lib/server/db/away"
import { assertStorable } from "@/lib/server/http/clean-text"
import { isAppError } from "@/lib/server/http/error-answer"
import { reportBug } from "@/lib/server/http/report-bug"
import { getRuntime } from "@/lib/server/runtime/get-runtime"
import type { Runtime } from "@/lib/server/runtime/runtime"
import { type Principal, type Role, reaches, type Scope } from "@/lib/server/session/principal"
import { currentPrincipal } from "@/lib/server/session/require-viewer"

/** `anyone` is for the two actions that are about signing in. */
export type ActionRole = Role | "anyone"

type Definition<R extends ActionRole, I extends z.ZodType, T> = {
  role: R
  input: I
  run: (call: {
    runtime: Runtime
    principal: R extends "anyone" ? Principal | null : Principal
    input: z.output<I>
  }) => Promise<T>
}

/** The role stands on the function, so that a test can list who may do what. */
export type Action<I, T> = ((input: I) => Promise<ActionResult<T>>) & { readonly role: ActionRole }

const ACCESS: Record<Role, Scope> = { viewer: "read", reviewer: "decide", operator: "operate" }

export function defineAction<R extends ActionRole, I extends z.ZodType, T>(
  definition: Definition<R, I, T>,
): Action<z.input<I>, T> {
  const { role, run } = definition
  const action = async (given: z.input<I>): Promise<ActionResult<T>> => {
    try {
      const principal = await currentPrincipal()
      if (role !== "anyone") assertMay(principal, role)
      const input = parse(definition.input, given)
      const runtime = await getRuntime()
      const call = { runtime, principal, input } as Parameters<typeof run>[0]
      return { ok: true, value: await run(call) }
    } catch (error) {
      return failure(error)
    }
  }
  return Object.assign(action, { role })
}

function assertMay(principal: Principal | null, role: Role): void {
  if (!principal) throw new AppError("unauthenticated", "You are signed out. Sign in and do this again.")
  if (!reaches(principal, ACCESS[role]))
    throw new AppError("forbidden", `You are signed in as ${principal.grant}; this needs the role ${role}.`)
}

function parse<I extends z.ZodType>(schema: I, given: unknown): z.output<I> {
  assertStorable(given)
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw invalidFrom(parsed.error.issues, "input")
  return parsed.data
}

function failure<T>(thrown: unknown): ActionResult<T> {
  const error = isAppError(thrown) ? thrown : (awayError(thrown) ?? thrown)
  if (isAppError(error)) {
    const details = Object.keys(error.details).length > 0 ? { details: error.details } : {}
    return { ok: false, error: { code: error.code, message: error.message, ...details } }
  }
  reportBug(error, "action")
  return { ok: false, error: { code: "failed", message: "Something went wrong here; the server's log says what." } }
}
