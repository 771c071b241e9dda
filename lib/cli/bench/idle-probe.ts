// A process that holds so many teammates, waits, and reads what that costs it; nothing else runs in it.
import { setTimeout as sleep } from "node:timers/promises"
import { parseEnv } from "@/lib/server/env"
import { startRuntime } from "@/lib/server/runtime/runtime"
import { root } from "../project"
import { startPolling } from "./polling-stand-in"

export type IdleProbe = {
  kind: "embedded" | "postgres" | "polling"
  dataDir: string
  databaseUrl?: string
  count: number
  seconds: number
}
export type IdleReading = { rssMb: number; cpuPercent: number; timers: number }

const SETTLE_MS = 3_000

export async function idleProbe(input: IdleProbe): Promise<IdleReading> {
  const stop = input.kind === "polling" ? startPollingAll(input) : await startServerRuntime(input)
  await sleep(SETTLE_MS)
  globalThis.gc?.()
  const timers = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length
  const before = process.cpuUsage()
  const began = performance.now()
  // The one timer that is ours; it begins after the count.
  await sleep(input.seconds * 1_000)
  const { user, system } = process.cpuUsage(before)
  const cpuPercent = ((user + system) / 1_000 / (performance.now() - began)) * 100
  globalThis.gc?.()
  const rssMb = process.memoryUsage().rss / 1024 ** 2
  await stop()
  return { rssMb, cpuPercent, timers }
}

async function startServerRuntime(input: IdleProbe): Promise<() => Promise<void>> {
  const variables: Record<string, string> = { COUNTERSIGN_DATA: input.dataDir }
  if (input.databaseUrl) variables.DATABASE_URL = input.databaseUrl
  const runtime = await startRuntime(parseEnv(variables, root))
  return () => runtime.stop()
}

function startPollingAll(input: IdleProbe): () => Promise<void> {
  const all = Array.from({ length: input.count }, (_, index) =>
    startPolling(input.dataDir, `mate-${index + 1}`, async () => {}),
  )
  return async () => {
    for (const teammate of all) teammate.stop()
    await Promise.all(all.map((teammate) => teammate.done))
  }
}
