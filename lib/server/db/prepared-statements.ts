// Speaks to PGlite in prepared statements: one call into the engine for each execution, where its own `query` makes six and plans anew.
import "server-only"
import { type PGlite, protocol } from "@electric-sql/pglite"

type Options = { rowMode?: "array" | "object"; parsers?: Record<number, (value: string) => unknown> }
type Field = { name: string; dataTypeID: number }
type Answer = { rows: unknown[]; fields: Field[]; command: string; affectedRows: number }
type Statement = { name: string; parameters: number[]; fields: Field[] }
/** The messages of the wire protocol that are looked at here. */
type Message = { name: string; text?: string; fields?: unknown[]; dataTypeIDs?: number[] }

export type PreparedClient = {
  /** As PGlite's own `query`: outside any transaction, waiting for the one that is open. */
  query(text: string, values?: unknown[], options?: Options): Promise<Answer>
  /** One transaction at a time; `query` of the object handed over is inside it. */
  transaction<T>(begin: string, work: (inside: Pick<PreparedClient, "query">) => Promise<T>): Promise<T>
}

/** Beyond these, statements are prepared for one execution only: some texts carry as many places as their list has entries. */
const MOST_KEPT = 500
const KEPT = /^\s*(select|insert|update|delete|with|begin|commit|rollback)\b/i
const { serialize } = protocol
const TAIL = joined([serialize.execute({}), serialize.sync()])

export function preparedClient(client: PGlite): PreparedClient {
  const known = new Map<string, Statement>()

  const send = (...parts: Uint8Array[]): Promise<Message[]> =>
    client.execProtocolStream(joined(parts), { syncToFs: false }) as Promise<Message[]>

  async function prepare(text: string): Promise<Statement> {
    const found = known.get(text)
    if (found) return found
    const kept = known.size < MOST_KEPT && KEPT.test(text)
    const name = kept ? `s${known.size + 1}` : ""
    const answer = await send(
      serialize.parse({ name, text }),
      serialize.describe({ type: "S", name }),
      serialize.sync(),
    )
    const statement: Statement = {
      name,
      parameters: answer.find((message) => message.name === "parameterDescription")?.dataTypeIDs ?? [],
      fields: (answer.find((message) => message.name === "rowDescription")?.fields ?? []) as Field[],
    }
    if (kept) known.set(text, statement)
    return statement
  }

  const run = (text: string, values: unknown[] = [], options: Options = {}): Promise<Answer> =>
    client.runExclusive(async () => {
      const { name, parameters, fields } = await prepare(text)
      const bound = values.map((value, index) => asText(client, parameters[index], value))
      const answer = await send(serialize.bind({ statement: name, values: bound }), TAIL)
      return read(client, answer, fields, options)
    })

  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    await client._checkReady()
    return client._runExclusiveTransaction(work)
  }

  return {
    query: (text, values, options) => alone(() => run(text, values, options)),
    transaction: (begin, work) =>
      alone(async () => {
        await run(begin)
        let open = true
        const inside: Pick<PreparedClient, "query"> = {
          query: async (text, values, options) => {
            if (!open) throw new Error("the transaction is over")
            return run(text, values, options)
          },
        }
        try {
          const result = await work(inside)
          // A transaction in which a statement failed ends in a rollback, whatever is asked for.
          if ((await run("commit")).command !== "COMMIT") throw new Error("the transaction was rolled back")
          open = false
          return result
        } catch (error) {
          open = false
          if (client.isInTransaction()) await run("rollback")
          throw error
        }
      }),
  }
}

function asText(client: PGlite, type: number | undefined, value: unknown): string | null {
  if (value === null || value === undefined) return null
  const serializer = type === undefined ? undefined : client.serializers[type]
  return serializer ? serializer(value) : String(value)
}

function read(client: PGlite, messages: Message[], fields: Field[], options: Options): Answer {
  const parsers = fields.map(({ dataTypeID }) => options.parsers?.[dataTypeID] ?? client.parsers[dataTypeID])
  const value = (text: string | null, index: number) => {
    const parser = parsers[index]
    return text === null || !parser ? text : parser(text, fields[index]!.dataTypeID)
  }
  const rows: unknown[] = []
  let done = ""
  for (const message of messages) {
    if (message.name === "commandComplete") done = message.text ?? ""
    else if (message.name === "dataRow") {
      const values = (message.fields as (string | null)[]).map(value)
      if (options.rowMode === "array") rows.push(values)
      else rows.push(Object.fromEntries(fields.map((field, index) => [field.name, values[index]])))
    }
  }
  const affectedRows = Number(/^(?:INSERT|UPDATE|DELETE|MERGE).* (\d+)$/.exec(done)?.[1] ?? 0)
  return { rows, fields, command: done.split(" ")[0]!, affectedRows }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
