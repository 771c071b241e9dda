// Numbered SQL migrations, run at start under a lock, the same on both databases, while older processes go on working.
import "server-only"
import fs from "node:fs"
import path from "node:path"
import { AppError } from "@/lib/core/errors"
import type { Engine, TransactionHandle } from "./database"
import { sqlState } from "./store"

/** One arbitrary, fixed number: whoever migrates this product holds this lock. */
const LOCK = 4_180_418
const FOLDER = path.join("lib", "server", "db", "migrations")
/** A migration that begins so does more than add: a process that does not know it must not work on the store. */
const BREAKS = /^-- breaks older processes\b/
/** Others work on these tables meanwhile: whoever loses a race for a lock lets them through and tries again. */
const RACED = new Set(["40P01", "55P03"])
const MAX_TRIES = 20

export async function migrate(engine: Engine, root: string = process.cwd()): Promise<string[]> {
  const folder = path.join(root, FOLDER)
  const files = fs
    .readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort()
  for (let tries = 1; ; tries++) {
    try {
      return await engine.transact((handle) => runMissing(handle, engine.kind, folder, files))
    } catch (error) {
      if (tries >= MAX_TRIES || !RACED.has(sqlState(error) ?? "")) throw error
    }
  }
}

async function runMissing(
  { executeSql }: TransactionHandle,
  kind: Engine["kind"],
  folder: string,
  files: readonly string[],
): Promise<string[]> {
  if (kind === "postgres") {
    await executeSql("select pg_advisory_xact_lock($1)", [LOCK])
    // A statement that waits for a table holds up everybody who comes after it.
    await executeSql("set local lock_timeout = '3s'", [])
  }
  const done = await doneBefore(executeSql)
  const unknown = [...done].find(([name, breaks]) => breaks && !files.includes(name))
  if (unknown)
    throw new AppError(
      "conflict",
      `The store was changed by a newer version of Countersign (${unknown[0]}) in a way this version cannot work with: start the newer version, or restore a backup from before.`,
    )
  const missing = files.filter((file) => !done.has(file))
  for (const file of missing) {
    const text = fs.readFileSync(path.join(folder, file), "utf8")
    for (const statement of statements(text)) await executeSql(statement, [])
    await executeSql("insert into migrations (name, breaks_older) values ($1, $2)", [file, BREAKS.test(text)])
  }
  return missing
}

/** Each migration that was run, and whether it breaks those who do not know it. */
async function doneBefore(executeSql: TransactionHandle["executeSql"]): Promise<Map<string, boolean>> {
  await executeSql(
    "create table if not exists migrations (name text primary key, run_at timestamptz not null default now())",
    [],
  )
  const columns = await executeSql(
    "select 1 from information_schema.columns where table_name = 'migrations' and column_name = 'breaks_older'",
    [],
  )
  if (columns.rows.length === 0)
    await executeSql("alter table migrations add column breaks_older boolean not null default false", [])
  const { rows } = await executeSql("select name, breaks_older from migrations", [])
  return new Map(rows.map((row) => [String(row.name), row.breaks_older === true]))
}

/** Our migrations are plain DDL: a semicolon at a line's end closes a statement. */
function statements(text: string): string[] {
  return text
    .replace(/^--.*$/gm, "")
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean)
}
