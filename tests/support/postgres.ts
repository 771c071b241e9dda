// A real PostgreSQL for tests: a cluster of its own in a temporary folder, on a free loopback port, under another account when run by root.
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chmod, chown, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import pg from "pg"
import { freePort } from "./free-port"
import { type PostgresSource, postgresBinaries, unprivilegedAccount } from "./postgres-binaries"
import { makeTempDir, removeDir } from "./temp-dir"
import { waitFor } from "./wait-for"

export type PostgresCluster = {
  readonly port: number
  /** A fresh, empty database; the answer is its connection string. */
  createDatabase(): Promise<string>
  /** Ends the server; the data stays, so that `start` can bring it back. `immediate` is a crash. */
  halt(mode?: "fast" | "immediate"): Promise<void>
  start(): Promise<void>
  /** Ends the server and removes its folder. */
  stop(): Promise<void>
}

export const POSTGRES_DOOR = "COUNTERSIGN_TEST_POSTGRES_DOOR"

/** A fresh database in the one cluster of this vitest run; outside vitest start a cluster with `startPostgres`. */
export async function createDatabase(): Promise<string> {
  const door = process.env[POSTGRES_DOOR]
  if (!door) throw new Error("createDatabase() works inside a vitest run only; elsewhere use startPostgres().")
  const response = await fetch(door, { method: "POST" })
  const answer = await response.text()
  if (!response.ok) throw new Error(answer)
  return answer
}

export async function startPostgres(options: { source?: PostgresSource } = {}): Promise<PostgresCluster> {
  const home = await makeTempDir("postgres")
  try {
    return await startIn(home, options.source)
  } catch (error) {
    await removeDir(home)
    throw error
  }
}

async function startIn(home: string, source?: PostgresSource): Promise<PostgresCluster> {
  const account = unprivilegedAccount()
  if (account) await chown(home, account.uid, account.gid)
  await chmod(home, 0o755)
  const bin = await postgresBinaries(home, source)
  const data = join(home, "data")
  const password = randomBytes(16).toString("hex")
  const passwordFile = join(home, "password")
  await writeFile(passwordFile, password)
  if (account) await chown(passwordFile, account.uid, account.gid)
  const as = {
    ...account,
    cwd: home,
    env: { PATH: process.env.PATH ?? "", LC_ALL: "C.UTF-8", TZ: "UTC", NODE_ENV: "test" as const },
  }
  const initArgs = ["-D", data, "-U", "countersign", "--auth=password", `--pwfile=${passwordFile}`, "-E", "UTF8"]
  // Only the making of an empty cluster goes unsynced; the server itself runs with fsync on.
  await promisify(execFile)(join(bin, "initdb"), [...initArgs, "--no-sync"], as)

  const port = await freePort()
  const urlOf = (database: string) => `postgres://countersign:${password}@127.0.0.1:${port}/${database}`
  let server: ChildProcess | undefined
  let log = ""
  const killNow = () => server?.kill("SIGQUIT")

  const cluster: PostgresCluster = {
    port,
    async start() {
      const settings = {
        listen_addresses: "127.0.0.1",
        unix_socket_directories: "",
        fsync: "on",
        max_connections: "200",
        log_min_messages: "fatal",
      }
      const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])
      const child = spawn(join(bin, "postgres"), ["-D", data, "-p", String(port), ...flags], {
        ...as,
        stdio: ["ignore", "ignore", "pipe"],
      })
      server = child
      child.stderr.on("data", (chunk: Buffer) => {
        log = `${log}${chunk}`.slice(-4_000)
      })
      child.once("error", (error) => {
        log += String(error)
      })
      process.once("exit", killNow)
      await waitFor(
        "PostgreSQL accepts connections",
        async () => {
          if (child.exitCode !== null) return "ended" as const
          await query(urlOf("postgres"), "select 1")
          return "up" as const
        },
        { within: 30_000 },
      ).then((state) => {
        if (state === "ended") throw new Error(`PostgreSQL did not start: ${log}`)
      })
    },
    async createDatabase() {
      const name = `test_${randomBytes(6).toString("hex")}`
      await query(urlOf("postgres"), `create database ${name}`)
      return urlOf(name)
    },
    async halt(mode = "fast") {
      const child = server
      server = undefined
      process.removeListener("exit", killNow)
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once("exit", resolve))
      child.kill(mode === "fast" ? "SIGINT" : "SIGQUIT")
      await ended
    },
    async stop() {
      await cluster.halt("immediate")
      await removeDir(home)
    },
  }
  await cluster.start()
  return cluster
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
