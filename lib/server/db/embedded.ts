// The embedded engine: PGlite on disk, with commits that really reach it, and one process at a time.
import "server-only"
import fs from "node:fs"
import path from "node:path"
import { PGlite } from "@electric-sql/pglite"
import { PgDatabase, PgDialect } from "drizzle-orm/pg-core"
import { PgliteSession } from "drizzle-orm/pglite"
import type { Connection } from "./connection"
import type { Database, Engine, TransactionHandle } from "./database"
import { lockDirectory } from "./directory-lock"
import { assertRoom, assertRoomToStart, type FileWatch, roomProblem, watchFiles } from "./embedded-files"
import { type PreparedClient, preparedClient } from "./prepared-statements"

/** One for all transactions: it remembers the names of columns. */
const DIALECT = new PgDialect()

const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  ...["-c", "fsync=on", "-c", "wal_sync_method=fsync", "-c", "synchronous_commit=on"],
  // The default of 128 MB is resident from the first moment; the system's own cache serves the pages beyond these.
  ...["-c", "shared_buffers=48MB"],
]

/** Of 16 MB each. */
const MOST_SEGMENTS = 16
const NOT_DURABLE = "Commits of the embedded database do not reach the disk: a power cut may lose the newest ones."

export async function openEmbedded(
  dataDir: string,
  template: string | null,
  mostSegments = MOST_SEGMENTS,
): Promise<Engine> {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockDirectory(dataDir)
  try {
    assertRoomToStart(dataDir)
    const directory = path.join(dataDir, "db")
    if (template && !fs.existsSync(directory)) await copyWhole(template, directory)
    const client = await PGlite.create({ dataDir: directory, startParams })
    // The folder around it may be one that others can look into.
    fs.chmodSync(directory, 0o700)
    const files = watchFiles(client)
    const durable = await commitsReachDisk(client, files)
    const prepared = preparedClient(client)
    // Drizzle asks no more of a client than its `query`.
    const over = (inside: Connection & Pick<PreparedClient, "query">): Database =>
      new PgDatabase(DIALECT, new PgliteSession(inside as unknown as PGlite, DIALECT, undefined), undefined)
    return {
      kind: "embedded",
      read: over(prepared),
      transact: async (work) => {
        assertRoom(directory)
        const result = await prepared.transaction("begin", (inside) => {
          const handle: TransactionHandle = {
            db: over(inside),
            at: new Date().toISOString(),
            executeSql: async (text, values) => ({
              rows: (await inside.query(text, values)).rows as Record<string, unknown>[],
            }),
          }
          return work(handle)
        })
        // The engine has no process beside it that would do this: its log would grow, and the next start with it.
        if (files.segments >= mostSegments) {
          files.segments = 0
          // The transaction is committed either way; one that fails is tried again after as many segments.
          client.exec("checkpoint").catch(() => {})
        }
        return result
      },
      snapshot: (work) => prepared.transaction("begin read only", (inside) => work(over(inside))),
      problems: () => [durable ? null : NOT_DURABLE, roomProblem(directory)].filter((problem) => problem !== null),
      backup: async (folder) => {
        await client.exec("checkpoint")
        // Inside a transaction the one connection is ours, so the files stand still until the copy is done.
        await client.transaction(async () => copyWhole(directory, folder))
      },
      close: async () => {
        await client.close()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** A half-copied directory must never look like a database, so it gets its name only when complete. */
export async function copyWhole(from: string, to: string): Promise<void> {
  const partial = `${to}.copying`
  await fs.promises.rm(partial, { recursive: true, force: true })
  await fs.promises.cp(from, partial, { recursive: true })
  await fs.promises.rename(partial, to)
}

async function commitsReachDisk(client: PGlite, files: FileWatch): Promise<boolean> {
  await client.exec("create table if not exists sync_probe (at timestamptz not null)")
  const before = files.syncs
  await client.exec("delete from sync_probe; insert into sync_probe values (now())")
  return files.syncs > before
}
