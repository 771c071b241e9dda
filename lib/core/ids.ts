// Identifiers: sortable, collision-free ids with a prefix that says what they name, and the rule for agent names.
import { z } from "zod"

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
const PREFIXES = {
  team: "team",
  request: "req",
  message: "msg",
  timer: "tmr",
  session: "ses",
  token: "tok",
  webhook: "hook",
} as const
export type IdKind = keyof typeof PREFIXES

let lastTime = 0
let lastRandom: Uint8Array<ArrayBuffer> = new Uint8Array(10)

/** 48 bits of time, then 80 random bits that count upward within one millisecond, so ids of one process sort by creation. */
export function newId(kind: IdKind, now: number = Date.now()): string {
  if (now > lastTime) {
    lastTime = now
    lastRandom = crypto.getRandomValues(new Uint8Array(10))
  } else {
    let i = lastRandom.length - 1
    while (i >= 0 && lastRandom[i] === 255) lastRandom[i--] = 0
    if (i >= 0) lastRandom[i]!++
  }
  return `${PREFIXES[kind]}_${encodeTime(lastTime)}${encodeBytes(lastRandom)}`
}

export const isId = (kind: IdKind, text: string): boolean =>
  text.startsWith(`${PREFIXES[kind]}_`) && /^[0-9a-hjkmnp-tv-z]{26}$/.test(text.slice(PREFIXES[kind].length + 1))

/** Sorts before every id made at that time or later, and after every earlier one. */
export const idAt = (kind: IdKind, time: number): string => `${PREFIXES[kind]}_${encodeTime(time)}`

function encodeTime(time: number): string {
  let out = ""
  for (let rest = time, i = 0; i < 10; i++) {
    out = ALPHABET[rest % 32] + out
    rest = Math.floor(rest / 32)
  }
  return out
}

function encodeBytes(bytes: Uint8Array): string {
  let out = ""
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      out += ALPHABET[(value >> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  return out
}

export const LEAD = "lead"
export const HUMAN = "human"
export const RESERVED_NAMES: readonly string[] = ["lead", "human", "system", "policy"]
const NAME_RULE = /^[A-Za-z0-9_-]{1,64}$/

export const AgentName = z.string().regex(NAME_RULE, "a name is 1 to 64 letters, digits, - or _")
export const MachineName = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,64}$/, "a machine's name is 1 to 64 letters, digits, ., - or _")
export const TeammateName = AgentName.refine((name) => !RESERVED_NAMES.includes(name.toLowerCase()), {
  error: (issue) => `"${String(issue.input)}" is reserved; choose another name`,
})
