// From a request's headers to who it is: a bearer token when one is sent, else the session cookie.
import "server-only"
import type { Store } from "@/lib/server/db/store"
import type { Env } from "@/lib/server/env"
import { findToken } from "./api-tokens"
import { readCookie } from "./cookie"
import { operatorToken } from "./operator-token"
import type { Principal } from "./principal"
import { sameSecret } from "./secrets"
import { findSession, OPERATOR_SUBJECT } from "./sessions"

type Home = { env: Env; store: Store }

const BEARER = /^Bearer +([\x21-\x7e]{1,512})$/i

/** A bearer that is not valid is never rescued by a cookie: the caller said what it wants to be. */
export async function authenticate(
  runtime: Home,
  headers: { authorization: string | null; cookie: string | null },
): Promise<Principal | null> {
  if (headers.authorization !== null) {
    const token = BEARER.exec(headers.authorization)?.[1]
    return token ? principalOfBearer(runtime, token) : null
  }
  const secret = readCookie(runtime.env, headers.cookie)
  return secret ? findSession(runtime, secret) : null
}

async function principalOfBearer(runtime: Home, token: string): Promise<Principal | null> {
  if (!sameSecret(token, await operatorToken(runtime))) return findToken(runtime, token)
  return {
    kind: "operator-token",
    subject: OPERATOR_SUBJECT,
    label: "operator",
    grant: "operator",
    credential: null,
    session: null,
    team: null,
    agent: null,
    since: null,
  }
}
