// How starting and reading change with history: an empty store against one with a million events and ten thousand agents.

import type { ServerProcess } from "@/tests/support/server-process"
import { makeTempDir, removeDir } from "@/tests/support/temp-dir"
import { type Figure, figure, times } from "./figure"
import { memoryOf, openServer, prepareBuild, sessionCookie, timePage } from "./real-server"
import type { Section } from "./section"
import { type SeededTeam, seedEmbedded } from "./seed-store"
import { percentile } from "./statistics"

const SECTION = "history"
const OTHERS = 20

export const history: Section = async ({ short }) => {
  const events = short ? 20_000 : 1_000_000
  const agents = short ? 200 : 10_000
  // The same teams and the same plans that wait in both stores: what differs is the history, and who has ever been there.
  const store = (length: number, bearers: number): SeededTeam[] => [
    { name: "Measured", agents: 10, events: length / 2, waiting: 2 },
    ...Array.from({ length: OTHERS }, (_, index) => ({
      name: `Other ${index + 1}`,
      agents: Math.floor(bearers / OTHERS),
      events: Math.floor(length / 2 / OTHERS),
      waiting: 2,
    })),
  ]
  await prepareBuild()
  const figures = await firstStart()
  const small = await measure("2,000 events, 200 agents", store(2_000, 200), short)
  const big = await measure(`${many(events)} events, ${many(agents)} agents`, store(events, agents), short, 2_000)
  figures.push(...small.figures, ...big.figures)
  for (const [page, median] of big.medians)
    figures.push(
      figure(SECTION, median / small.medians.get(page)!, "×", {
        what: `${page}: its cost with the long history against the short one`,
      }),
    )
  return { figures }
}

const many = (count: number): string => count.toLocaleString("en-GB")

/** As a person meets it: nothing is there yet but the build. */
async function firstStart(): Promise<Figure[]> {
  const from = performance.now()
  const fresh = await openServer()
  try {
    const page = await timeFirstPage(fresh)
    const toPage = performance.now() - from
    const memory = memoryOf(fresh.pid)
    return [
      figure(SECTION, toPage, "ms", { what: "empty, first start: to the first page", target: { most: 3_000 } }),
      figure(SECTION, page, "ms", { what: "empty, first start: the first page itself", limit: "loopback" }),
      ...(memory
        ? [
            figure(SECTION, memory.nowMb, "MB", { what: "empty, first start: resident", target: { most: 450 } }),
            figure(SECTION, memory.peakMb, "MB", { what: "empty, first start: resident at most so far" }),
          ]
        : []),
    ]
  } finally {
    await fresh.close()
  }
}

async function timeFirstPage(server: ServerProcess): Promise<number> {
  const cookie = await sessionCookie(server)
  return timePage(server, cookie, "/")
}

async function measure(what: string, teams: readonly SeededTeam[], short: boolean, most?: number) {
  const dataDir = await makeTempDir("history")
  const figures: Figure[] = []
  const medians = new Map<string, number>()
  try {
    const [team] = await seedEmbedded(dataDir, teams)
    const from = performance.now()
    const server = await openServer({ dataDir })
    try {
      await timeFirstPage(server)
      figures.push(
        figure(SECTION, performance.now() - from, "ms", {
          what: `${what}: start to the first page`,
          ...(most === undefined ? {} : { target: { most } }),
        }),
      )
      const cookie = await sessionCookie(server)
      const pages = { home: "/", queue: "/queue", team: `/teams/${team}`, timeline: `/teams/${team}/timeline` }
      for (const [name, path] of Object.entries(pages)) {
        const samples: number[] = []
        for (let ask = 0; ask < (short ? 6 : 30); ask++) samples.push(await timePage(server, cookie, path))
        // The first ones load code.
        const warm = samples.slice(3)
        medians.set(`page ${name}`, percentile(warm, 0.5))
        figures.push(...times(SECTION, `${what}: page ${name}`, warm, { limit: "loopback", show: ["p50", "p95"] }))
      }
    } finally {
      await server.close()
    }
  } finally {
    await removeDir(dataDir)
  }
  return { figures, medians }
}
