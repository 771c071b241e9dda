// Traces of this process, when a collector is named: turns by who runs them, waits for a decision by whoever ended them.
import "server-only"
import type { Event } from "@/lib/core/event"
import type { Env } from "@/lib/server/env"
import { createSpanExporter } from "@/lib/server/telemetry/otlp-exporter"
import { createTracer, NO_TRACER, type Tracer } from "@/lib/server/telemetry/tracer"
import type { Meter } from "./meters"

export type Telemetry = {
  tracer: Tracer
  observe(events: readonly Event[]): void
  read(): Meter[]
  stop(): Promise<void>
}

export function createTelemetry(env: Env, options: { version: string; onError(error: unknown): void }): Telemetry {
  if (!env.telemetry) return { tracer: NO_TRACER, observe: () => {}, read: () => [], stop: async () => {} }
  const exporter = createSpanExporter(env.telemetry, options)
  const tracer = createTracer(exporter.add)
  return {
    tracer,
    observe: (events) => {
      for (const event of events) if (event.type === "request.decided") recordWait(tracer, event)
    },
    read: () => [
      {
        name: "otlp_spans_total",
        help: "Spans sent to the collector, and dropped because it was away or too slow.",
        type: "counter",
        samples: Object.entries(exporter.counts()).map(([outcome, value]) => ({ labels: { outcome }, value })),
      },
    ],
    stop: exporter.stop,
  }
}

/** The process that wrote the decision tells of it, so each wait is one span however many processes there are. */
function recordWait(tracer: Tracer, { at, team, request_id, data }: Event): void {
  const { request_type, status, waited_ms, sender, resolution } = data as Record<string, unknown>
  const { reason, by } = (resolution ?? {}) as { reason?: string; by?: string }
  tracer.record(
    `await_decision ${request_type}`,
    { endMs: Date.parse(at), ms: Math.max(0, Number(waited_ms ?? 0)) },
    {
      attributes: {
        "gen_ai.agent.name": String(sender),
        "countersign.team": team,
        "countersign.request.id": request_id ?? undefined,
        "countersign.request.type": String(request_type),
        "countersign.request.status": String(status),
        "countersign.request.reason": reason,
        // Whether a person, a policy or the lead: not which person.
        "countersign.request.decided_by": by?.split(":")[0],
      },
    },
  )
}
