// The runtime: one object that holds the store, the live tail, the model, the sandbox and whoever runs agents.
import "server-only"
import type { ServerFacts } from "@/lib/core/page-views"
import { PROTOCOLS, type ProtocolTable } from "@/lib/core/protocols"
import type { AgentRuntime } from "@/lib/server/agents/agent-runtime"
import { runAgent } from "@/lib/server/agents/run-agent"
import { openEmbedded } from "@/lib/server/db/embedded"
import { migrate } from "@/lib/server/db/migrate"
import { openPostgres } from "@/lib/server/db/postgres"
import { createStore } from "@/lib/server/db/store"
import type { Env } from "@/lib/server/env"
import { createEventBus } from "@/lib/server/event-log/event-bus"
import { createOtherProcesses } from "@/lib/server/event-log/other-processes"
import { createModelClient } from "@/lib/server/model/create-model-client"
import type { ModelClient } from "@/lib/server/model/model-client"
import { probeSandbox, type Sandbox } from "@/lib/server/sandbox/probe-sandbox"
import { createInProcessWakeups } from "@/lib/server/wakeups/in-process"
import { createPgBossWakeups } from "@/lib/server/wakeups/pg-boss"
import { createPresence } from "@/lib/server/wakeups/presence"
import { createRunnerPool } from "@/lib/server/wakeups/runner-pool"
import type { Wakeups } from "@/lib/server/wakeups/wakeups"
import { createPostman } from "@/lib/server/webhooks/postman"
import { version } from "@/package.json"
import { servedBuild } from "./build-stamp"
import { createClock } from "./clock"
import { fireTimer, putOff, type Timer } from "./fire-timer"
import { log } from "./log"
import { logEvents } from "./log-events"
import { createMeters, type Meters } from "./meters"
import { createTelemetry } from "./telemetry"

export type Runtime = AgentRuntime & {
  /** What a person should know of: health says `degraded` when there is any. */
  problems(): string[]
  /** Runs when the server stops, before the store closes; streams end here. */
  onStop(run: () => void): () => void
  stopping: boolean
  meters: Meters
  /** Ends streams and whoever waits for something; the store stays open for what is being answered. */
  endStreams(): void
  stop(): Promise<void>
}

export type RuntimeOptions = {
  model?: ModelClient
  sandbox?: Sandbox
  protocols?: ProtocolTable
  retry?: AgentRuntime["retry"]
  compactAt?: number
  /** A data directory made at build time, copied at the first start. */
  template?: string | null
  /** Serve and decide, but run no agents: for tests of the store alone. */
  idle?: boolean
}

/** Well below the smallest window in use, so that the summary itself still fits. */
const COMPACT_AT = 140_000
const RETRY = { baseMs: 2_000, capMs: 300_000, attempts: 6 }

export async function startRuntime(env: Env, options: RuntimeOptions = {}): Promise<Runtime> {
  const sandbox = options.sandbox ?? (await probeSandbox())
  const engine = env.databaseUrl
    ? await openPostgres(env.databaseUrl)
    : await openEmbedded(env.dataDir, options.template ?? null)
  await migrate(engine)
  const store = createStore(engine)
  const bus = createEventBus()
  const stops = new Set<() => void>()
  const meters = createMeters()
  const postman = createPostman(store, { onError: (error) => log.error({ error }, "a webhook's delivery failed") })
  const telemetry = createTelemetry(env, {
    version,
    onError: (error) => log.warn({ error }, "traces could not be sent; turns go on without them"),
  })
  const facts: ServerFacts = {
    version,
    build: servedBuild(),
    store: store.kind,
    model: env.model.provider,
    model_id: env.model.id,
    sandbox: sandbox.kind !== "none",
  }
  const context: AgentRuntime = {
    env,
    store,
    bus: {
      ...bus,
      publishDelta: (delta) => {
        bus.publishDelta(delta)
        others?.shareDelta(delta)
      },
    },
    facts,
    protocols: options.protocols ?? PROTOCOLS,
    interrupt: (key, hard) => wakeups.interrupt(key, hard),
    model: meters.countErrors(options.model ?? createModelClient(env.model)),
    sandbox,
    tracer: telemetry.tracer,
    retry: options.retry ?? RETRY,
    compactAt: options.compactAt ?? COMPACT_AT,
  }
  const onError = (error: unknown) => log.error({ error }, "an agent's run failed outside its turn")
  const pool = createRunnerPool((key, hold, permit) => runAgent(context, key, hold, permit), {
    limit: env.agentsAtOnce,
    onError,
  })
  const others = env.databaseUrl
    ? createOtherProcesses(env.databaseUrl, store, bus, {
        onOrder: (key, hard) => pool.interrupt(key, hard),
        onJob: () => wakeups.look(),
        onError,
      })
    : null
  const wakeups: Wakeups =
    env.databaseUrl && others
      ? createPgBossWakeups(env.databaseUrl, store, pool, {
          onError,
          order: others.order,
          announce: others.announceJob,
          machine: env.machine,
          limit: env.agentsAtOnce,
        })
      : createInProcessWakeups(store, pool)
  const presence = env.databaseUrl ? createPresence(store, { machine: env.machine, onError }) : null
  const onTimerError = (error: unknown) => log.error({ error }, "a timer failed")
  const fire = (timer: Timer) =>
    fireTimer(context, timer).catch((error) => {
      onTimerError(error)
      return putOff(context, timer)
    })
  const clock = createClock(store, fire, { pollMs: store.kind === "postgres" ? 5_000 : null, onError: onTimerError })
  store.onCommitted = (events) => {
    others?.noteOwn(events)
    meters.observe(events)
    telemetry.observe(events)
    logEvents(events)
    bus.publishEvents(events)
  }
  store.onWake = (tx, key) => {
    tx.afterCommit(() => meters.noteWake(key))
    return wakeups.send(tx, key)
  }
  store.onTimer = clock.notice
  store.onDelivery = () => postman.notice()

  const runtime: Runtime = {
    ...context,
    problems: () => [...engine.problems(), ...(others?.problem() ? [others.problem()!] : [])],
    onStop: (run) => {
      stops.add(run)
      return () => stops.delete(run)
    },
    stopping: false,
    meters: { ...meters, read: () => [...meters.read(), ...telemetry.read()] },
    endStreams: () => {
      for (const run of stops) run()
    },
    stop: async () => {
      if (runtime.stopping) return
      runtime.stopping = true
      runtime.endStreams()
      await postman.stop()
      await clock.stop()
      await presence?.stop()
      await wakeups.stop()
      await others?.stop()
      await store.close()
      await telemetry.stop()
      log.info("stopped")
    },
  }
  await others?.start()
  await wakeups.open()
  if (!options.idle) {
    await presence?.start()
    await wakeups.start()
    await clock.start()
    await postman.start()
  }
  const { machine, agentsAtOnce } = env
  log.info({ ...facts, machine, agentsAtOnce, runs: !options.idle }, "started")
  return runtime
}
