// The line between processes on one PostgreSQL: their events, the text they see written, jobs to take, and orders to stop.
import "server-only"
import { and, asc, eq, gt } from "drizzle-orm"
import pg from "pg"
import { z } from "zod"
import { Delta, type Event } from "@/lib/core/event"
import { EVENT_CHANNEL } from "@/lib/server/db/append-events"
import { events } from "@/lib/server/db/schema"
import type { AgentKey, Store, Tx } from "@/lib/server/db/store"
import type { EventBus } from "./event-bus"
import { toEvent } from "./event-rows"

const ORDER_CHANNEL = "countersign_orders"
const DELTA_CHANNEL = "countersign_deltas"
const WAKE_CHANNEL = "countersign_wakes"
/** PostgreSQL carries at most 8,000 bytes in one notification. */
const MOST_BYTES = 7_500
const DELTA_EVERY_MS = 80
const RECONNECT_MS = 500
/** A line on which nothing is ever asked cannot be told from a dead one. */
const ASK_EVERY_MS = 10_000
const ANSWER_MS = 5_000

/** Where a team runs changes seldom: a job that went to its old machine is handed on from there, or found by the next sweep. */
const MACHINE_MS = 5_000
const MOST_MACHINES = 1_000

const Order = z.object({ team: z.string(), name: z.string(), generation: z.int(), hard: z.boolean() })
const Deltas = z.object({ from: z.string(), deltas: z.array(Delta) })

export type OtherProcesses = {
  start(): Promise<void>
  noteOwn(events: Event[]): void
  shareDelta(delta: Delta): void
  order(key: AgentKey, hard: boolean): void
  /** Says, when the transaction commits, that there is a job to take; answers with the team's machine, as it was a moment ago unless `fresh`. */
  announceJob(tx: Pick<Tx, "executeSql" | "executeLater">, team: string, fresh: boolean): Promise<string | null>
  problem(): string | null
  stop(): Promise<void>
}

export function createOtherProcesses(
  url: string,
  store: Store,
  bus: EventBus,
  options: { onOrder(key: AgentKey, hard: boolean): void; onJob(): void; onError(error: unknown): void },
): OtherProcesses {
  const self = crypto.randomUUID()
  const seen = new Map<string, number>()
  const machines = new Map<string, { machine: string | null; read: number }>()
  let client: pg.Client | null = null
  let stopped = false
  let problem: string | null = null
  let reconnecting: NodeJS.Timeout | null = null
  let asking: NodeJS.Timeout | null = null
  let waiting: Delta[] = []
  let flushing: NodeJS.Timeout | null = null
  let reading: Promise<void> = Promise.resolve()

  /** Reads what others committed after what this process has shown, in order, and shows it. */
  const catchUp = (team: string, upTo: number) => {
    reading = reading
      .then(async () => {
        if (!bus.hasListeners(team)) {
          if (upTo < Number.MAX_SAFE_INTEGER) seen.set(team, Math.max(seen.get(team) ?? 0, upTo))
          return
        }
        const after = seen.get(team) ?? upTo - 1
        if (after >= upTo) return
        const rows = await store.read
          .select()
          .from(events)
          .where(and(eq(events.team, team), gt(events.seq, after)))
          .orderBy(asc(events.seq))
          .limit(1_000)
        const last = rows[rows.length - 1]
        if (last) seen.set(team, Math.max(seen.get(team) ?? 0, last.seq))
        bus.publishEvents(rows.map(toEvent))
      })
      .catch(options.onError)
  }

  function hear(channel: string, payload: string): void {
    if (channel === EVENT_CHANNEL) {
      const [team, seq] = payload.split(" ")
      if (team && seq && Number(seq) > (seen.get(team) ?? 0)) catchUp(team, Number(seq))
    } else if (channel === ORDER_CHANNEL) {
      const order = Order.safeParse(parseJson(payload))
      if (order.success) options.onOrder(order.data, order.data.hard)
    } else if (channel === WAKE_CHANNEL) {
      // Who sends a job looks for it as soon as it is committed.
      if (payload !== self) options.onJob()
    } else {
      const sent = Deltas.safeParse(parseJson(payload))
      if (sent.success && sent.data.from !== self) for (const delta of sent.data.deltas) bus.publishDelta(delta)
    }
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: "countersign-listen",
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    })
    next.on("notification", ({ channel, payload }) => hear(channel, payload ?? ""))
    next.on("error", (error) => lost(next, error))
    next.on("end", () => lost(next, new Error("the connection ended")))
    try {
      await next.connect()
      for (const channel of [EVENT_CHANNEL, ORDER_CHANNEL, DELTA_CHANNEL, WAKE_CHANNEL])
        await next.query(`listen ${channel}`)
    } catch (error) {
      next.end().catch(() => {})
      throw error
    }
    client = next
    problem = null
    asking ??= setInterval(ask, ASK_EVERY_MS)
  }

  function ask(): void {
    const asked = client
    asked?.query("select 1").catch((error) => lost(asked, error))
  }

  function lost(which: pg.Client, error: Error): void {
    if (stopped || (client !== which && client !== null)) return
    client = null
    problem = `The live line to PostgreSQL was lost: ${error.message}`
    which.end().catch(() => {})
    again()
  }

  function again(): void {
    if (stopped || reconnecting) return
    reconnecting = setTimeout(() => {
      reconnecting = null
      connect().then(afterGap, (error) => {
        problem = `The live line to PostgreSQL was lost: ${error instanceof Error ? error.message : String(error)}`
        again()
      })
    }, RECONNECT_MS)
  }

  /** What was said while nobody listened is read from the log. */
  function afterGap(): void {
    for (const team of seen.keys()) if (bus.hasListeners(team)) catchUp(team, Number.MAX_SAFE_INTEGER)
    options.onJob()
  }

  const say = (channel: string, payload: string) => {
    store.engine
      .transact(({ executeSql }) => executeSql("select pg_notify($1, $2)", [channel, payload]))
      .catch(options.onError)
  }

  function flushDeltas(): void {
    flushing = null
    const all = waiting
    waiting = []
    for (let batch: Delta[] = [], size = 0; all.length > 0 || batch.length > 0; ) {
      const delta = all.shift()
      const bytes = delta ? Buffer.byteLength(JSON.stringify(delta)) + 1 : 0
      if (delta && bytes > MOST_BYTES - 200) continue
      if (delta && size + bytes <= MOST_BYTES - 200) {
        batch.push(delta)
        size += bytes
        continue
      }
      if (batch.length > 0) say(DELTA_CHANNEL, JSON.stringify({ from: self, deltas: batch }))
      batch = delta ? [delta] : []
      size = bytes
    }
  }

  return {
    start: connect,
    noteOwn: (own) => {
      for (const event of own)
        if ((seen.get(event.team) ?? event.seq - 1) === event.seq - 1) seen.set(event.team, event.seq)
    },
    shareDelta: (delta) => {
      waiting.push(delta)
      flushing ??= setTimeout(flushDeltas, DELTA_EVERY_MS)
    },
    order: ({ team, name, generation }, hard) => say(ORDER_CHANNEL, JSON.stringify({ team, name, generation, hard })),
    announceJob: async ({ executeSql, executeLater }, team, fresh) => {
      const now = performance.now()
      const known = machines.get(team)
      if (!fresh && known && now - known.read < MACHINE_MS) {
        await executeLater("select pg_notify($1, $2)", [WAKE_CHANNEL, self])
        return known.machine
      }
      const { rows } = await executeSql("select machine, pg_notify($1, $2) from teams where id = $3", [
        WAKE_CHANNEL,
        self,
        team,
      ])
      const machine = (rows[0]?.machine ?? null) as string | null
      if (machines.size >= MOST_MACHINES) machines.clear()
      machines.set(team, { machine, read: now })
      return machine
    },
    problem: () => problem,
    stop: async () => {
      stopped = true
      if (reconnecting) clearTimeout(reconnecting)
      if (asking) clearInterval(asking)
      if (flushing) clearTimeout(flushing)
      await client?.end().catch(() => {})
      await reading
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
