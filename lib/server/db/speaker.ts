// Speaks to one connection of either engine in prepared statements: those asked for at the same moment, and the writes before them, travel as one message.
import "server-only"
import type { Connection, TransactionConnection } from "./connection"
import {
  bindAndExecute,
  type Cell,
  type Field,
  parseStatement,
  prepareStatement,
  type Reply,
  type Result,
  withSync,
} from "./wire"

export type Parser = (value: string, type: number) => unknown

/** How an engine is reached, and how its values are written. */
export type Transport = {
  /** One message and all that was said to it, a refusal included; rejects when the line itself broke. */
  exchange(bytes: Buffer): Promise<Reply>
  encode(value: unknown, type: number | undefined): Cell
  parserOf(type: number): Parser | undefined
}

/** What Drizzle hands over with a text. */
type Options = { rowMode?: "array" | "object"; parsers?: Record<number, Parser> }
type Answer = { rows: unknown[]; fields: Field[]; command: string; affectedRows: number }
type Statement = { name: string; parameters: number[]; fields: Field[]; parsers: (Parser | undefined)[] }
type Waiting = { bytes: Buffer; asked: { resolve(result: Result): void; reject(error: Error): void } | null }

export type Asking = Connection & { query(text: string, values?: unknown[], options?: Options): Promise<Answer> }
export type InsideTransaction = Asking & TransactionConnection
export type Speaker = Asking & {
  /** Runs `work` between `begin` and a commit; whatever fails in it undoes all of it. */
  transaction<T>(begin: string, work: (inside: InsideTransaction) => Promise<T>): Promise<T>
  /** Why the line cannot be used any more. */
  broken(): Error | null
}

/** Beyond these, statements are prepared for one execution only: some texts carry as many places as their list has entries. */
const MOST_KEPT = 500
const KEPT = /^\s*(select|insert|update|delete|with|begin|commit|rollback)\b/i
/** Times stay text, as Drizzle's own drivers leave them: `timestamptz` and its kin. */
const LEFT_AS_TEXT: ReadonlySet<number> = new Set([1114, 1184, 1186, 1082, 1231, 1115, 1185, 1187, 1182])

/** After it comes whatever is asked for at the same moment. */
const MOMENT = Promise.resolve()

export function createSpeaker(transport: Transport): Speaker {
  const known = new Map<string, Statement>()
  let named = 0
  let waiting: Waiting[] = []
  let scheduled = false
  /** A statement that is being prepared: what is asked for meanwhile comes after it. */
  let preparing: Promise<unknown> | null = null
  /** The first refusal since the transaction began: a write that nobody waits for may have been refused. */
  let refused: Error | null = null
  let broken: Error | null = null

  async function exchange(bytes: Buffer): Promise<Reply> {
    try {
      return await transport.exchange(bytes)
    } catch (error) {
      broken ??= error as Error
      throw error
    }
  }

  async function prepare(text: string): Promise<Statement> {
    const kept = known.size < MOST_KEPT && KEPT.test(text)
    const name = kept ? `s${++named}` : ""
    const { parameters, fields, error } = await exchange(prepareStatement(name, text))
    if (error) throw error
    const parsers = fields.map(({ dataTypeID }) => transport.parserOf(dataTypeID))
    const statement = { name, parameters, fields, parsers }
    if (kept) known.set(text, statement)
    return statement
  }

  async function find(text: string): Promise<Statement> {
    while (preparing) await preparing
    const found = known.get(text)
    if (found) return found
    const made = prepare(text)
    preparing = made
      .catch(() => {})
      .then(() => {
        preparing = null
      })
    return made
  }

  /** A statement that is not kept is named anew in the message that executes it: another may have taken its place. */
  function bytesOf(text: string, { name, parameters }: Statement, values: readonly unknown[]): Buffer {
    const bound = bindAndExecute(
      name,
      values.map((value, index) => transport.encode(value, parameters[index])),
    )
    return name === "" ? Buffer.concat([parseStatement("", text), bound]) : bound
  }

  async function run(text: string, values: readonly unknown[]): Promise<{ statement: Statement; result: Result }> {
    const statement = (preparing ? null : known.get(text)) ?? (await find(text))
    const result = await new Promise<Result>((resolve, reject) => {
      waiting.push({ bytes: bytesOf(text, statement, values), asked: { resolve, reject } })
      if (scheduled) return
      scheduled = true
      void MOMENT.then(send)
    })
    return { statement, result }
  }

  async function send(): Promise<void> {
    scheduled = false
    const sent = waiting
    waiting = []
    let reply: Reply
    try {
      reply = await exchange(withSync(sent.map(({ bytes }) => bytes)))
    } catch (error) {
      for (const { asked } of sent) asked?.reject(error as Error)
      return
    }
    const { results, error } = reply
    if (error) refused ??= error
    // After a refusal the engine passes over the rest of the message.
    for (const [index, { asked }] of sent.entries()) {
      const result = results[index]
      if (result) asked?.resolve(result)
      else asked?.reject(error ?? new Error("the database gave no answer"))
    }
  }

  const query: Asking["query"] = async (text, values = [], options = {}) => {
    const { statement, result } = await run(text, values)
    return asAnswer(statement, result, options)
  }

  const rows: Connection["rows"] = async (text, values) => {
    const { statement, result } = await run(text, values)
    return result.rows.map((row) => parsedRow(statement, row))
  }

  const later: TransactionConnection["later"] = async (text, values, onRows) => {
    const statement = (preparing ? null : known.get(text)) ?? (await find(text))
    const resolve = ({ rows }: Result) => onRows?.(rows.map((row) => parsedRow(statement, row)))
    // Its failure comes out with the statement it is sent with, or with the commit.
    waiting.push({ bytes: bytesOf(text, statement, values), asked: onRows ? { resolve, reject: () => {} } : null })
  }

  async function transaction<T>(begin: string, work: (inside: InsideTransaction) => Promise<T>): Promise<T> {
    refused = null
    await later(begin, [])
    let open = true
    const whileOpen =
      <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
      (...args: A): Promise<R> =>
        open ? call(...args) : Promise.reject(new Error("the transaction is over"))
    try {
      const result = await work({ query: whileOpen(query), rows: whileOpen(rows), later: whileOpen(later) })
      // A transaction in which a statement was refused ends in a rollback, whatever is asked for.
      const { tag } = (await run("commit", [])).result
      if (tag !== "COMMIT") throw refused ?? new Error("the transaction was rolled back")
      open = false
      return result
    } catch (error) {
      open = false
      waiting = []
      // A line that broke has rolled back by itself.
      await run("rollback", []).catch(() => {})
      throw error
    }
  }

  return { query, rows, transaction, broken: () => broken }
}

function parsedRow({ parsers, fields }: Statement, row: Cell[]): unknown[] {
  const parsed: unknown[] = new Array(row.length)
  for (let index = 0; index < row.length; index++) {
    const cell = row[index] as Cell
    const parser = parsers[index]
    const type = fields[index]!.dataTypeID
    parsed[index] = cell === null || !parser || LEFT_AS_TEXT.has(type) ? cell : parser(cell, type)
  }
  return parsed
}

function asAnswer({ fields, parsers }: Statement, { rows, tag }: Result, options: Options): Answer {
  const chosen = fields.map(({ dataTypeID }, index) => options.parsers?.[dataTypeID] ?? parsers[index])
  const parsed = rows.map((row) =>
    row.map((cell, index) => {
      const parser = chosen[index]
      return cell === null || !parser ? cell : parser(cell, fields[index]!.dataTypeID)
    }),
  )
  const shown =
    options.rowMode === "array"
      ? parsed
      : parsed.map((row) => Object.fromEntries(fields.map((field, index) => [field.name, row[index]])))
  const affectedRows = Number(/^(?:INSERT|UPDATE|DELETE|MERGE).* (\d+)$/.exec(tag)?.[1] ?? 0)
  return { rows: shown, fields, command: tag.split(" ")[0]!, affectedRows }
}
