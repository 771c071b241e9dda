// The doors without a house: a real embedded store, the live tail, and nobody who runs agents.

import { PROTOCOLS } from "@/lib/core/protocols"
import { openEmbedded } from "@/lib/server/db/embedded"
import { migrate } from "@/lib/server/db/migrate"
import { createStore } from "@/lib/server/db/store"
import { parseEnv } from "@/lib/server/env"
import { createEventBus } from "@/lib/server/event-log/event-bus"
import { setRuntime } from "@/lib/server/runtime/get-runtime"
import { createMeters } from "@/lib/server/runtime/meters"
import type { Runtime } from "@/lib/server/runtime/runtime"
import { makeTempDir, removeDir } from "./temp-dir"
import { sharedTemplate } from "./test-runtime"

export const OPERATOR_TOKEN = "the-operators-own-token"
export const ORIGIN = "http://127.0.0.1:4180"

export type DoorRuntime = Runtime & { close(): Promise<void> }

export async function openDoorRuntime(variables: Record<string, string> = {}): Promise<DoorRuntime> {
  const dataDir = await makeTempDir("doors")
  const env = parseEnv({ COUNTERSIGN_DATA: dataDir, COUNTERSIGN_TOKEN: OPERATOR_TOKEN, ...variables }, "/")
  const engine = await openEmbedded(dataDir, await sharedTemplate())
  await migrate(engine)
  const store = createStore(engine)
  const bus = createEventBus()
  store.onCommitted = (events) => bus.publishEvents(events)
  const stops = new Set<() => void>()
  const runtime = {
    env,
    store,
    bus,
    protocols: PROTOCOLS,
    facts: {
      version: "0.0.0",
      build: "0",
      store: "embedded",
      model: "rehearsal",
      model_id: "rehearsal",
      sandbox: true,
    },
    interrupt: () => {},
    problems: () => engine.problems(),
    onStop: (run: () => void) => {
      stops.add(run)
      return () => stops.delete(run)
    },
    stopping: false,
    meters: createMeters(),
    endStreams: () => {
      for (const run of stops) run()
    },
    stop: async () => {
      for (const run of stops) run()
    },
    close: async () => {
      for (const run of stops) run()
      await store.close()
      await removeDir(dataDir)
    },
  } as unknown as DoorRuntime
  setRuntime(Promise.resolve(runtime))
  return runtime
}
