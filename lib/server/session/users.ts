// People with accounts: a name, a role, a password; changing or removing one ends its sessions.
import "server-only"
import { asc, eq } from "drizzle-orm"
import { z } from "zod"
import { AppError } from "@/lib/core/errors"
import { RESERVED_NAMES } from "@/lib/core/ids"
import { tokens, users } from "@/lib/server/db/door-schema"
import { type Store, sqlState, type Tx } from "@/lib/server/db/store"
import { attemptsOf } from "./attempts"
import { closeStreamsOf } from "./open-streams"
import { hashPassword, Password, verifyPassword } from "./passwords"
import { type Principal, personName, Role } from "./principal"
import { endSessionsOf } from "./sessions"

type Home = { store: Store }

/** `operator` is who signs in with the operator's token; an account of that name could decide in its place. */
const TAKEN = [...RESERVED_NAMES, "operator"]

export const UserName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, "a name is 1 to 64 letters, digits, - or _")
  .refine((name) => !TAKEN.includes(name.toLowerCase()), "this name is reserved; choose another")

export const NewUser = z.strictObject({ name: UserName, password: Password, role: Role })
export const User = z.object({ name: z.string(), role: Role, created_at: z.string() })
export type User = z.infer<typeof User>

const shown = (row: typeof users.$inferSelect): User => ({ name: row.name, role: row.role, created_at: row.createdAt })
export const subjectOfUser = (name: string): string => `human:${name}`

export async function hasUsers(runtime: Home): Promise<boolean> {
  return (await runtime.store.read.select({ name: users.name }).from(users).limit(1)).length > 0
}

export async function createUser(runtime: Home, input: z.infer<typeof NewUser>): Promise<User> {
  const passwordHash = await hashPassword(input.password)
  try {
    return await runtime.store.transaction(async (tx) => {
      const row = { name: input.name, role: input.role, passwordHash, createdAt: tx.at }
      await tx.db.insert(users).values(row)
      return shown(row)
    })
  } catch (error) {
    if (sqlState(error) !== "23505") throw error
    throw new AppError("conflict", `There is already an account called ${input.name}.`, { cause: error })
  }
}

export async function listUsers(runtime: Home): Promise<User[]> {
  return (await runtime.store.read.select().from(users).orderBy(asc(users.name))).map(shown)
}

export async function changeRole(runtime: Home, name: string, role: Role): Promise<User> {
  return runtime.store.transaction(async (tx) => {
    const [row] = await tx.db.update(users).set({ role }).where(eq(users.name, name)).returning()
    if (!row) throw unknownUser(name)
    await endSessionsOf(runtime, tx, subjectOfUser(name))
    await endTokensOf(runtime, tx, subjectOfUser(name))
    return shown(row)
  })
}

export async function deleteUser(runtime: Home, name: string): Promise<void> {
  await runtime.store.transaction(async (tx) => {
    const gone = await tx.db.delete(users).where(eq(users.name, name)).returning()
    if (gone.length === 0) throw unknownUser(name)
    await endSessionsOf(runtime, tx, subjectOfUser(name))
    await endTokensOf(runtime, tx, subjectOfUser(name))
  })
}

/** A person's own password; every other session of theirs ends. */
export async function changePassword(
  runtime: Home,
  principal: Principal,
  input: { current: string; next: string },
): Promise<void> {
  const name = personName(principal.subject)
  const user = await findUser(runtime, name)
  if (principal.kind !== "user" || !user)
    throw new AppError("forbidden", "The operator's token has no password; change COUNTERSIGN_TOKEN instead.")
  // Somebody else's open session must not be a way to find the password out.
  const attempts = attemptsOf(runtime, { address: `the session of ${name}`, account: name })
  attempts.check()
  attempts.failed()
  if (!(await verifyPassword(input.current, user.passwordHash)))
    throw new AppError("forbidden", "The present password is not right.")
  attempts.succeeded()
  const passwordHash = await hashPassword(input.next)
  await runtime.store.transaction(async (tx) => {
    await tx.db.update(users).set({ passwordHash }).where(eq(users.name, name))
    await endSessionsOf(runtime, tx, principal.subject, principal.session)
  })
}

export async function findUser(runtime: Home, name: string): Promise<typeof users.$inferSelect | null> {
  const [row] = await runtime.store.read.select().from(users).where(eq(users.name, name))
  return row ?? null
}

/** What a person made acts in that person's name, so it goes when the person's rights change. */
async function endTokensOf(runtime: Home, tx: Tx, subject: string): Promise<void> {
  const gone = await tx.db.delete(tokens).where(eq(tokens.createdBy, subject)).returning({ hash: tokens.hash })
  tx.afterCommit(() =>
    closeStreamsOf(
      runtime,
      gone.map((row) => row.hash),
    ),
  )
}

const unknownUser = (name: string) => new AppError("not_found", `There is no account called ${name}.`)
