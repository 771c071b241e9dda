// Numbered SQL migrations, run at start under a lock, the same on both databases.
import "server-only"
import fs from "node:fs"
import path from "node:path"
import { sql } from "drizzle-orm"
import type { Engine } from "./database"

/** One arbitrary, fixed number: whoever migrates this product holds this lock. */
const LOCK = 4_180_418
const FOLDER = path.join("lib", "server", "db", "migrations")

export async function migrate(engine: Engine, root: string = process.cwd()): Promise<string[]> {
  const folder = path.join(root, FOLDER)
  const files = fs
    .readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort()
  return engine.transact(async ({ db, executeSql }) => {
    if (engine.kind === "postgres") await db.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    await executeSql(
      "create table if not exists migrations (name text primary key, run_at timestamptz not null default now())",
      [],
    )
    const done = new Set((await executeSql("select name from migrations", [])).rows.map((row) => String(row.name)))
    const run = files.filter((file) => !done.has(file))
    for (const file of run) {
      for (const statement of statements(fs.readFileSync(path.join(folder, file), "utf8")))
        await executeSql(statement, [])
      await executeSql("insert into migrations (name) values ($1)", [file])
    }
    return run
  })
}

/** Our migrations are plain DDL: a semicolon at a line's end closes a statement. */
function statements(text: string): string[] {
  return text
    .replace(/^--.*$/gm, "")
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean)
}
