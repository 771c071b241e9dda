// What the server counts, in Prometheus' text form.
import "server-only"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { count, eq, sql } from "drizzle-orm"
import { agents, messages, requests, teams } from "@/lib/server/db/schema"
import type { Runtime } from "@/lib/server/runtime/runtime"
import { countStreams } from "@/lib/server/session/open-streams"
import { runtimeSlot } from "@/lib/server/session/runtime-slot"

type Sample = { labels?: Record<string, string>; value: number; suffix?: string }
type Metric = { name: string; type: "gauge" | "counter" | "summary" | "histogram"; help: string; samples: Sample[] }

export const METRICS_MEDIA = "text/plain; version=0.0.4; charset=utf-8"

export async function metricsText(runtime: Runtime): Promise<string> {
  const all = [...(await storeMetrics(runtime)), ...processMetrics(runtime), ...runtime.meters.read()]
  return all.map(written).join("")
}

const written = ({ name, type, help, samples }: Metric): string =>
  [
    `# HELP countersign_${name} ${help}`,
    `# TYPE countersign_${name} ${type}`,
    ...samples.map(({ labels, value, suffix = "" }) => `countersign_${name}${suffix}${writtenLabels(labels)} ${value}`),
    "",
  ].join("\n")

/** Values come from closed sets of our own words, so nothing in them needs escaping. */
const writtenLabels = (labels: Record<string, string> | undefined): string =>
  labels && Object.keys(labels).length > 0
    ? `{${Object.entries(labels)
        .map(([name, value]) => `${name}="${value}"`)
        .join(",")}}`
    : ""

async function storeMetrics({ store: { read } }: Runtime): Promise<Metric[]> {
  const byStatus = await read.select({ status: agents.status, n: count() }).from(agents).groupBy(agents.status)
  const open = await read
    .select({ type: requests.type, n: count() })
    .from(requests)
    .where(eq(requests.status, "pending"))
    .groupBy(requests.type)
  const [unread] = await read.select({ n: count() }).from(messages).where(sql`${messages.deliveredAt} is null`)
  const [sum] = await read
    .select({
      teams: count(),
      events: sql<number>`coalesce(sum(${teams.seq}), 0)::float8`,
      cost: sql<number>`coalesce(sum(${teams.costUsd}), 0)::float8`,
      input: sql<number>`coalesce(sum(${teams.inputTokens}), 0)::float8`,
      output: sql<number>`coalesce(sum(${teams.outputTokens}), 0)::float8`,
      cacheRead: sql<number>`coalesce(sum(${teams.cacheReadTokens}), 0)::float8`,
      cacheWrite: sql<number>`coalesce(sum(${teams.cacheWriteTokens}), 0)::float8`,
    })
    .from(teams)
  const tokens = { input: sum!.input, output: sum!.output, cache_read: sum!.cacheRead, cache_write: sum!.cacheWrite }
  return [
    gauge("teams", "Teams in the store.", sum!.teams),
    {
      name: "agents",
      type: "gauge",
      help: "Agents by status.",
      samples: byStatus.map(({ status, n }) => ({ labels: { status }, value: n })),
    },
    {
      name: "requests_pending",
      type: "gauge",
      help: "Requests that nobody has answered yet.",
      samples: open.map(({ type, n }) => ({ labels: { type }, value: n })),
    },
    gauge("messages_undelivered", "Messages that have not entered a turn.", unread!.n),
    { name: "events_total", type: "counter", help: "Events on all timelines.", samples: [{ value: sum!.events }] },
    { name: "cost_usd_total", type: "counter", help: "Estimated cost of all turns.", samples: [{ value: sum!.cost }] },
    {
      name: "tokens_total",
      type: "counter",
      help: "Tokens of all turns by kind.",
      samples: Object.entries(tokens).map(([kind, value]) => ({ labels: { kind }, value })),
    },
  ]
}

const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  type: "gauge",
  help,
  samples: [{ value }],
})

function processMetrics(runtime: Runtime): Metric[] {
  const delay = runtimeSlot(runtime, "event-loop-delay", () => {
    const histogram = monitorEventLoopDelay({ resolution: 20 })
    histogram.enable()
    return histogram
  })
  const cpu = process.cpuUsage()
  const lag = [0.5, 0.99].map((quantile) => ({
    labels: { quantile: String(quantile) },
    value: delay.percentile(quantile * 100) / 1e9,
  }))
  return [
    gauge("streams_open", "Event streams open in this process.", countStreams(runtime)),
    gauge("process_resident_bytes", "Resident memory of this process.", process.memoryUsage.rss()),
    gauge("process_uptime_seconds", "How long this process has run.", process.uptime()),
    {
      name: "process_cpu_seconds_total",
      type: "counter",
      help: "Processor time of this process.",
      samples: [{ value: (cpu.user + cpu.system) / 1e6 }],
    },
    { name: "event_loop_delay_seconds", type: "summary", help: "Delay of the event loop.", samples: lag },
  ]
}
