// The embedded engine: PGlite on disk, with commits that really reach it, and one process at a time.
import "server-only"
import fs from "node:fs"
import path from "node:path"
import { PGlite } from "@electric-sql/pglite"
import { databaseOver } from "./compiled"
import type { Engine, TransactionHandle } from "./database"
import { lockDirectory } from "./directory-lock"
import { assertRoom, assertRoomToStart, type FileWatch, roomProblem, watchFiles } from "./embedded-files"
import { createSpeaker, type InsideTransaction, type Parser, type Transport } from "./speaker"
import { readReply } from "./wire"

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
    const speaker = createSpeaker(embeddedLine(client))
    /** The one connection serves one transaction at a time; whatever is asked outside it waits. */
    const alone = async <T>(work: () => Promise<T>): Promise<T> => {
      await client._checkReady()
      return client._runExclusiveTransaction(work)
    }
    const inTransaction = <T>(begin: string, work: (inside: InsideTransaction) => Promise<T>): Promise<T> =>
      alone(() => speaker.transaction(begin, work))
    return {
      kind: "embedded",
      read: databaseOver({
        query: (text, values, options) => alone(() => speaker.query(text, values, options)),
        rows: (text, values) => alone(() => speaker.rows(text, values)),
      }),
      transact: async (work) => {
        assertRoom(directory)
        const result = await inTransaction("begin", (inside) => {
          const handle: TransactionHandle = {
            db: databaseOver(inside),
            at: new Date().toISOString(),
            executeLater: inside.later,
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
      snapshot: (work) => inTransaction("begin read only", (inside) => work(databaseOver(inside))),
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

/** The engine runs in this very call; what it hands over is a view into its memory, good only for the moment. */
const embeddedLine = (client: PGlite): Transport => ({
  exchange: async (bytes) => {
    const parts: Buffer[] = []
    await client.execProtocolRawStream(bytes, { syncToFs: false, onRawData: (data) => parts.push(Buffer.from(data)) })
    return readReply(parts.length === 1 ? parts[0]! : Buffer.concat(parts))
  },
  encode: (value, type) => {
    if (value === null || value === undefined) return null
    const serializer = type === undefined ? undefined : client.serializers[type]
    return serializer ? serializer(value) : String(value)
  },
  parserOf: (type) => client.parsers[type] as Parser | undefined,
})

/** A half-copied directory must never look like a database, so it gets its name only when complete. */
export async function copyWhole(from: string, to: string): Promise<void> {
  const partial = `${to}.copying`
  await fs.promises.rm(partial, { recursive: true, force: true })
  await copyTree(from, partial)
  await fs.promises.rename(partial, to)
}

/** A thousand small files, several at a time: one after the other they take half a second of a first start. */
async function copyTree(from: string, to: string): Promise<void> {
  await fs.promises.mkdir(to, { recursive: true, mode: 0o700 })
  const entries = await fs.promises.readdir(from, { withFileTypes: true })
  await Promise.all(
    entries.map((entry) => {
      const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
      if (entry.isDirectory()) return copyTree(source, target)
      if (entry.isFile()) return fs.promises.copyFile(source, target, fs.constants.COPYFILE_FICLONE)
      return fs.promises.cp(source, target, { recursive: true, verbatimSymlinks: true })
    }),
  )
}

async function commitsReachDisk(client: PGlite, files: FileWatch): Promise<boolean> {
  await client.exec("create table if not exists sync_probe (at timestamptz not null)")
  const before = files.syncs
  await client.exec("delete from sync_probe; insert into sync_probe values (now())")
  return files.syncs > before
}
