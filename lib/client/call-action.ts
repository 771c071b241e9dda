// Calls a server action and always comes back with a result: a lost line or a newer server is an answer too.
import { unstable_isUnrecognizedActionError, unstable_rethrow } from "next/navigation"
import type { ActionResult } from "@/lib/core/action-result"
import { markUpdated } from "./server-update"

export async function callAction<I, T>(
  action: (input: I) => Promise<ActionResult<T>>,
  input: I,
): Promise<ActionResult<T>> {
  try {
    const result = await action(input)
    // A page of an older build can be answered with nothing at all.
    return result ?? lost()
  } catch (error) {
    if (unstable_isUnrecognizedActionError(error)) {
      markUpdated()
      const message = "Countersign was updated and this page is older. Reload it, then do this again."
      return { ok: false, error: { code: "failed", message } }
    }
    unstable_rethrow(error)
    return lost()
  }
}

/** The same for actions that only read: there is nothing that could have been done. */
export async function readAction<I, T>(
  action: (input: I) => Promise<ActionResult<T>>,
  input: I,
): Promise<ActionResult<T>> {
  const answer = await callAction(action, input)
  if (answer.ok || answer.error.message !== NOT_KNOWN) return answer
  return { ok: false, error: { code: "unavailable", message: "The server did not answer." } }
}

const NOT_KNOWN = "The server did not answer. Whether this was done is not known."

const lost = <T>(): ActionResult<T> => ({ ok: false, error: { code: "unavailable", message: NOT_KNOWN } })
