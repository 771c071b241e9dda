// The PostgreSQL engine: a pool for transactions and reads, shared by any number of processes.
import "server-only"
import { createHash } from "node:crypto"
import { NodePgSession } from "drizzle-orm/node-postgres"
import { PgDatabase, PgDialect } from "drizzle-orm/pg-core"
import pg from "pg"
import { AppError } from "@/lib/core/errors"
import type { Connection, TransactionConnection } from "./connection"
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
    // Statements of a transaction that need no answer of each other travel together.
    pipeline: true,
  } as pg.PoolConfig)
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
    read: over(asking((config, values) => pool.query(named(config, values)))),
    transact: (work) =>
      inTransaction(pool, "begin; select now()", (inside, began) =>
        work({
          db: over(inside),
          at: began!.toISOString(),
          executeSql: async (text, values) => ({ rows: (await inside.query({ text }, values)).rows }),
        }),
      ),
    snapshot: (work) =>
      inTransaction(pool, "begin isolation level repeatable read read only", (inside) => work(over(inside))),
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

type Ask = (config: pg.QueryConfig, values: unknown[]) => Promise<pg.QueryResult>
type Asking = Connection & { query: Ask }

/** Drizzle asks no more of a client than its `query`. */
const over = (client: Asking): Database =>
  new PgDatabase(DIALECT, new NodePgSession(client as unknown as pg.PoolClient, DIALECT, undefined), undefined)

/** Rows as lists, for whoever knows their columns; times stay text. */
const asking = (query: Ask): Asking => ({
  query,
  rows: async (text, values) =>
    (await query({ text, rowMode: "array", types: TIMES_AS_TEXT } as pg.QueryConfig, [...values])).rows as unknown[][],
})

const LEFT_AS_TEXT: ReadonlySet<number> = new Set([1114, 1184, 1186, 1082, 1231, 1115, 1185, 1187, 1182])
const asItIs = (value: string) => value
const TIMES_AS_TEXT: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: "text" | "binary") =>
    LEFT_AS_TEXT.has(type) ? asItIs : pg.types.getTypeParser(type, format as "text"),
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
  work: (inside: Asking & TransactionConnection, began: Date | undefined) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // The pool does not listen to a client it has handed out: without this, a connection that breaks ends the process.
  const onError = (error: Error) => {
    broken = error
  }
  client.on("error", onError)
  const unheard: Promise<unknown>[] = []
  const ask: Ask = (config, values) => client.query(named(config, values))
  /** Statements are answered in their order, so that of the first failure comes first; those after it only repeat that there was one. */
  const heard = async <R>(last: Promise<R>): Promise<R> => {
    await Promise.all([...unheard.splice(0), last])
    return last
  }
  try {
    const answers = [(await client.query(begin)) as pg.QueryResult | pg.QueryResult[]].flat()
    const result = await work(
      {
        ...asking((config, values) => heard(ask(config, values))),
        later: async (text, values) => {
          const sent = ask({ text }, [...values])
          // Looked at with the next statement; until then it is nobody's unhandled failure.
          sent.catch(() => {})
          unheard.push(sent)
        },
      },
      answers.at(-1)?.rows[0]?.now,
    )
    // A transaction in which a statement failed ends in a rollback, whatever is asked for.
    if ((await heard(client.query("commit"))).command !== "COMMIT") throw new Error("the transaction was rolled back")
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
