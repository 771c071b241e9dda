// What hot queries ask of a connection, beside what Drizzle does: rows as plain lists, and writes whose answer nobody waits for.
import "server-only"

export type Connection = {
  /** Rows in the order of their columns, with times left as text. */
  rows(text: string, values: readonly unknown[]): Promise<unknown[][]>
}

export type TransactionConnection = Connection & {
  /**
   * A write that is sent with whatever its transaction sends next, in order, and before the commit at the latest. Where it
   * fails, that next statement or the commit does: nothing of the transaction is kept. It resolves before it is carried out;
   * `onRows` is called then.
   */
  later(text: string, values: readonly unknown[], onRows?: (rows: unknown[][]) => void): Promise<void>
}
