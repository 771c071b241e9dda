// `npm run restore -- <folder>`: puts a backup in the store's place; what was there is kept beside it.
import { existsSync } from "node:fs"
import { mkdir, rename } from "node:fs/promises"
import { join, resolve } from "node:path"
import { AppError } from "@/lib/core/errors"
import { lockDirectory } from "@/lib/server/db/directory-lock"
import { copyWhole } from "@/lib/server/db/embedded"
import { parseEnv } from "@/lib/server/env"
import { failureSentence } from "./failure-sentence"

export async function run([source]: string[]): Promise<void> {
  try {
    const env = parseEnv(process.env, process.cwd())
    if (env.databaseUrl)
      throw new AppError("invalid", "DATABASE_URL is set: restore PostgreSQL with pg_restore or psql.")
    if (!source) throw new AppError("invalid", "Say which backup to restore: npm run restore -- <folder>")
    const folder = resolve(source)
    if (!existsSync(join(folder, "PG_VERSION"))) throw new AppError("invalid", `${folder} is not a backup of a store.`)
    await mkdir(env.dataDir, { recursive: true, mode: 0o700 })
    const lock = await lockDirectory(env.dataDir)
    const store = join(env.dataDir, "db")
    // Copied whole before anything moves: a failure halfway leaves the present store where it is.
    const incoming = join(env.dataDir, "db.restoring")
    await copyWhole(folder, incoming)
    const kept = join(env.dataDir, `db.before-${new Date().toISOString().replace(/[:.]/g, "-")}`)
    if (existsSync(store)) await rename(store, kept)
    await rename(incoming, store)
    await lock.release()
    console.log(`Restored ${folder}.${existsSync(kept) ? ` What was there before is kept in ${kept}.` : ""}`)
    process.exit(0)
  } catch (error) {
    console.error(failureSentence(error))
    process.exit(1)
  }
}
