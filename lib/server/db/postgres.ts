// The PostgreSQL engine: a pool for transactions and reads, shared by any number of processes.
import "server-only"
import { createHash } from "node:crypto"
import { NodePgSession } from "drizzle-orm/node-postgres"
import { PgDatabase, PgDialect } from "drizzle-orm/pg-core"
import pg from "pg"
import { AppError } from "@/lib/core/errors"
import type { Database, Engine } from "./database"

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
    read: over(pool),
    transact: (work) =>
      inTransaction(pool, "begin; select now()", (client, began) =>
        work({
          db: over(client),
          at: began!.toISOString(),
          executeSql: async (text, values) => ({ rows: (await client.query(named({ text }, values))).rows }),
        }),
      ),
    snapshot: (work) =>
      inTransaction(pool, "begin isolation level repeatable read read only", (client) => work(over(client))),
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

/** Drizzle asks no more of a client than its `query`; the name makes a statement be planned once for each connection. */
const over = (client: pg.Pool | pg.PoolClient): Database => {
  const query = (config: pg.QueryConfig, values: unknown[]) => client.query(named(config, values))
  const session = new NodePgSession({ query } as unknown as pg.PoolClient, DIALECT, undefined)
  return new PgDatabase(DIALECT, session, undefined)
}

/** One for all connections: it remembers the names of columns. */
const DIALECT = new PgDialect()

const names = new Map<string, string>()
/** Beyond these, statements go without a name: some texts carry as many places as their list has entries. */
const MOST_NAMES = 500
const KEPT = /^\s*(select|insert|update|delete|with)\b/i

function named(config: pg.QueryConfig, values: unknown[]): pg.QueryConfig {
  let name = names.get(config.text)
  if (!name && names.size < MOST_NAMES && KEPT.test(config.text)) {
    name = `countersign_${createHash("sha256").update(config.text).digest("hex").slice(0, 24)}`
    names.set(config.text, name)
  }
  return { ...config, values, ...(name ? { name } : {}) }
}

/** `begin` may ask for the time in the same message; it is then handed to `work`. */
async function inTransaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (client: pg.PoolClient, began: Date | undefined) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // The pool does not listen to a client it has handed out: without this, a connection that breaks ends the process.
  const onError = (error: Error) => {
    broken = error
  }
  client.on("error", onError)
  try {
    const answers = [(await client.query(begin)) as pg.QueryResult | pg.QueryResult[]].flat()
    const result = await work(client, answers.at(-1)?.rows[0]?.now)
    await client.query("commit")
    return result
  } catch (error) {
    await client.query("rollback").catch((rollback: Error) => {
      broken = rollback
    })
    throw error
  } finally {
    client.removeListener("error", onError)
    client.release(broken)
  }
}
