// A decision taken → the teammate's next model request leaves: in process, across processes, and beside it a one-second polling loop.
import { decideRequest } from "@/lib/server/requests/decide-request"
import { startPostgres } from "@/tests/support/postgres"
import { BY, newTeam, openRuntime, spawnAll } from "./bench-runtime"
import { type Figure, times } from "./figure"
import { steadyNow } from "./model-process"
import { startModelServer } from "./model-server"
import { followPlans } from "./plan-rounds"
import { pollingDecisions } from "./polling-stand-in"
import type { Section } from "./section"

const SECTION = "decisions"
/** A person decides long after the plan was written: nothing else is under way. */
const QUIET_MS = 12
const WARM_UP = 12

export const decisions: Section = async ({ short }) => {
  const samples = short ? 40 : 400
  const figures: Figure[] = []
  const embedded = await measure({ samples })
  figures.push(
    ...times(SECTION, "embedded, in process", embedded, { limit: "commit embedded", most: { p50: 3, p99: 10 } }),
  )
  const cluster = await startPostgres()
  try {
    const inProcess = await measure({ samples, databaseUrl: await cluster.createDatabase() })
    figures.push(...times(SECTION, "PostgreSQL, in process", inProcess, { limit: "commit PostgreSQL" }))
    const across = await measure({ samples, databaseUrl: await cluster.createDatabase(), across: true })
    figures.push(
      ...times(SECTION, "PostgreSQL, across processes", across, {
        limit: "commit PostgreSQL",
        most: { p50: 10, p99: 30 },
      }),
    )
  } finally {
    await cluster.stop()
  }
  const polling = await pollingDecisions(short ? 16 : 200)
  figures.push(...times(SECTION, "one-second polling stand-in, in process", polling, { limit: "loopback" }))
  return { figures }
}

async function measure(options: { samples: number; databaseUrl?: string; across?: boolean }): Promise<number[]> {
  const model = await startModelServer("plans")
  const bench = await openRuntime({
    modelUrl: model.url,
    databaseUrl: options.databaseUrl,
    idle: options.across ?? false,
  })
  const samples: number[] = []
  try {
    if (options.across) await bench.addWorker()
    // Few rounds each, so that the length of a conversation is that of a usual one.
    const names = Array.from({ length: 10 }, (_, index) => `mate-${index + 1}`)
    while (samples.length < options.samples + WARM_UP) {
      const team = await newTeam(bench.runtime, "Decisions")
      const plans = followPlans(bench.runtime, team.id)
      await spawnAll(bench.runtime, team, names)
      for (let round = 0; round < 5; round++) {
        for (const name of names) {
          const request = await plans.pending(name)
          await plans.quiet(QUIET_MS)
          const leaves = model.next(name)
          const taken = steadyNow()
          await decideRequest(
            bench.runtime,
            request.request_id,
            { approve: true, payload_sha256: request.payload_sha256 },
            BY,
          )
          samples.push((await leaves).at - taken)
        }
      }
      await Promise.all(names.map((name) => plans.pending(name)))
      await plans.quiet(QUIET_MS)
      plans.stop()
    }
  } finally {
    await bench.close()
    await model.close()
  }
  return samples.slice(WARM_UP, WARM_UP + options.samples)
}
