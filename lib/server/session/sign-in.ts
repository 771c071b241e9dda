// Signing in: by the operator's token, by name and password, or by the one-time code of the printed link.
import "server-only"
import { z } from "zod"
import { AppError } from "@/lib/core/errors"
import type { Store } from "@/lib/server/db/store"
import type { Env } from "@/lib/server/env"
import { attemptsOf } from "./attempts"
import { operatorToken } from "./operator-token"
import { verifyPassword } from "./passwords"
import type { Role } from "./principal"
import { sameSecret } from "./secrets"
import { OPERATOR_SUBJECT, type OpenedSession, openSession } from "./sessions"
import { redeemCode } from "./sign-in-codes"
import { findUser, subjectOfUser } from "./users"

type Home = { env: Env; store: Store }

export const Credentials = z.union(
  [
    z.strictObject({ token: z.string().min(1).max(512) }),
    z.strictObject({ name: z.string().min(1).max(64), password: z.string().min(1).max(256) }),
    z.strictObject({ code: z.string().min(1).max(512) }),
  ],
  { error: "send a token, or a name and a password, or a code" },
)
export type Credentials = z.infer<typeof Credentials>

export async function signIn(runtime: Home, credentials: Credentials, address: string): Promise<OpenedSession> {
  const account = "name" in credentials ? credentials.name : undefined
  // Each way in by itself: an old link clicked again and again keeps nobody from typing a password.
  const attempts = attemptsOf(runtime, { address: `${address} by ${kindOf(credentials)}`, account })
  // Tokens and codes are beyond guessing, so a right one is never kept out by whoever else fails at the same address.
  const known = account === undefined ? await identify(runtime, credentials) : null
  if (known) {
    attempts.succeeded()
    return openSession(runtime, known)
  }
  attempts.check()
  // Counted before it is known to fail: many at once cannot slip through while the first is being checked.
  attempts.failed()
  const who = account === undefined ? null : await identify(runtime, credentials)
  if (!who) throw new AppError("unauthenticated", REFUSAL[kindOf(credentials)])
  attempts.succeeded()
  return openSession(runtime, who)
}

const kindOf = (credentials: Credentials): keyof typeof REFUSAL =>
  "token" in credentials ? "token" : "code" in credentials ? "code" : "password"

const REFUSAL = {
  token: "That is not the operator's token.",
  password: "The name or the password is not right.",
  code: "This sign-in link has been used or has expired. Use the token, or restart the server for a new link.",
}

async function identify(
  runtime: Home,
  credentials: Credentials,
): Promise<{ subject: string; role: Role; label: string } | null> {
  const operator = { subject: OPERATOR_SUBJECT, role: "operator" as const, label: "operator" }
  if ("token" in credentials)
    return sameSecret(credentials.token, await operatorToken(runtime)) ? { ...operator, label: "operator" } : null
  if ("code" in credentials) return (await redeemCode(runtime, credentials.code)) ? operator : null
  const user = await findUser(runtime, credentials.name)
  if (!(await verifyPassword(credentials.password, user?.passwordHash ?? null)) || !user) return null
  return { subject: subjectOfUser(user.name), role: user.role, label: user.name }
}
