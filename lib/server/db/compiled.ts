// Queries whose text is built once: building it takes up to a hundred times as long as filling in its values.
import "server-only"
import type { PGlite } from "@electric-sql/pglite"
import { Column, getTableColumns, type InferInsertModel, is, Param, Placeholder, SQL, sql } from "drizzle-orm"
import { type IndexColumn, PgDatabase, PgDialect, type PgTable, type PgUpdateSetSource } from "drizzle-orm/pg-core"
import { PgliteSession } from "drizzle-orm/pglite"
import type { Connection, TransactionConnection } from "./connection"
import type { Database } from "./database"
import type { Asking } from "./speaker"

/** The parts of Drizzle 0.45 this leans on; the version is pinned, and `tests/unit/db-compiled.test.ts` holds it. */
type Selected = { path: string[]; field: unknown }
type Prepared = { queryString: string; params: unknown[]; fields: Selected[] | undefined }
type Query<R> = { prepare(name: string): { execute(): Promise<R> } }
type Client = Connection & Partial<TransactionConnection>

type Built = {
  text: string
  values: (given: Record<string, unknown>) => unknown[]
  rows: (found: unknown[][]) => unknown
}

/** One for all: it remembers the names of columns. */
const DIALECT = new PgDialect()

/** Drizzle asks no more of a client than its `query`; both engines answer like the embedded one. */
export const databaseOver = (client: Asking & Partial<TransactionConnection>): Database =>
  new PgDatabase(DIALECT, new PgliteSession(client as unknown as PGlite, DIALECT, undefined), undefined)

const clientOf = (db: Database): Client => (db as unknown as { session: { client: Client } }).session.client

function build<R>(query: Query<R>): Built {
  const { queryString, params, fields } = query.prepare("") as unknown as Prepared
  const places = params.map(placeOf)
  return {
    text: queryString,
    values: (given) => places.map((place) => place(given)),
    rows: fields ? rowsOf(fields) : () => undefined,
  }
}

/** Where a value of the text comes from: given each time, through its column's encoder, or fixed. */
function placeOf(param: unknown): (given: Record<string, unknown>) => unknown {
  const place = is(param, Param) ? param.value : param
  if (!is(place, Placeholder)) return () => param
  const { name } = place as Placeholder
  const encode = is(param, Param)
    ? (value: unknown) => param.encoder.mapToDriverValue(value)
    : (value: unknown) => value
  return (given) => {
    if (!(name in given)) throw new Error(`no value for "${name}"`)
    return encode(given[name])
  }
}

type Decoder = { mapFromDriverValue(value: unknown): unknown }

const decoderOf = (field: unknown): Decoder => {
  if (is(field, Column)) return field
  const sqlOf = is(field, SQL) ? field : (field as SQL.Aliased).sql
  return (sqlOf as unknown as { decoder: Decoder }).decoder
}

/** Columns of one table by their names; those of a join by the table's name and then theirs, null where it found nothing. */
function rowsOf(fields: Selected[]): Built["rows"] {
  const columns = fields.map(({ path, field }) => ({
    table: path.at(-2),
    name: path.at(-1)!,
    decoder: decoderOf(field),
  }))
  const tables = [...new Set(columns.flatMap(({ table }) => table ?? []))]
  return (found) =>
    found.map((cells) => {
      const row: Record<string, unknown> = {}
      const parts = new Map(tables.map((table) => [table, {} as Record<string, unknown>]))
      for (let index = 0; index < columns.length; index++) {
        const { table, name, decoder } = columns[index]!
        const cell = cells[index]
        const part = table === undefined ? row : parts.get(table)!
        part[name] = cell === null ? null : decoder.mapFromDriverValue(cell)
      }
      for (const [table, part] of parts) row[table] = Object.values(part).some((cell) => cell !== null) ? part : null
      return row
    })
}

/** The text of a query is built when it is first asked for. */
function builtOnce<R>(query: (db: Database) => Query<R>): (db: Database) => Built {
  let built: Built | null = null
  return (db) => {
    built ??= build(query(db))
    return built
  }
}

/** `query` names each value with `sql.placeholder`; it is called once. */
export function compiled<V extends Record<string, unknown>, R>(
  query: (db: Database) => Query<R>,
): (db: Database, values: V) => Promise<R> {
  const builtFor = builtOnce(query)
  return async (db, given) => {
    const { text, values, rows } = builtFor(db)
    return rows(await clientOf(db).rows(text, values(given))) as R
  }
}

/** A write that gives nothing back: within a transaction it is sent with whatever comes next. */
function compiledWrite(
  query: (db: Database) => Query<unknown>,
): (db: Database, values: Record<string, unknown>) => Promise<unknown> {
  const builtFor = builtOnce(query)
  return (db, given) => {
    const { text, values } = builtFor(db)
    const client = clientOf(db)
    return client.later ? client.later(text, values(given)) : client.rows(text, values(given))
  }
}

/** By which columns are given and which of them are null: a null is written as such and never encoded. */
const shapeOf = (values: Record<string, unknown>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === null ? `${name}=null` : name))
    .join()

const places = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === null ? null : sql.placeholder(name)]),
  )

const withoutUndefined = <V extends Record<string, unknown>>(values: V): V =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as V

type Row<T extends PgTable> = InferInsertModel<T>

/** One row into one table; `onConflict` says what is set instead, from the same values, where there is one already. */
export function compiledInsert<T extends PgTable>(
  table: T,
  onConflict?: (places: Row<T>) => { target: IndexColumn[]; set: PgUpdateSetSource<T> },
): (db: Database, row: Row<T>) => Promise<unknown> {
  const byShape = new Map<string, (db: Database, values: Record<string, unknown>) => Promise<unknown>>()
  return (db, row) => {
    const values = withoutUndefined(row as Record<string, unknown>)
    const shape = shapeOf(values)
    let insert = byShape.get(shape)
    if (!insert) {
      const row = places(values) as Row<T>
      insert = compiledWrite((any) => {
        const plain = any.insert(table).values(row)
        return onConflict ? plain.onConflictDoUpdate(onConflict(row)) : plain
      })
      byShape.set(shape, insert)
    }
    return insert(db, values)
  }
}

/** Columns set where a condition holds; the condition's own placeholders must not bear the name of a column. */
export function compiledUpdate<T extends PgTable, K extends Record<string, unknown>>(
  table: T,
  where: SQL | undefined,
): (db: Database, set: Partial<InferInsertModel<T>>, key: K) => Promise<unknown> {
  const columns = new Set(Object.keys(getTableColumns(table)))
  const byShape = new Map<string, (db: Database, values: Record<string, unknown>) => Promise<unknown>>()
  return (db, set, key) => {
    const values = withoutUndefined(set as Record<string, unknown>)
    if (Object.keys(key).some((name) => columns.has(name))) throw new Error("a key bears the name of a column")
    const shape = shapeOf(values)
    let update = byShape.get(shape)
    if (!update) {
      update = compiledWrite((any) =>
        any
          .update(table)
          .set(places(values) as never)
          .where(where),
      )
      byShape.set(shape, update)
    }
    return update(db, { ...values, ...key })
  }
}

/** The rows that fit a condition, gone. */
export const compiledDelete = <T extends PgTable, K extends Record<string, unknown>>(
  table: T,
  where: SQL | undefined,
): ((db: Database, key: K) => Promise<unknown>) => compiledWrite((any) => any.delete(table).where(where))
