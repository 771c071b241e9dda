// Waiting for something to become true, with a deadline and a sentence that says what never happened.
import { setTimeout as pause } from "node:timers/promises"

type Options = { within?: number; every?: number }

/** Asks until the answer is neither false, null nor undefined, and gives that answer back. */
export async function waitFor<T>(
  what: string,
  ask: () => T | Promise<T>,
  { within = 10_000, every = 20 }: Options = {},
): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = performance.now() + within
  let lastError: unknown
  for (;;) {
    try {
      const answer = await ask()
      lastError = undefined
      if (answer !== false && answer !== null && answer !== undefined) return answer as NonNullable<Exclude<T, false>>
    } catch (error) {
      lastError = error
    }
    if (performance.now() >= deadline) {
      const last = lastError instanceof Error ? ` (last error: ${lastError.message})` : ""
      throw new Error(`Waited ${within} ms, but this never became true: ${what}${last}`, { cause: lastError })
    }
    await pause(every)
  }
}
