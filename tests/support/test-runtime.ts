// A whole server runtime for tests, on either store, with a scripted model behind the real SDK or with nobody who runs agents.
import { createHash } from "node:crypto"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import type { Event } from "@/lib/core/event"
import { NewTeam, type Team } from "@/lib/core/team"
import { createTemplate } from "@/lib/server/db/template"
import { parseEnv } from "@/lib/server/env"
import { AnthropicClient } from "@/lib/server/model/anthropic-client"
import { listEvents } from "@/lib/server/queries/list-events"
import { type Runtime, type RuntimeOptions, startRuntime } from "@/lib/server/runtime/runtime"
import { createTeam } from "@/lib/server/teams/create-team"
import { MessagesApi, type Scripts } from "./messages-api"
import { createDatabase } from "./postgres"
import { makeTempDir, removeDir } from "./temp-dir"

export type StoreKind = "embedded" | "postgres"
export const STORES: readonly StoreKind[] = ["embedded", "postgres"]

export type TestRuntime = {
  runtime: Runtime
  dataDir: string
  databaseUrl: string | null
  /** Stops the runtime and starts another on the same store, as a restart does. */
  restart(): Promise<void>
  close(): Promise<void>
}

export async function openTestRuntime(kind: StoreKind, options: RuntimeOptions = {}): Promise<TestRuntime> {
  const dataDir = await makeTempDir("runtime")
  const databaseUrl = kind === "postgres" ? await createDatabase() : null
  const variables = { COUNTERSIGN_DATA: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
  const env = parseEnv(variables, "/")
  const template = kind === "embedded" ? await sharedTemplate() : null
  const start = () => startRuntime(env, { retry: FAST_RETRY, ...options, template })
  const test: TestRuntime = {
    runtime: await start(),
    dataDir,
    databaseUrl,
    restart: async () => {
      await test.runtime.stop()
      test.runtime = await start()
    },
    close: async () => {
      await test.runtime.stop()
      await removeDir(dataDir)
    },
  }
  return test
}

export type ScriptedRuntime = TestRuntime & { api: MessagesApi; team: Team }

/** A team whose agents speak by script, through the real SDK and the real wire format. */
export async function openScriptedRuntime(
  kind: StoreKind,
  scripts: Scripts,
  options: RuntimeOptions & { team?: Partial<NewTeam>; idleMs?: number } = {},
): Promise<ScriptedRuntime> {
  const api = await MessagesApi.start(scripts)
  const client = new AnthropicClient({
    apiKey: "sk-test",
    authToken: null,
    baseURL: api.url,
    retries: 0,
    ...(options.idleMs ? { idleMs: options.idleMs } : {}),
  })
  const opened = await openTestRuntime(kind, { model: client, ...options })
  const team = await createTeam(opened.runtime, NewTeam.parse({ name: "Test team", ...options.team }), "human:operator")
  const close = opened.close
  return Object.assign(opened, {
    api,
    team,
    close: async () => {
      await close()
      await api.close()
    },
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
