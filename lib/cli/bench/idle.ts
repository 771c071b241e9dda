// What teammates cost that do nothing: memory, processor and timers with 10 to 10,000 of them, against an empty server and a polling loop.

import { migrate } from "@/lib/server/db/migrate"
import { openPostgres } from "@/lib/server/db/postgres"
import { startPostgres } from "@/tests/support/postgres"
import { makeTempDir, removeDir } from "@/tests/support/temp-dir"
import { type Figure, figure } from "./figure"
import type { IdleProbe, IdleReading } from "./idle-probe"
import { runPart } from "./run-part"
import type { Section } from "./section"
import { seed, seedEmbedded } from "./seed-store"
import { percentile } from "./statistics"

const SECTION = "idle"

export const idle: Section = async ({ short }) => {
  const seconds = short ? 2 : 8
  const counts = short ? [10, 100] : [10, 100, 1_000, 10_000]
  const figures: Figure[] = []
  const repeats = short ? 1 : 3
  const empty = await steadied(repeats, () => embedded(0, seconds))
  figures.push(...rowsOf("embedded, empty server", empty, null))
  for (const count of counts) {
    const reading = await steadied(count === 10_000 ? repeats : 1, () => embedded(count, seconds))
    figures.push(
      ...rowsOf(`embedded, ${many(count)} idle and waiting`, reading, count === 10_000 ? empty : null, empty),
    )
  }
  const cluster = await startPostgres()
  try {
    const url = await cluster.createDatabase()
    const bare = await postgres(url, 0, seconds)
    const full = await postgres(url, counts.at(-1)!, seconds)
    figures.push(...rowsOf("PostgreSQL, empty server", bare, null))
    figures.push(...rowsOf(`PostgreSQL, ${many(counts.at(-1)!)} idle and waiting`, full, null, bare))
  } finally {
    await cluster.stop()
  }
  const nobody = await polling(0, seconds)
  for (const count of counts)
    figures.push(...rowsOf(`one-second polling stand-in, ${many(count)}`, await polling(count, seconds), null, nobody))
  return { figures }
}

/** Memory differs by tens of megabytes from start to start: the median of several. */
async function steadied(repeats: number, read: () => Promise<IdleReading>): Promise<IdleReading> {
  const readings: IdleReading[] = []
  for (let repeat = 0; repeat < repeats; repeat++) readings.push(await read())
  const median = (pick: (reading: IdleReading) => number) => percentile(readings.map(pick), 0.5)
  return {
    rssMb: median((reading) => reading.rssMb),
    cpuPercent: median((reading) => reading.cpuPercent),
    timers: median((reading) => reading.timers),
  }
}

const many = (count: number): string => count.toLocaleString("en-GB")

/** Against `held` the targets of 10,000 teammates stand; against `base` the difference is only shown. */
function rowsOf(
  what: string,
  reading: IdleReading,
  held: IdleReading | null,
  base: IdleReading | null = held,
): Figure[] {
  const memory = base ? reading.rssMb - base.rssMb : reading.rssMb
  const timers = base ? reading.timers - base.timers : reading.timers
  const more = base ? ", more than empty" : ""
  return [
    figure(SECTION, memory, "MB", { what: `${what}: memory${more}`, ...(held ? { target: { most: 50 } } : {}) }),
    figure(SECTION, reading.cpuPercent, "%", { what: `${what}: processor`, ...(held ? { target: { most: 1 } } : {}) }),
    figure(SECTION, timers, "", { what: `${what}: timers${more}`, ...(held ? { target: { most: 0 } } : {}) }),
  ]
}

async function embedded(count: number, seconds: number): Promise<IdleReading> {
  const dataDir = await makeTempDir("idle")
  try {
    await seedEmbedded(dataDir, teamsOf(count))
    return await probe({ kind: "embedded", dataDir, seconds, count })
  } finally {
    await removeDir(dataDir)
  }
}

async function postgres(databaseUrl: string, count: number, seconds: number): Promise<IdleReading> {
  const dataDir = await makeTempDir("idle")
  try {
    const engine = await openPostgres(databaseUrl)
    await migrate(engine)
    await seed(engine, teamsOf(count))
    await engine.close()
    return await probe({ kind: "postgres", dataDir, databaseUrl, seconds, count })
  } finally {
    await removeDir(dataDir)
  }
}

async function polling(count: number, seconds: number): Promise<IdleReading> {
  const dataDir = await makeTempDir("idle")
  try {
    return await probe({ kind: "polling", dataDir, seconds, count })
  } finally {
    await removeDir(dataDir)
  }
}

/** Half of them wait with a plan, half are idle; a hundred to a team. */
const teamsOf = (count: number) =>
  Array.from({ length: Math.ceil(count / 100) }, (_, index) => {
    const agents = Math.min(100, count - index * 100)
    return { name: `Idle ${index + 1}`, agents: agents + 1, events: agents * 10, waiting: Math.ceil(agents / 2) }
  })

const probe = (input: IdleProbe): Promise<IdleReading> =>
  runPart<IdleReading>("idle-probe", ["--with", JSON.stringify(input)], ["--expose-gc"])
