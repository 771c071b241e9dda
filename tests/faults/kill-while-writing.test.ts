// A process killed with -9 in the middle of writing, many times over: what it had acknowledged is all there afterwards.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { setTimeout as pause } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import type { RequestStatus } from "@/lib/core/request"
import { eventHash } from "@/lib/server/db/append-events"
import { messages, requests } from "@/lib/server/db/schema"
import { parseEnv } from "@/lib/server/env"
import { type Runtime, startRuntime } from "@/lib/server/runtime/runtime"
import type { Acknowledged } from "@/tests/support/acknowledged"
import { createDatabase } from "@/tests/support/postgres"
import { makeTempDir, removeDir } from "@/tests/support/temp-dir"
import { allEvents, STORES, type StoreKind, sharedTemplate } from "@/tests/support/test-runtime"

const KILLS = Number(process.env.FAULT_KILLS ?? 25)
/** A start takes two seconds where the machine is free, and several times that where it is not. */
const PATIENCE_MS = 60_000 + KILLS * 15_000
/** Killed after so many acknowledgements and a moment more, both by chance: between any two writes, and inside them. */
const MOST_LINES = 60
const LONGEST_MOMENT_MS = 8

type Promised = { team: string; messages: Set<string>; requests: Map<string, RequestStatus> }

describe.concurrent.each(STORES)("a process killed in the middle of writing to the %s store", (kind) => {
  it(
    `leaves everything it acknowledged, ${KILLS} times over, and the next start needs no repair`,
    async () => {
      const dataDir = await makeTempDir("killed")
      const variables = await variablesOf(kind, dataDir)
      const promised: Promised = { team: "", messages: new Set(), requests: new Map() }
      try {
        for (let kill = 0; kill < KILLS; kill++) await writeAndKill(variables, promised)
        const runtime = await startRuntime(parseEnv(variables, "/"), { idle: true })
        try {
          await expectKept(runtime, promised)
          await expectWhole(runtime, promised.team)
        } finally {
          await runtime.stop()
        }
      } finally {
        await removeDir(dataDir)
      }
    },
    PATIENCE_MS,
  )
})

async function variablesOf(kind: StoreKind, dataDir: string): Promise<Record<string, string>> {
  if (kind === "postgres") return { COUNTERSIGN_DATA: dataDir, DATABASE_URL: await createDatabase() }
  return { COUNTERSIGN_DATA: dataDir, TEMPLATE: await sharedTemplate() }
}

async function writeAndKill(variables: Record<string, string>, promised: Promised): Promise<void> {
  const { PATH, HOME, TMPDIR, NODE_ENV } = process.env
  const child = spawn(
    process.execPath,
    ["--conditions=react-server", "--import", "tsx", "tests/support/writer-process.ts"],
    { env: { PATH, HOME, TMPDIR, NODE_ENV, ...variables }, stdio: ["ignore", "pipe", "inherit"] },
  )
  const ended = once(child, "exit")
  const enough = 1 + Math.floor(Math.random() * MOST_LINES)
  let seen = 0
  for await (const line of createInterface({ input: child.stdout })) {
    remember(JSON.parse(line) as Acknowledged, promised)
    if (++seen === enough) void killSoon(child)
  }
  expect(await ended).toEqual([null, "SIGKILL"])
  expect(seen).toBeGreaterThanOrEqual(enough)
}

async function killSoon(child: ChildProcess): Promise<void> {
  await pause(Math.random() * LONGEST_MOMENT_MS)
  child.kill("SIGKILL")
}

function remember(line: Acknowledged, promised: Promised): void {
  if (line.kind === "request") promised.requests.set(line.id, line.status)
  else if (line.kind === "message") promised.messages.add(line.id)
  else promised.team = line.id
}

async function expectKept(runtime: Runtime, promised: Promised): Promise<void> {
  const kept = new Set((await runtime.store.read.select({ id: messages.id }).from(messages)).map((row) => row.id))
  expect([...promised.messages].filter((id) => !kept.has(id))).toEqual([])
  const rows = await runtime.store.read.select({ id: requests.id, status: requests.status }).from(requests)
  const stands = new Map(rows.map((row) => [row.id, row.status]))
  // A decision that was made but not yet told is no loss; one that was told must stand.
  const lost = [...promised.requests].filter(([id, told]) =>
    told === "pending" ? !stands.has(id) : stands.get(id) !== told,
  )
  expect(lost).toEqual([])
  expect(promised.messages.size).toBeGreaterThan(KILLS)
  expect(promised.requests.size).toBeGreaterThan(KILLS)
}

/** The log has no gap, no repeat and no broken link, and no request was decided twice. */
async function expectWhole(runtime: Runtime, team: string): Promise<void> {
  const events = await allEvents(runtime, team)
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
  const links = events.slice(0, -1).map((event) => eventHash(event))
  expect(events.slice(1).map((event) => event.prev)).toEqual(links)
  const decided = events.filter((event) => event.type === "request.decided").map((event) => event.request_id)
  expect(new Set(decided).size).toBe(decided.length)
}
