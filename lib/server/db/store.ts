// The store: reads, and transactions in which state, timeline and outgoing messages are written together or not at all.
import "server-only"
import type { Event, EventType } from "@/lib/core/event"
import type { EventData } from "@/lib/core/event-data"
import { type Appended, appendEvents, type Head } from "./append-events"
import { waitingBeside } from "./beside-transaction"
import type { Database, Engine, TransactionHandle, TransactionOptions } from "./database"

export type NewEvent = {
  team: string
  type: EventType
  agent: string | null
  request_id: string | null
  data: Record<string, unknown>
}

/** Sums kept on the team's row; added in the same statement that takes its `seq`, the last lock of a transaction. */
export type TeamDelta = {
  unattended?: "reset" | number
  cost_usd?: number
  input_tokens?: number
  output_tokens?: number
  cache_read_tokens?: number
  cache_write_tokens?: number
}

export type Tx = {
  db: Database
  /** One time for all that this transaction writes. */
  at: string
  executeSql: TransactionHandle["executeSql"]
  executeLater: TransactionHandle["executeLater"]
  record<T extends EventType>(
    team: string,
    type: T,
    about: { agent?: string | null; request_id?: string | null },
    data: EventData[T],
  ): void
  /** What `work` records comes after everything else this transaction records: an agent's end follows its last turn. */
  recordLast<T>(work: () => Promise<T>): Promise<T>
  addToTeam(team: string, delta: TeamDelta): void
  afterCommit(run: () => void): void
  /** Runs when all else is written, before the events are: what is cheaper written once waits for it. */
  beforeEnd(run: () => Promise<void>): void
  /** Sends the wake-up of an agent whose `wake` flag this transaction has just set. */
  wake(key: AgentKey): Promise<void>
  /** Says that a timer row was written, so that whoever watches the clock looks again. */
  afterTimer(timer: NewTimer): void
}

/** A timer by how long it has to go: what a clock shows can be set, what has passed cannot. */
export type NewTimer = { id: string; delayMs: number }

export type AgentKey = { team: string; name: string; generation: number }

export type Store = {
  kind: Engine["kind"]
  engine: Engine
  read: Database
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Told of every event this process committed, in the order of its transactions. */
  onCommitted: (events: Event[]) => void
  /** Carries a wake-up with the transaction; set by the runtime. */
  onWake: (tx: Tx, key: AgentKey) => Promise<void>
  onTimer: (timer: NewTimer) => void
  /** A webhook's delivery was written. */
  onDelivery: () => void
  close(): Promise<void>
}

/** A lost race for a lock is no failure: the transaction runs again. */
const RETRIED = new Set(["40001", "40P01"])
const MAX_TRIES = 8

export function createStore(engine: Engine): Store {
  // The embedded engine has one process and one transaction at a time: what it wrote last is what stands there.
  const heads = new Map<string, Head>()
  const store: Store = {
    kind: engine.kind,
    engine,
    read: engine.read,
    onCommitted: () => {},
    onWake: async () => {},
    onTimer: () => {},
    onDelivery: () => {},
    transaction: async (work, options) => {
      for (let tries = 1; ; tries++) {
        try {
          return await runOnce(store, heads, work, options)
        } catch (error) {
          heads.clear()
          if (tries >= MAX_TRIES || !RETRIED.has(sqlState(error) ?? "")) throw error
        }
      }
    },
    close: () => engine.close(),
  }
  return store
}

async function runOnce<T>(
  store: Store,
  heads: Map<string, Head>,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions | undefined,
): Promise<T> {
  const pending: NewEvent[] = []
  const last: NewEvent[] = []
  const deltas = new Map<string, TeamDelta[]>()
  const hooks: (() => void)[] = []
  const ends: (() => Promise<void>)[] = []
  let committed: Appended = { events: [], heads: new Map(), told: false }
  const beside = waitingBeside()
  // What comes with the work may write before it.
  const chosen = beside ? undefined : options
  const result = await store.engine.transact(async (handle) => {
    let target = pending
    const tx: Tx = {
      db: handle.db,
      get at() {
        return handle.at
      },
      executeSql: handle.executeSql,
      executeLater: handle.executeLater,
      record: (team, type, about, data) =>
        target.push({ team, type, agent: about.agent ?? null, request_id: about.request_id ?? null, data }),
      recordLast: async (work) => {
        target = last
        try {
          return await work()
        } finally {
          target = pending
        }
      },
      addToTeam: (team, delta) => deltas.set(team, [...(deltas.get(team) ?? []), delta]),
      afterCommit: (run) => hooks.push(run),
      beforeEnd: (run) => ends.push(run),
      wake: (key) => store.onWake(tx, key),
      afterTimer: (timer) => hooks.push(() => store.onTimer(timer)),
    }
    // Without a turn of the event loop in between, so that the first statement of the work travels with the beginning.
    if (beside) await beside.steps.begin(tx)
    const value = await work(tx)
    for (const end of ends) await end()
    await beside?.steps.end(tx, value)
    committed = await appendEvents(handle, store.kind, tx.at, [...pending, ...last], deltas, heads)
    return value
  }, chosen)
  beside?.committed()
  if (store.kind === "embedded") for (const [team, head] of committed.heads) heads.set(team, head)
  if (committed.events.length > 0) store.onCommitted(committed.events)
  if (committed.told) store.onDelivery()
  for (const run of hooks) run()
  return result
}

/** The SQLSTATE of a failure, however deep the driver wrapped it. */
export function sqlState(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = (current as { code?: unknown }).code
    if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)) return code
  }
  return undefined
}
