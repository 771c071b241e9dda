// One connection of the driver's pool as a line for prepared statements: its own query objects describe every answer anew and write each statement by itself.
import "server-only"
import pg from "pg"
import { prepareValue } from "pg/lib/utils.js"
import type { Transport } from "./speaker"
import type { Cell, Field, Reply, Result } from "./wire"

type DriverConnection = { stream: { write(bytes: Buffer): boolean } }

/** What the driver takes for a query: it hands over the line, and then each message of the answer. */
class Exchange {
  private readonly results: Result[] = []
  private fields: Field[] = []
  private rows: Cell[][] = []

  /** The driver puts its own time limit around this function, which is why it is called by this name. */
  constructor(
    private readonly bytes: Buffer,
    private readonly callback: (error: Error | null, reply?: Reply) => void,
  ) {}

  submit(connection: DriverConnection): null {
    connection.stream.write(this.bytes)
    return null
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.fields = fields
  }

  handleDataRow({ fields }: { fields: Cell[] }): void {
    this.rows.push(fields)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.results.push({ rows: this.rows, tag: text })
    this.rows = []
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" })
  }

  handleReadyForQuery(): void {
    this.callback(null, this.reply(null))
  }

  /** Refused by the database, or the connection broke: only the first leaves a line that can be used. */
  handleError(error: Error): void {
    if (error instanceof pg.DatabaseError) this.callback(null, this.reply(error))
    else this.callback(error)
  }

  private reply(error: Error | null): Reply {
    return { results: this.results, parameters: [], fields: this.fields, error }
  }
}

export function postgresLine(client: pg.PoolClient): Transport {
  let last: Promise<unknown> = Promise.resolve()
  const exchange = (bytes: Buffer): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const callback = (error: Error | null, reply?: Reply) => (reply ? resolve(reply) : reject(error))
      client.query(new Exchange(bytes, callback) as unknown as pg.Submittable)
    })
  return {
    // One at a time: the driver would queue them too, and warn of it.
    exchange: (bytes) => {
      const next = last.then(() => exchange(bytes))
      last = next.catch(() => {})
      return next
    },
    encode: (value) => {
      const encoded = prepareValue(value)
      return encoded === null || typeof encoded === "string" ? encoded : `\\x${encoded.toString("hex")}`
    },
    parserOf: (type) => pg.types.getTypeParser(type, "text"),
  }
}
