// Approval round trips a second: submit, decide, forward, resume, each step durable, sixteen teammates at once.
import type { Request } from "@/lib/core/request"
import { decideRequest } from "@/lib/server/requests/decide-request"
import { startPostgres } from "@/tests/support/postgres"
import { BY, newTeam, openRuntime, spawnAll } from "./bench-runtime"
import { type Figure, figure, type LimitName } from "./figure"
import { startModelServer } from "./model-server"
import { followPlans } from "./plan-rounds"
import type { Section } from "./section"

const SECTION = "roundtrips"
const AT_ONCE = 16
const WORKERS = [1, 2, 4]

export const roundtrips: Section = async ({ short }) => {
  const rounds = short ? 64 : 1_600
  const row = (what: string, rate: number, limit: LimitName, least?: number): Figure =>
    figure(SECTION, rate, "/s", { what, limit, ...(least === undefined ? {} : { target: { least } }) })
  const figures = [row("embedded", await measure({ rounds }), "commit embedded", 200)]
  const cluster = await startPostgres()
  try {
    const inProcess = await measure({ rounds, databaseUrl: await cluster.createDatabase() })
    figures.push(row("PostgreSQL, one process that decides and runs", inProcess, "commit PostgreSQL", 300))
    for (const workers of WORKERS) {
      const rate = await measure({ rounds, databaseUrl: await cluster.createDatabase(), workers })
      const what = `PostgreSQL, one process that decides, ${workers} worker${workers > 1 ? "s" : ""}`
      figures.push(row(what, rate, "commit PostgreSQL"))
    }
  } finally {
    await cluster.stop()
  }
  return { figures }
}

/** Sixteen teammates in one team, each deciding anew as soon as its next plan waits; a fresh team now and then keeps conversations short. */
async function measure(options: { rounds: number; databaseUrl?: string; workers?: number }): Promise<number> {
  const model = await startModelServer("plans")
  const workers = options.workers ?? 0
  const bench = await openRuntime({ modelUrl: model.url, databaseUrl: options.databaseUrl, idle: workers > 0 })
  try {
    for (let worker = 0; worker < workers; worker++) await bench.addWorker()
    const perTeam = Math.min(AT_ONCE * 10, options.rounds)
    let spent = 0
    let done = 0
    for (let part = 0; done < options.rounds; part++) {
      const team = await newTeam(bench.runtime, `Round trips ${part + 1}`)
      const took = await rounds(bench.runtime, team, perTeam)
      // The first team warms up what a running server has long warmed up.
      if (part === 0) continue
      spent += took
      done += perTeam
    }
    return (done / spent) * 1_000
  } finally {
    await bench.close()
    await model.close()
  }
}

/** Milliseconds for so many plans to be submitted, decided, forwarded, and their teammates heard again. */
async function rounds(runtime: Parameters<typeof spawnAll>[0], team: Parameters<typeof spawnAll>[1], count: number) {
  let decided = 0
  let resumed = 0
  let began = 0
  let finish = () => {}
  let fail: (error: unknown) => void = () => {}
  const finished = new Promise<void>((resolve, reject) => {
    finish = resolve
    fail = reject
  })
  const names = Array.from({ length: AT_ONCE }, (_, index) => `mate-${index + 1}`)
  const first: Request[] = []
  const decide = (request: Request) => {
    if (decided >= count) return
    decided++
    decideRequest(runtime, request.request_id, { approve: true, payload_sha256: request.payload_sha256 }, BY).catch(
      fail,
    )
  }
  const plans = followPlans(runtime, team.id, (request) => {
    if (began === 0) return void first.push(request)
    // A further plan means that its teammate was resumed and has gone the whole way round.
    resumed++
    if (resumed >= count) finish()
    else decide(request)
  })
  await spawnAll(runtime, team, names)
  await Promise.all(names.map((name) => plans.pending(name)))
  await plans.quiet(50)
  began = performance.now()
  for (const request of first) decide(request)
  await finished
  const took = performance.now() - began
  await plans.quiet(50)
  plans.stop()
  return took
}
