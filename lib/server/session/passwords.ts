// Passwords: scrypt with a salt for each, the parameters kept in the hash so that they can be raised later.
import "server-only"
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"
import { z } from "zod"

const COST = { N: 2 ** 15, r: 8, p: 1 }
const KEY_LENGTH = 32

export const Password = z
  .string()
  .min(8, "a password has at least 8 characters")
  .max(256, "a password has at most 256 characters")

const derive = (password: string, salt: Buffer, cost: typeof COST, length: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { ...cost, maxmem: 256 * cost.N * cost.r }
    scrypt(password.normalize("NFKC"), salt, length, options, (error, key) => (error ? reject(error) : resolve(key)))
  })

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, COST, KEY_LENGTH)
  return `scrypt$${COST.N}$${COST.r}$${COST.p}$${salt.toString("base64url")}$${key.toString("base64url")}`
}

/** `null` costs as much as a real check, so that the time taken does not tell which names exist. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, N, r, p, salt, key] = (stored ?? "").split("$")
  if (!salt || !key) {
    await derive(password, Buffer.alloc(16), COST, KEY_LENGTH)
    return false
  }
  const expected = Buffer.from(key, "base64url")
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  return timingSafeEqual(await derive(password, Buffer.from(salt, "base64url"), cost, expected.length), expected)
}
