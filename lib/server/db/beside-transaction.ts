// What a caller wants written in the very transaction of the work it starts: it stands if the work does, and only then.
import "server-only"
import { AsyncLocalStorage } from "node:async_hooks"
import type { Tx } from "./store"

export type Beside = {
  /** Runs first in the transaction; what it throws undoes all of it. */
  begin(tx: Tx): Promise<void>
  /** Runs when the work is written, with what it will return. */
  end(tx: Tx, value: unknown): Promise<void>
}

type Waiting = { steps: Beside | null }

/** Next loads routes and instrumentation apart: both must find the same one. */
const HOME = Symbol.for("countersign.beside")
const home = globalThis as { [HOME]?: AsyncLocalStorage<Waiting> }
home[HOME] ??= new AsyncLocalStorage<Waiting>()
const waiting = home[HOME]

/** The first transaction that `work` commits carries these steps; what it sets going afterwards does not. */
export const besideTransaction = <T>(steps: Beside, work: () => Promise<T>): Promise<T> => waiting.run({ steps }, work)

/** What waits for the transaction that begins now, and how to say that it was committed. */
export function waitingBeside(): { steps: Beside; committed(): void } | null {
  const here = waiting.getStore()
  if (!here?.steps) return null
  return {
    steps: here.steps,
    committed: () => {
      here.steps = null
    },
  }
}
