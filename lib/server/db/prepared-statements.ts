// Speaks to PGlite in prepared statements: one call into the engine for each execution, where its own `query` makes six and plans anew.
import "server-only"
import type { PGlite } from "@electric-sql/pglite"
import type { Connection, TransactionConnection } from "./connection"
import {
  bindAndExecute,
  type Cell,
  type Field,
  prepareStatement,
  type Reply,
  type Result,
  readReply,
  withSync,
} from "./wire"

type Parsers = Record<number, (value: string) => unknown>
/** What Drizzle hands over with a text. */
type Options = { rowMode?: "array" | "object"; parsers?: Parsers }
type Answer = { rows: unknown[]; fields: Field[]; command: string; affectedRows: number }
type Statement = { name: string; parameters: number[]; fields: Field[]; parsers: (Parser | undefined)[] }
type Parser = (value: string, type?: number) => unknown

export type PreparedClient = Connection & {
  /** As PGlite's own `query`: outside any transaction, waiting for the one that is open. */
  query(text: string, values?: unknown[], options?: Options): Promise<Answer>
  /** One transaction at a time; the object handed over is inside it. */
  transaction<T>(begin: string, work: (inside: InsideTransaction) => Promise<T>): Promise<T>
}
export type InsideTransaction = TransactionConnection & Pick<PreparedClient, "query">

/** Beyond these, statements are prepared for one execution only: some texts carry as many places as their list has entries. */
const MOST_KEPT = 500
const KEPT = /^\s*(select|insert|update|delete|with|begin|commit|rollback)\b/i
/** Times stay text, as Drizzle's own driver leaves them: `timestamptz` and its kin. */
const LEFT_AS_TEXT: ReadonlySet<number> = new Set([1114, 1184, 1186, 1082, 1231, 1115, 1185, 1187, 1182])

export function preparedClient(client: PGlite): PreparedClient {
  const known = new Map<string, Statement>()
  let named = 0
  /** Executions that the open transaction has not sent yet: they go with whatever it sends next, in their order. */
  let waiting: Buffer[] = []

  /** The engine runs in this very call; nobody else can come in between. */
  async function send(bytes: Buffer): Promise<Reply> {
    const parts: Buffer[] = []
    // What is handed over is a view into the engine's memory, good only for the moment.
    await client.execProtocolRawStream(bytes, { syncToFs: false, onRawData: (data) => parts.push(Buffer.from(data)) })
    const reply = readReply(parts.length === 1 ? parts[0]! : Buffer.concat(parts))
    if (reply.error) throw reply.error
    return reply
  }

  async function prepare(text: string): Promise<Statement> {
    const kept = named < MOST_KEPT && KEPT.test(text)
    const name = kept ? `s${++named}` : ""
    const { parameters, fields } = await send(prepareStatement(name, text))
    const parsers = fields.map(({ dataTypeID }) => client.parsers[dataTypeID] as Parser | undefined)
    const statement: Statement = { name, parameters, fields, parsers }
    if (kept) known.set(text, statement)
    return statement
  }

  const bind = ({ name, parameters }: Statement, values: readonly unknown[]): Buffer =>
    bindAndExecute(
      name,
      values.map((value, index) => asText(client, parameters[index], value)),
    )

  async function run(text: string, values: readonly unknown[]): Promise<{ statement: Statement; result: Result }> {
    const statement = known.get(text) ?? (await prepare(text))
    const parts = [...waiting, bind(statement, values)]
    waiting = []
    const { results } = await send(withSync(parts))
    return { statement, result: results.at(-1)! }
  }

  const query: PreparedClient["query"] = async (text, values = [], options = {}) => {
    const { statement, result } = await run(text, values)
    return asAnswer(statement, result, options)
  }

  const rows: Connection["rows"] = async (text, values) => {
    const { statement, result } = await run(text, values)
    return result.rows.map((row) => parsedRow(statement, row))
  }

  /** Unprepared as yet, it is prepared now: whether a text is known must not depend on how the transaction ends. */
  const later = async (text: string, values: readonly unknown[]): Promise<void> => {
    const statement = known.get(text) ?? (await prepare(text))
    // A statement that is not kept has no name of its own: the next one would take its place before it was executed.
    if (statement.name === "") await send(withSync([...waiting.splice(0), bind(statement, values)]))
    else waiting.push(bind(statement, values))
  }

  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    await client._checkReady()
    return client._runExclusiveTransaction(work)
  }

  return {
    query: (text, values, options) => alone(() => query(text, values, options)),
    rows: (text, values) => alone(() => rows(text, values)),
    transaction: (begin, work) =>
      alone(async () => {
        await run(begin, [])
        let open = true
        const whileOpen =
          <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
          async (...args: A): Promise<R> => {
            if (!open) throw new Error("the transaction is over")
            return call(...args)
          }
        try {
          const result = await work({ query: whileOpen(query), rows: whileOpen(rows), later: whileOpen(later) })
          // A transaction in which a statement failed ends in a rollback, whatever is asked for.
          if ((await run("commit", [])).result.tag !== "COMMIT") throw new Error("the transaction was rolled back")
          open = false
          return result
        } catch (error) {
          open = false
          waiting = []
          if (client.isInTransaction()) await run("rollback", [])
          throw error
        }
      }),
  }
}

function asText(client: PGlite, type: number | undefined, value: unknown): Cell {
  if (value === null || value === undefined) return null
  const serializer = type === undefined ? undefined : client.serializers[type]
  return serializer ? serializer(value) : String(value)
}

function parsedRow({ parsers, fields }: Statement, row: Cell[]): unknown[] {
  const parsed: unknown[] = new Array(row.length)
  for (let index = 0; index < row.length; index++) {
    const cell = row[index]!
    const parser = parsers[index]
    const type = fields[index]!.dataTypeID
    parsed[index] = row[index] === null || !parser || LEFT_AS_TEXT.has(type) ? row[index] : parser(cell, type)
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
  const affectedRows = Number(/^(?:INSERT|UPDATE|DELETE|MERGE).* (\d+)$/.exec(tag)?.[1] ?? 0)
  const shown =
    options.rowMode === "array"
      ? parsed
      : parsed.map((row) => Object.fromEntries(fields.map((field, index) => [field.name, row[index]])))
  return { rows: shown, fields, command: tag.split(" ")[0]!, affectedRows }
}
