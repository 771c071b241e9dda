// Wake-ups among any number of processes: pg-boss on the same PostgreSQL, one job per agent at a time.
import "server-only"
import { sql } from "drizzle-orm"
import { PgBoss } from "pg-boss"
import type { AgentKey, Store, Tx } from "@/lib/server/db/store"
import { type Claims, createClaims, type JobAttempt } from "./claims"
import type { RunnerPool } from "./runner-pool"
import { unfinishedAgents } from "./unfinished-agents"
import type { Wakeups } from "./wakeups"

/** Agents that any process may run; those of a pinned team have a queue for each machine. */
const QUEUE = "agents"
const queueOf = (machine: string | null): string => (machine === null ? QUEUE : `${QUEUE}/${machine}`)
/** A job that runs longer hands its agent over to a successor, so that no job expires in the middle of a turn. */
const YIELD_MS = 10 * 60_000
/** While a process has no room, nobody keeps its place for longer than this and the turn it is in. */
const SLICE_MS = 5_000
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
type Executing = Pick<Tx, "executeSql" | "executeLater">
type Job = JobAttempt & { data: AgentKey }

export function createPgBossWakeups(
  url: string,
  store: Store,
  pool: RunnerPool,
  options: {
    onError(error: unknown): void
    order(key: AgentKey, hard: boolean): void
    /** Tells the other processes, when this transaction commits, that there is a job; answers with the team's machine. */
    announce(tx: Executing, team: string, fresh: boolean): Promise<string | null>
    machine: string | null
    limit: number
  },
): Wakeups {
  const { onError, machine, limit } = options
  const queues = machine === null ? [QUEUE] : [queueOf(machine), QUEUE]
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
    const kept: string[] = []
    for (const queue of queues) {
      const own = jobs.filter((job) => job.queue === queue)
      // The answer names the jobs that are still ours, though its type does not say so; the version is pinned.
      if (own.length > 0) kept.push(...(((await boss.touch(queue, own)) as { settled?: string[] }).settled ?? []))
    }
    return kept
  }
  const claims: Claims = createClaims(touch, { onLost: (key) => pool.interrupt(key, true), onError })
  const timers: NodeJS.Timeout[] = []
  const made = new Set<string>()
  let running = false
  let again = false
  let looking: Promise<void> | null = null

  /** On a connection of its own: whoever comes first to a machine's name makes its queue. */
  async function makeQueue(queue: string): Promise<void> {
    if (made.has(queue)) return
    await boss.createQueue(queue, QUEUE_OPTIONS)
    made.add(queue)
  }

  /** The job's own row is written with whatever the transaction sends next: nothing here needs its answer. */
  async function sendJob(key: AgentKey, tx: Executing, fresh = true): Promise<void> {
    const { team, name, generation } = key
    const queue = queueOf(await options.announce(tx, team, fresh))
    await makeQueue(queue)
    const later = async (text: string, values: unknown[] = []) => {
      await tx.executeLater(text, values)
      return { rows: [] }
    }
    await boss.send(queue, { team, name, generation }, { singletonKey: keyName(key), db: { executeSql: later } })
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
      for (const queue of queues) {
        const room = Math.min(BATCH, limit - claims.size())
        // Whoever ends a job looks again.
        if (room <= 0) return
        const asked = claims.now()
        const jobs = await boss.fetch<AgentKey>(queue, { batchSize: room })
        for (const { id, retryCount, data } of jobs) void runJob({ queue, id, retryCount, data }, asked)
        if (jobs.length === room) again = true
      }
    }
  }

  async function runJob(job: Job, asked: ReturnType<Claims["now"]>): Promise<void> {
    const key = job.data
    const claim = claims.take(job, key, asked)
    const full = () => claims.size() >= limit
    // Once it has let go of its agent it does not take that back: the agent may not be at rest.
    let letGo = false
    const mayGoOn = () => {
      letGo ||= claims.heldFor(claim) >= (full() ? SLICE_MS : YIELD_MS)
      return !letGo && claims.holds(claim)
    }
    const belongsHere = (place: string | null) => {
      letGo ||= queueOf(place) !== job.queue
      return !letGo
    }
    try {
      await pool.run(key, { mayGoOn, belongsHere })
      if (running && !letGo && claims.holds(claim)) await boss.complete(job.queue, job)
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
  async function handOver(job: Job, key: AgentKey): Promise<void> {
    await store.engine.transact(async (handle) => {
      const db = { executeSql: (text: string, values: unknown[] = []) => handle.executeSql(text, values) }
      await boss.complete(job.queue, job, null, { db })
      await sendJob(key, handle)
    })
  }

  /** The truth is in the rows: whoever has something to do and no job gets one. */
  async function sweep(): Promise<void> {
    const unfinished = await unfinishedAgents(store.read)
    if (unfinished.length === 0) return
    const live = (await store.read.execute(sql`
      select name || ' ' || singleton_key as job from pgboss.job
        where (name = ${QUEUE} or name like ${`${QUEUE}/%`}) and state in ('created', 'retry', 'active')
    `)) as unknown as { rows: { job: string }[] }
    const known = new Set(live.rows.map((row) => row.job))
    for (const { machine: place, ...key } of unfinished)
      if (!known.has(`${queueOf(place)} ${keyName(key)}`)) await store.engine.transact((handle) => sendJob(key, handle))
    look()
  }

  return {
    look,
    send: async (tx, key) => {
      await sendJob(key, tx, false)
      tx.afterCommit(look)
    },
    open: async () => {
      await boss.start()
      for (const queue of queues) await makeQueue(queue)
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
