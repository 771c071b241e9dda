// The PostgreSQL engine: a pool for transactions and reads, shared by any number of processes.
import "server-only"
import pg from "pg"
import { AppError } from "@/lib/core/errors"
import { databaseOver } from "./compiled"
import type { Engine, TransactionHandle } from "./database"
import { postgresLine } from "./postgres-line"
import { createSpeaker, type Speaker } from "./speaker"

export type PostgresEngine = Engine & { pool: pg.Pool }

/** Longer than any statement may take, so that only a line that carries nothing any more is given up. */
const SILENCE_MS = 65_000

export async function openPostgres(url: string, maxConnections = 12): Promise<PostgresEngine> {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: "countersign",
    // A connection that fell silent must not hold an agent, or whoever asks, for ever.
    statement_timeout: 60_000,
    query_timeout: SILENCE_MS,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
  })
  let lost: string | null = null
  pool.on("error", (error) => {
    lost = error.message
  })
  pool.on("connect", () => {
    lost = null
  })
  await pool.query("select 1").catch(async (cause: Error) => {
    await pool.end()
    throw new AppError("unavailable", `DATABASE_URL leads to no usable PostgreSQL: ${firstWords(cause)}.`, { cause })
  })
  return {
    kind: "postgres",
    pool,
    read: databaseOver({
      query: (text, values, options) => onConnection(pool, (speaker) => speaker.query(text, values, options)),
      rows: (text, values) => onConnection(pool, (speaker) => speaker.rows(text, values)),
    }),
    transact: (work, { readsFirst = false } = {}) =>
      onConnection(pool, (speaker) =>
        speaker.transaction("begin", async (inside) => {
          let at: string | null = null
          const begun = inside.rows("select now()", []).then(([row]) => {
            at = new Date(row![0] as string).toISOString()
          })
          if (!readsFirst) await begun
          const handle: TransactionHandle = {
            db: databaseOver(inside),
            get at() {
              if (at === null) throw new Error("the transaction has no time yet: nothing was read in it")
              return at
            },
            executeLater: inside.later,
            executeSql: async (text, values) => ({
              rows: (await inside.query(text, values)).rows as Record<string, unknown>[],
            }),
          }
          const [value] = await Promise.all([work(handle), begun])
          return value
        }),
      ),
    snapshot: (work) =>
      onConnection(pool, (speaker) =>
        speaker.transaction("begin isolation level repeatable read read only", (inside) => work(databaseOver(inside))),
      ),
    problems: () => (lost ? [`The connection to PostgreSQL was lost: ${lost}`] : []),
    backup: async () => {
      throw new AppError(
        "invalid",
        "The store is PostgreSQL: back it up with pg_dump, or by your provider's own means.",
      )
    },
    close: () => pool.end(),
  }
}

/** Several addresses tried in vain make one error without words of its own. */
const firstWords = (error: Error & { errors?: Error[] }): string =>
  (error.message || error.errors?.[0]?.message || error.name).split("\n")[0]!

/** A connection keeps what it has prepared for as long as it lives. */
const speakers = new WeakMap<pg.PoolClient, Speaker>()

function speakerOf(client: pg.PoolClient): Speaker {
  let speaker = speakers.get(client)
  if (!speaker) {
    speaker = createSpeaker(postgresLine(client))
    speakers.set(client, speaker)
  }
  return speaker
}

/** A connection of the pool for as long as `work` takes; one that broke is not given out again. */
async function onConnection<T>(pool: pg.Pool, work: (speaker: Speaker) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // The pool does not listen to a client it has handed out: without this, a connection that breaks ends the process.
  const onError = (error: Error) => {
    broken = error
  }
  client.on("error", onError)
  const speaker = speakerOf(client)
  try {
    return await work(speaker)
  } finally {
    client.removeListener("error", onError)
    client.release(broken ?? speaker.broken() ?? undefined)
  }
}
