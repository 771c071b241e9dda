// Text that every store can keep: no NUL, no half of a surrogate pair, and nesting that nobody needs recursion for.
import "server-only"
import { AppError } from "@/lib/core/errors"

const MAX_DEPTH = 32

export function assertStorable(value: unknown): void {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  for (let item = open.pop(); item; item = open.pop()) {
    if (typeof item.value === "string") assertText(item.value)
    if (typeof item.value !== "object" || item.value === null) continue
    if (item.depth >= MAX_DEPTH) throw new AppError("invalid", `The body is nested more than ${MAX_DEPTH} levels deep.`)
    for (const [key, inner] of Object.entries(item.value)) {
      assertText(key)
      open.push({ value: inner, depth: item.depth + 1 })
    }
  }
}

function assertText(text: string): void {
  if (text.includes("\0")) throw new AppError("invalid", "The body contains a NUL character, which cannot be stored.")
  if (!text.isWellFormed()) throw new AppError("invalid", "The body contains half of a surrogate pair.")
}
