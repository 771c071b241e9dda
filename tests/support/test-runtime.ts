// A whole server runtime for tests, on either store, and its timeline to read and wait for.
import { createHash } from "node:crypto"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { performance } from "node:perf_hooks"
import type { Event } from "@/lib/core/event"
import { createTemplate } from "@/lib/server/db/template"
import { parseEnv } from "@/lib/server/env"
import { listEvents } from "@/lib/server/queries/list-events"
import { type Runtime, type RuntimeOptions, startRuntime } from "@/lib/server/runtime/runtime"
import { createDatabase } from "./postgres"
import { makeTempDir, removeDir } from "./temp-dir"

export type StoreKind = "embedded" | "postgres"
export const STORES: readonly StoreKind[] = ["embedded", "postgres"]

export type TestRuntime = {
  runtime: Runtime
  dataDir: string
  databaseUrl: string | null
  /** Stops the runtime and starts another on the same store, as a restart does; with other settings where given. */
  restart(settings?: Record<string, string>): Promise<void>
  close(): Promise<void>
}

export async function openTestRuntime(
  kind: StoreKind,
  { variables: given, ...options }: RuntimeOptions & { variables?: Record<string, string> } = {},
): Promise<TestRuntime> {
  const dataDir = await makeTempDir("runtime")
  const databaseUrl = kind === "postgres" ? await createDatabase() : null
  const variables = { COUNTERSIGN_DATA: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), ...given }
  const template = kind === "embedded" ? await sharedTemplate() : null
  const slow: string[] = []
  const start = async (settings: Record<string, string> = {}) => {
    const env = parseEnv({ ...variables, ...settings }, "/")
    const runtime = await startRuntime(env, { retry: FAST_RETRY, ...options, template })
    if (kind === "embedded") timeTransactions(runtime, slow)
    return runtime
  }
  const test: TestRuntime = {
    runtime: await start(),
    dataDir,
    databaseUrl,
    restart: async (settings) => {
      await test.runtime.stop()
      test.runtime = await start(settings)
    },
    close: async () => {
      await test.runtime.stop()
      await removeDir(dataDir)
      if (slow.length > 0) throw new Error(`a transaction awaited something else than the database: ${slow.join("; ")}`)
    },
  }
  return test
}

/** The embedded store has one connection: whatever a transaction waits for, everybody else waits for too. */
const LONGEST_WAIT_MS = 2_000

/** The engine works on this very thread, slow disk or not: while a transaction is open, idle time is time spent on something else. */
const idleMs = () => performance.eventLoopUtilization().idle

function timeTransactions({ store: { engine } }: Runtime, slow: string[]): void {
  const transact: typeof engine.transact = engine.transact
  engine.transact = (work) =>
    transact(async (handle) => {
      const before = idleMs()
      const where = new Error().stack
      try {
        return await work(handle)
      } finally {
        const ms = Math.round(idleMs() - before)
        if (ms > LONGEST_WAIT_MS) slow.push(`${ms} ms ${where}`)
      }
    })
}

const FAST_RETRY = { baseMs: 20, capMs: 100, attempts: 4 }

export async function allEvents(runtime: Runtime, team: string): Promise<Event[]> {
  const all: Event[] = []
  for (let after: string | undefined; ; ) {
    const { events, next } = await listEvents(runtime, team, { after, limit: 1_000 })
    all.push(...events)
    if (next === null) return all
    after = next
  }
}

/** Resolves with the first event that fits, whether it has happened or is yet to come. */
export async function waitForEvent(
  runtime: Runtime,
  team: string,
  what: string,
  fits: (event: Event) => boolean,
  within = 15_000,
): Promise<Event> {
  let stop = () => {}
  try {
    return await new Promise<Event>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`waited ${within} ms, but this never happened: ${what}`)), within)
      const unsubscribe = runtime.bus.subscribe(team, (signal) => {
        if (signal.kind === "event" && fits(signal.event)) resolve(signal.event)
      })
      stop = () => {
        clearTimeout(timer)
        unsubscribe()
      }
      allEvents(runtime, team).then((events) => {
        const found = events.find(fits)
        if (found) resolve(found)
      }, reject)
    })
  } finally {
    stop()
  }
}

/** PGlite's first init takes seconds: one prepared directory for each version of the migrations serves all tests. */
let template: Promise<string> | null = null
export function sharedTemplate(): Promise<string> {
  template ??= makeTemplate()
  return template
}

async function makeTemplate(): Promise<string> {
  const folder = path.resolve("lib/server/db/migrations")
  const hash = createHash("sha256")
  for (const file of fs.readdirSync(folder).sort()) hash.update(fs.readFileSync(path.join(folder, file)))
  const directory = path.join(os.tmpdir(), `countersign-template-${hash.digest("hex").slice(0, 16)}`)
  if (fs.existsSync(directory)) return directory
  const mine = `${directory}.${process.pid}`
  await createTemplate(mine)
  try {
    fs.renameSync(mine, directory)
  } catch (error) {
    // Another test process was faster; its copy is as good.
    if (!fs.existsSync(directory)) throw error
    fs.rmSync(mine, { recursive: true, force: true })
  }
  return directory
}
