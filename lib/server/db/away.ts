// Tells a database that is away, or has no room left, from a bug: the caller did nothing wrong and may come again.
import "server-only"
import { AppError } from "@/lib/core/errors"
import { sqlState } from "./store"

const LOST = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EHOSTUNREACH", "EAI_AGAIN"])
/** Shutting down, crashed, starting; too many connections; and class 08, connection exceptions. */
const LOST_STATE = /^(57P0[123]|53300|08...)$/
/** The driver's own words, which carry no code. */
const LOST_WORDS =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|connection error|cannot use a pool after/i
const FULL = /ENOSPC|no space left on device/i

/** What to answer when it is that; null when it is something else. */
export function awayError(error: unknown): AppError | null {
  const causes: Error[] = []
  for (let at = error; at instanceof Error && causes.length < 8; at = at.cause) causes.push(at)
  const state = sqlState(error) ?? ""
  if (state === "53100" || causes.some((cause) => FULL.test(cause.message)))
    return new AppError("unavailable", "The disk of the database is full. Nothing was changed; free some space.", {
      cause: error,
    })
  const lost = causes.some(
    (cause) => LOST.has((cause as NodeJS.ErrnoException).code ?? "") || LOST_WORDS.test(cause.message),
  )
  if (!lost && !LOST_STATE.test(state)) return null
  return new AppError("unavailable", "The database does not answer at the moment. Try again.", { cause: error })
}
