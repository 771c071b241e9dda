// Secrets: made at random, kept only as SHA-256, compared in constant time.
import "server-only"
import { createHash, randomBytes, timingSafeEqual } from "node:crypto"

/** 256 random bits; the prefix says what it opens, so that a leaked one is recognised. */
export const newSecret = (prefix = ""): string => `${prefix}${randomBytes(32).toString("base64url")}`

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

/** Both sides are hashed first: equal lengths, and no hint of how many characters were right. */
export function sameSecret(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash("sha256").update(text).digest())
  return timingSafeEqual(left!, right!)
}
