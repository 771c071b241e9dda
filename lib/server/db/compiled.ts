// Queries whose text is built once: building it takes up to a hundred times as long as filling in its values.
import "server-only"
import { getTableColumns, type InferInsertModel, type SQL, sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import type { Database } from "./database"

type Prepared<R> = { execute(values: Record<string, unknown>): Promise<R> }
type Query<R> = { prepare(name: string): Prepared<R> }
/** The part of Drizzle 0.45's session this leans on; the version is pinned, and `tests/unit/db-compiled.test.ts` holds it. */
type Session = { client: unknown; constructor: unknown }

const sessionOf = (db: Database): Session => (db as unknown as { session: Session }).session

/** `build` names each value with `sql.placeholder`; it is called once for each kind of store. */
export function compiled<V extends Record<string, unknown>, R>(
  build: (db: Database) => Query<R>,
): (db: Database, values: V) => Promise<R> {
  const built = new Map<unknown, Prepared<R>>()
  return (db, values) => {
    const session = sessionOf(db)
    let prepared = built.get(session.constructor)
    if (!prepared) {
      prepared = build(db).prepare("")
      built.set(session.constructor, prepared)
    }
    // The same query over the connection of this very transaction.
    return (Object.create(prepared, { client: { value: session.client } }) as Prepared<R>).execute(values)
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

/** One row into one table. */
export function compiledInsert<T extends PgTable>(
  table: T,
): (db: Database, row: InferInsertModel<T>) => Promise<unknown> {
  const byShape = new Map<string, (db: Database, values: Record<string, unknown>) => Promise<unknown>>()
  return (db, row) => {
    const values = withoutUndefined(row as Record<string, unknown>)
    const shape = shapeOf(values)
    let insert = byShape.get(shape)
    if (!insert) {
      insert = compiled((any) => any.insert(table).values(places(values) as InferInsertModel<T>))
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
      update = compiled((any) =>
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
