// The one database type both stores share: Drizzle over the PostgreSQL dialect.
import "server-only"
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core"

import type { TransactionConnection } from "./connection"

export type Database = PgDatabase<PgQueryResultHKT>

/** What a store's engine must offer; the rest of the server sees only `Store`. */
export type Engine = {
  kind: "embedded" | "postgres"
  read: Database
  /** Runs `work` in one transaction; the engine commits when it resolves. */
  transact<T>(work: (handle: TransactionHandle) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Several reads that see one moment. */
  snapshot<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** Problems a person should know of, such as commits that do not reach the disk. */
  problems(): string[]
  /** Copies the whole store into a new folder while it is in use; nobody writes during the copy. */
  backup(folder: string): Promise<void>
  close(): Promise<void>
}

export type TransactionOptions = {
  /** It reads or locks before it writes anything: its time is known only from the first answer on, and it begins with that first statement. */
  readsFirst?: boolean
}

export type TransactionHandle = {
  db: Database
  /** The moment it began, by the clock of the database: the one that all processes share. */
  at: string
  /** Raw SQL on the same transaction, for the job queue that writes its rows with ours. */
  executeSql(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** The same, sent with whatever comes next or with the commit, whose failure is then its own. */
  executeLater: TransactionConnection["later"]
}
