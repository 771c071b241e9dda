// Wake-ups among any number of processes: pg-boss on the same PostgreSQL, one job per agent at a time.
import "server-only"
import { sql } from "drizzle-orm"
import { PgBoss } from "pg-boss"
import type { AgentKey, Store } from "@/lib/server/db/store"
import { type Claims, createClaims, type JobAttempt } from "./claims"
import type { RunnerPool } from "./runner-pool"
import { unfinishedAgents } from "./unfinished-agents"
import type { Wakeups } from "./wakeups"

const QUEUE = "agents"
/** A job that runs longer hands its agent over to a successor, so that no job expires in the middle of a turn. */
const YIELD_MS = 10 * 60_000
const SWEEP_MS = 10_000
/** A job that became free because its process died is announced to nobody, so everybody looks this often. */
const LOOK_MS = 1_000
/** Taken at once: few, so that a burst spreads over all processes that have room. */
const BATCH = 4
const QUEUE_OPTIONS = {
  policy: "key_strict_fifo",
  // A failed job would block its key for ever: practically unlimited tries, and jobs that never fail.
  retryLimit: 1_000_000,
  retryDelay: 0,
  expireInSeconds: 3_600,
  heartbeatSeconds: 10,
  deleteAfterSeconds: 60,
} as const
/** A connection that fell silent is given up after this; the library's own types do not know the driver's option. */
const PATIENCE = { query_timeout: 15_000, keepAlive: true }

const keyName = (key: AgentKey) => `${key.team}/${key.name}/${key.generation}`
type ExecuteSql = (text: string, values: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>

export function createPgBossWakeups(
  url: string,
  store: Store,
  pool: RunnerPool,
  options: {
    onError(error: unknown): void
    order(key: AgentKey, hard: boolean): void
    /** Tells the other processes, when this transaction commits, that there is a job. */
    announce(execute: ExecuteSql): Promise<void>
    concurrency?: number
  },
): Wakeups {
  const { onError, concurrency = 32 } = options
  const boss = new PgBoss({
    ...PATIENCE,
    connectionString: url,
    max: 4,
    schedule: false,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    maintenanceIntervalSeconds: 60,
    application_name: "countersign-jobs",
  })
  boss.on("error", onError)
  const touch = async (jobs: JobAttempt[]) => {
    // The answer names the jobs that are still ours, though its type does not say so; the version is pinned.
    const answer = (await boss.touch(QUEUE, jobs)) as { settled?: string[] }
    return answer.settled ?? []
  }
  const claims: Claims = createClaims(touch, { onLost: (key) => pool.interrupt(key, true), onError })
  const timers: NodeJS.Timeout[] = []
  let running = false
  let again = false
  let looking: Promise<void> | null = null

  async function sendJob(key: AgentKey, execute: ExecuteSql): Promise<void> {
    const { team, name, generation } = key
    const db = { executeSql: (text: string, values: unknown[] = []) => execute(text, values) }
    await boss.send(QUEUE, { team, name, generation }, { singletonKey: keyName(key), db })
    await options.announce(execute)
  }

  /** One fetch at a time in each process, and another one when something was heard meanwhile. */
  function look(): void {
    again = true
    if (!running || looking) return
    looking = fetchJobs()
      .catch(onError)
      .finally(() => {
        looking = null
      })
  }

  async function fetchJobs(): Promise<void> {
    while (again && running) {
      again = false
      const room = Math.min(BATCH, concurrency - claims.size())
      // Whoever ends a job looks again.
      if (room <= 0) return
      const asked = claims.now()
      const jobs = await boss.fetch<AgentKey>(QUEUE, { batchSize: room })
      for (const job of jobs) void runJob(job, job.data, asked)
      if (jobs.length === room) again = true
    }
  }

  async function runJob(job: JobAttempt, key: AgentKey, asked: ReturnType<Claims["now"]>): Promise<void> {
    const claim = claims.take(job, key, asked)
    const mayGoOn = () => claims.holds(claim) && claims.heldFor(claim) < YIELD_MS
    try {
      await pool.run(key, mayGoOn)
      if (running && mayGoOn()) await boss.complete(QUEUE, job)
      else if (!claim.lost) await handOver(job, key)
    } catch (error) {
      // Its heartbeat ends with its claim, and it becomes free again.
      onError(error)
    } finally {
      claims.release(claim)
      look()
    }
  }

  /** The agent may not be at rest: its next job comes into being as this one ends. */
  async function handOver(job: JobAttempt, key: AgentKey): Promise<void> {
    await store.engine.transact(async ({ executeSql }) => {
      const db = { executeSql: (text: string, values: unknown[] = []) => executeSql(text, values) }
      await boss.complete(QUEUE, job, null, { db })
      await sendJob(key, executeSql)
    })
  }

  /** The truth is in the rows: whoever has something to do and no job gets one. */
  async function sweep(): Promise<void> {
    const unfinished = await unfinishedAgents(store.read)
    if (unfinished.length === 0) return
    const live = (await store.read.execute(sql`
      select singleton_key as key from pgboss.job where name = ${QUEUE} and state in ('created', 'retry', 'active')
    `)) as unknown as { rows: { key: string }[] }
    const known = new Set(live.rows.map((row) => row.key))
    for (const key of unfinished)
      if (!known.has(keyName(key))) await store.engine.transact(({ executeSql }) => sendJob(key, executeSql))
    look()
  }

  return {
    look,
    send: async (tx, key) => {
      await sendJob(key, tx.executeSql)
      tx.afterCommit(look)
    },
    open: async () => {
      await boss.start()
      await boss.createQueue(QUEUE, QUEUE_OPTIONS)
    },
    start: async () => {
      running = true
      claims.start()
      look()
      await sweep()
      timers.push(
        setInterval(() => sweep().catch(onError), SWEEP_MS),
        setInterval(look, LOOK_MS),
      )
    },
    interrupt: (key, hard) => {
      pool.interrupt(key, hard)
      options.order(key, hard)
    },
    stop: async () => {
      running = false
      for (const timer of timers) clearInterval(timer)
      await looking
      await pool.stop()
      await claims.stop()
      await boss.stop({ graceful: false, close: true })
    },
  }
}
