// Getting in and staying in: tokens, codes, passwords, sessions, and what ends them.
import { readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { sessions, signInCodes, tokens, users } from "@/lib/server/db/door-schema"
import { addressOf, writeAddress } from "@/lib/server/http/caller-address"
import { createToken, findToken, revokeToken } from "@/lib/server/session/api-tokens"
import { authenticate } from "@/lib/server/session/authenticate"
import { clearCookieHeader, cookieName, readCookie, setCookieHeader } from "@/lib/server/session/cookie"
import { closeStreamsOf, trackStream } from "@/lib/server/session/open-streams"
import { operatorToken, tokenFile } from "@/lib/server/session/operator-token"
import { hashPassword, verifyPassword } from "@/lib/server/session/passwords"
import { endSession, findSession, listSessions, openSession } from "@/lib/server/session/sessions"
import { signIn } from "@/lib/server/session/sign-in"
import { createSignInLink } from "@/lib/server/session/sign-in-link"
import { changePassword, changeRole, createUser, deleteUser } from "@/lib/server/session/users"
import { type DoorRuntime, OPERATOR_TOKEN, openDoorRuntime } from "@/tests/support/door-runtime"
import { makeTempDir, removeDir } from "@/tests/support/temp-dir"

let runtime: DoorRuntime
let nextAddress = 0
/** A new address for each test, so that the limits of one do not reach another. */
const address = () => `10.0.0.${nextAddress++}`

beforeAll(async () => {
  runtime = await openDoorRuntime()
})
afterAll(() => runtime.close())

const bearer = (token: string) => authenticate(runtime, { authorization: `Bearer ${token}`, cookie: null })
const withCookie = (secret: string) =>
  authenticate(runtime, { authorization: null, cookie: `a=b; ${cookieName(runtime.env)}=${secret}` })

describe("the operator's token", () => {
  test("signs in, and works as a bearer", async () => {
    const { secret } = await signIn(runtime, { token: OPERATOR_TOKEN }, address())
    expect(await withCookie(secret)).toMatchObject({ subject: "human:operator", grant: "operator" })
    expect(await bearer(OPERATOR_TOKEN)).toMatchObject({ subject: "human:operator", grant: "operator" })
  })

  test("that is nearly right is wrong", async () => {
    await expect(signIn(runtime, { token: `${OPERATOR_TOKEN}x` }, address())).rejects.toMatchObject({
      code: "unauthenticated",
    })
    expect(await bearer(OPERATOR_TOKEN.slice(1))).toBeNull()
  })

  test("is generated once into a file that only its owner can read", async () => {
    const dataDir = await makeTempDir("token")
    const env = { ...runtime.env, token: null, dataDir }
    const [first, second] = await Promise.all([operatorToken({ env }), operatorToken({ env })])
    expect(first).toBe(second)
    expect((await readFile(tokenFile(env), "utf8")).trim()).toBe(first)
    expect((await stat(tokenFile(env))).mode & 0o777).toBe(0o600)
    expect((await stat(join(runtime.env.dataDir, "db"))).mode & 0o777).toBe(0o700)
    await removeDir(dataDir)
  })
})

describe("the printed link", () => {
  test("signs in once, and holds neither the token nor what is stored", async () => {
    const link = new URL(await createSignInLink(runtime))
    const code = link.searchParams.get("code")!
    expect(link.pathname).toBe("/sign-in")
    expect(link.href).not.toContain(OPERATOR_TOKEN)
    const stored = await runtime.store.read.select().from(signInCodes)
    expect(stored.map((row) => row.hash)).not.toContain(code)
    const { secret } = await signIn(runtime, { code }, address())
    expect(await withCookie(secret)).toMatchObject({ subject: "human:operator" })
    await expect(signIn(runtime, { code }, address())).rejects.toMatchObject({ code: "unauthenticated" })
  })

  test("used twice at the same moment lets one in", async () => {
    const code = new URL(await createSignInLink(runtime)).searchParams.get("code")!
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => signIn(runtime, { code }, address())))
    expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(1)
  })

  test("that is too old is refused", async () => {
    const code = new URL(await createSignInLink(runtime)).searchParams.get("code")!
    const past = new Date(Date.now() - 1_000).toISOString()
    await runtime.store.transaction((tx) => tx.db.update(signInCodes).set({ expiresAt: past }))
    await expect(signIn(runtime, { code }, address())).rejects.toMatchObject({ code: "unauthenticated" })
  })
})

describe("passwords", () => {
  test("are stored as scrypt with a salt of their own", async () => {
    const [one, other] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")])
    expect(one).toMatch(/^scrypt\$32768\$8\$1\$/)
    expect(one).not.toBe(other)
    expect(await verifyPassword("correct horse", one)).toBe(true)
    expect(await verifyPassword("correct hors", one)).toBe(false)
    expect(await verifyPassword("correct horse", null)).toBe(false)
  })

  test("sign a person in with the role of the account", async () => {
    await createUser(runtime, { name: "dana", password: "correct horse", role: "reviewer" })
    const { secret } = await signIn(runtime, { name: "dana", password: "correct horse" }, address())
    expect(await withCookie(secret)).toMatchObject({ subject: "human:dana", grant: "reviewer", kind: "user" })
    const wrong = { name: "dana", password: "wrong horse" }
    const nobody = { name: "nobody", password: "wrong horse" }
    const messages = await Promise.all(
      [wrong, nobody].map((one) => signIn(runtime, one, address()).catch((error: Error) => error.message)),
    )
    expect(messages[0]).toBe(messages[1])
  })
})

describe("a session", () => {
  const who = { subject: "human:operator", role: "operator" as const, label: "operator" }

  test("is stored as a hash only", async () => {
    const { secret } = await openSession(runtime, who)
    const rows = await runtime.store.read.select().from(sessions)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test("ends by itself", async () => {
    const { secret } = await openSession(runtime, who)
    const found = await findSession(runtime, secret)
    const past = new Date(Date.now() - 1_000).toISOString()
    await runtime.store.transaction((tx) =>
      tx.db.update(sessions).set({ expiresAt: past }).where(eq(sessions.hash, found!.credential!)),
    )
    expect(await withCookie(secret)).toBeNull()
  })

  test("can be listed and ended by its person, which closes its streams, and by nobody else", async () => {
    const { secret } = await openSession(runtime, { ...who, subject: "human:eve" })
    const principal = (await findSession(runtime, secret))!
    const listed = await listSessions(runtime, principal)
    expect(listed).toMatchObject([{ id: principal.session, current: true }])
    let closed = false
    trackStream(runtime, principal, () => {
      closed = true
    })
    await expect(endSession(runtime, "human:operator", principal.session!)).rejects.toMatchObject({ code: "not_found" })
    expect(closed).toBe(false)
    await endSession(runtime, "human:eve", principal.session!)
    expect(closed).toBe(true)
    expect(await withCookie(secret)).toBeNull()
  })

  test("is not rescued by a cookie when the bearer beside it is wrong", async () => {
    const { secret } = await openSession(runtime, who)
    const cookie = `${cookieName(runtime.env)}=${secret}`
    expect(await authenticate(runtime, { authorization: "Bearer nonsense", cookie })).toBeNull()
    expect(await authenticate(runtime, { authorization: "Basic eDp5", cookie })).toBeNull()
  })
})

describe("an account", () => {
  const password = "battery staple"
  const session = async (name: string) => (await signIn(runtime, { name, password }, address())).secret

  test("whose role changes loses its sessions and the tokens it made", async () => {
    await createUser(runtime, { name: "carl", password, role: "operator" })
    const secret = await session("carl")
    const { token } = await createToken(runtime, { name: "ci", scope: "operate" }, "human:carl")
    expect(await bearer(token)).toMatchObject({ subject: "human:carl", grant: "operate" })
    await changeRole(runtime, "carl", "viewer")
    expect(await withCookie(secret)).toBeNull()
    expect(await bearer(token)).toBeNull()
  })

  test("that is deleted is gone with its sessions", async () => {
    await createUser(runtime, { name: "finn", password, role: "viewer" })
    const secret = await session("finn")
    await deleteUser(runtime, "finn")
    expect(await withCookie(secret)).toBeNull()
    await expect(deleteUser(runtime, "finn")).rejects.toMatchObject({ code: "not_found" })
  })

  test("whose password changes keeps the session that changed it and loses the others", async () => {
    await createUser(runtime, { name: "gina", password, role: "viewer" })
    const [kept, lost] = [await session("gina"), await session("gina")]
    const principal = (await withCookie(kept))!
    const next = "another staple"
    await expect(changePassword(runtime, principal, { current: "no", next })).rejects.toMatchObject({
      code: "forbidden",
    })
    await changePassword(runtime, principal, { current: password, next })
    expect(await withCookie(kept)).not.toBeNull()
    expect(await withCookie(lost)).toBeNull()
    await expect(session("gina")).rejects.toMatchObject({ code: "unauthenticated" })
  })

  test("of the same name twice is a conflict", async () => {
    await createUser(runtime, { name: "hugo", password, role: "viewer" })
    await expect(createUser(runtime, { name: "hugo", password, role: "operator" })).rejects.toMatchObject({
      code: "conflict",
    })
    const [row] = await runtime.store.read.select().from(users).where(eq(users.name, "hugo"))
    expect(row).toMatchObject({ role: "viewer" })
  })
})

describe("an API token", () => {
  test("is kept as a hash, is recognised, and is refused once revoked", async () => {
    const { id, token } = await createToken(runtime, { name: "ci", scope: "read" }, "human:operator")
    expect(token).toMatch(/^cs_/)
    const rows = await runtime.store.read.select().from(tokens)
    expect(JSON.stringify(rows)).not.toContain(token)
    const principal = (await findToken(runtime, token))!
    expect(principal).toMatchObject({ kind: "token", grant: "read", subject: "human:operator" })
    let closed = false
    trackStream(runtime, principal, () => {
      closed = true
    })
    await revokeToken(runtime, id)
    expect(closed).toBe(true)
    expect(await bearer(token)).toBeNull()
  })
})

describe("attempts", () => {
  test("from one address are limited, and a success clears them", async () => {
    const from = address()
    const wrong = () => signIn(runtime, { token: "wrong" }, from)
    for (let n = 0; n < 9; n++) await expect(wrong()).rejects.toMatchObject({ code: "unauthenticated" })
    await signIn(runtime, { token: OPERATOR_TOKEN }, from)
    for (let n = 0; n < 10; n++) await expect(wrong()).rejects.toMatchObject({ code: "unauthenticated" })
    await expect(wrong()).rejects.toMatchObject({ code: "too_many" })
    const right = { name: "jana", password: "correct horse" }
    await createUser(runtime, { ...right, role: "viewer" })
    await expect(signIn(runtime, right, from)).resolves.toBeDefined()
    const guesses = Array.from({ length: 10 }, () => signIn(runtime, { name: "kurt", password: "wrong guess" }, from))
    await Promise.allSettled(guesses)
    await expect(signIn(runtime, right, from)).rejects.toMatchObject({ code: "too_many" })
    await expect(signIn(runtime, right, address())).resolves.toBeDefined()
  })

  test("that fail never keep out whoever holds the operator's token or a printed link", async () => {
    const from = address()
    for (let n = 0; n < 11; n++) await signIn(runtime, { code: "wrong" }, from).catch(() => {})
    const code = new URL(await createSignInLink(runtime)).searchParams.get("code")!
    await expect(signIn(runtime, { code: "wrong" }, from)).rejects.toMatchObject({ code: "too_many" })
    await expect(signIn(runtime, { code }, from)).resolves.toBeDefined()
    for (let n = 0; n < 11; n++) await signIn(runtime, { code: "wrong" }, from).catch(() => {})
    await expect(signIn(runtime, { token: OPERATOR_TOKEN }, from)).resolves.toBeDefined()
  })

  test("on one account are limited from however many addresses, also all at once", async () => {
    const guess = () => signIn(runtime, { name: "iris", password: "wrong guess" }, address())
    const results = await Promise.allSettled(Array.from({ length: 24 }, guess))
    const codes = results.map((one) => one.status === "rejected" && (one.reason as { code: string }).code)
    expect(codes.filter((code) => code === "unauthenticated")).toHaveLength(20)
    expect(codes.filter((code) => code === "too_many")).toHaveLength(4)
  })
})

describe("the address of a caller", () => {
  const from = (peer: string, told: string | undefined, behindProxy: boolean) => {
    const request = { headers: { "x-forwarded-for": told }, socket: { remoteAddress: peer } }
    writeAddress(request, behindProxy)
    return addressOf(new Headers(request.headers as unknown as Record<string, string>))
  }

  test("is its connection's, whatever it says of itself", () => {
    expect(from("198.51.100.7", "203.0.113.1", false)).toBe("198.51.100.7")
    expect(from("127.0.0.1", "203.0.113.1", false)).toBe("127.0.0.1")
    expect(from("198.51.100.7", "203.0.113.1", true)).toBe("198.51.100.7")
  })

  test("is what a proxy in front of us wrote last", () => {
    expect(from("127.0.0.1", "1.1.1.1, 203.0.113.1", true)).toBe("203.0.113.1")
    expect(from("::ffff:10.0.0.3", "2001:db8::7", true)).toBe("2001:db8::7")
    expect(from("127.0.0.1", "nonsense", true)).toBe("127.0.0.1")
    expect(from("127.0.0.1", undefined, true)).toBe("127.0.0.1")
  })
})

describe("the cookie", () => {
  test("cannot be read by scripts, is never sent from other sites, and is secure over https", () => {
    const plain = setCookieHeader({ url: "http://127.0.0.1:4180" }, "s", "2030-01-01T00:00:00.000Z")
    expect(plain).toBe("countersign-4180=s; Path=/; Expires=Tue, 01 Jan 2030 00:00:00 GMT; HttpOnly; SameSite=Strict")
    const secure = setCookieHeader({ url: "https://sign.example" }, "s", "2030-01-01T00:00:00.000Z")
    expect(secure).toMatch(/^__Host-countersign=s; Path=\/;.*; Secure$/)
    expect(clearCookieHeader({ url: "https://sign.example" })).toContain("Max-Age=0")
  })

  test("is found among others, and only under its own name", () => {
    const env = { url: "http://127.0.0.1:4180" }
    expect(readCookie(env, "theme=dark; countersign-4180=abc; x=y")).toBe("abc")
    expect(readCookie(env, "xcountersign-4180=abc; countersign-41800=abc")).toBeNull()
    expect(readCookie(env, "countersign-4180=")).toBeNull()
    expect(readCookie(env, null)).toBeNull()
  })
})

test("closing streams touches those of the given credentials only", () => {
  const closed: string[] = []
  const undo = ["a", "b"].map((credential) => trackStream(runtime, { credential }, () => closed.push(credential)))
  closeStreamsOf(runtime, ["b"])
  expect(closed).toEqual(["b"])
  for (const step of undo) step()
})
