// The agents this process runs now: each at most once, a bounded number at a time, and a hand on every one.
import "server-only"
import { setTimeout as pause } from "node:timers/promises"
import type { Control, Permit } from "@/lib/server/agents/agent-runtime"
import type { AgentKey } from "@/lib/server/db/store"

export type RunAgent = (key: AgentKey, hold: (control: Control) => void, permit: Permit) => Promise<void>

export type RunnerPool = {
  /** Runs the agent now, or again after its present run: a wake is never lost. */
  poke(key: AgentKey): void
  /** Runs the agent and waits until it rests. */
  run(key: AgentKey, permit: Permit): Promise<void>
  interrupt(key: AgentKey, hard: boolean): void
  isRunning(key: AgentKey): boolean
  size(): number
  /** Stops at the next safe point and waits for it; what is unfinished stands in the rows. */
  stop(): Promise<void>
}

type Running = { key: AgentKey; control: Control | null; again: boolean; done: Promise<void> }

const nameOf = (key: AgentKey) => `${key.team}/${key.name}/${key.generation}`
/** A run that failed outside any turn (the database was away, say) is tried again after this. */
const RETRY_MS = 1_000

export function createRunnerPool(
  runAgent: RunAgent,
  { limit, onError }: { limit: number; onError(error: unknown, key: AgentKey): void },
): RunnerPool {
  const running = new Map<string, Running>()
  const waiting = new Map<string, AgentKey>()
  const halt = new AbortController()
  let stopping = false

  async function runOnce(entry: Running, permit: Permit): Promise<void> {
    const mayGoOn = () => !stopping && permit.mayGoOn()
    do {
      entry.again = false
      try {
        await runAgent(
          entry.key,
          (control) => {
            entry.control = control
            if (stopping) letGo(control)
          },
          { ...permit, mayGoOn },
        )
      } catch (error) {
        onError(error, entry.key)
        // Here and not later: whoever holds this agent for us must not take it for finished meanwhile.
        await pause(RETRY_MS, undefined, { signal: halt.signal }).catch(() => {})
        entry.again = true
      }
    } while (entry.again && mayGoOn())
  }

  function start(key: AgentKey, permit: Permit): Promise<void> {
    const entry: Running = { key, control: null, again: false, done: Promise.resolve() }
    running.set(nameOf(key), entry)
    entry.done = runOnce(entry, permit).finally(() => {
      running.delete(nameOf(key))
      const next = waiting.entries().next().value
      if (next && !stopping) {
        waiting.delete(next[0])
        pool.poke(next[1])
      }
    })
    return entry.done
  }

  /** While others wait for room, an agent makes it after each turn and stands in line again. */
  function inTurns(key: AgentKey): Permit {
    let turns = 0
    return {
      belongsHere: () => true,
      mayGoOn: () => {
        if (turns++ === 0 || waiting.size === 0) return true
        waiting.set(nameOf(key), key)
        return false
      },
    }
  }

  const pool: RunnerPool = {
    poke: (key) => {
      if (stopping) return
      const entry = running.get(nameOf(key))
      if (entry) entry.again = true
      else if (running.size >= limit) waiting.set(nameOf(key), key)
      else void start(key, inTurns(key))
    },
    run: async (key, permit) => {
      // An earlier run of it may be ending because it may not go on; this one may.
      for (let entry = running.get(nameOf(key)); entry; entry = running.get(nameOf(key))) await entry.done
      return start(key, permit)
    },
    interrupt: (key, hard) => {
      const control = running.get(nameOf(key))?.control
      control?.stream.abort()
      if (hard) control?.command.abort()
    },
    isRunning: (key) => running.has(nameOf(key)),
    size: () => running.size,
    stop: async () => {
      stopping = true
      halt.abort()
      waiting.clear()
      for (const { control } of running.values()) if (control) letGo(control)
      await Promise.allSettled([...running.values()].map((entry) => entry.done))
    },
  }
  return pool
}

function letGo(control: Control): void {
  control.leaving = true
  control.stream.abort()
  control.command.abort()
}
