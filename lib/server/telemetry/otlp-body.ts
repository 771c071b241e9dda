// Spans as OTLP writes them in JSON: hexadecimal ids, times in nanoseconds as text, attributes by type.
import "server-only"

export type Attributes = Record<string, string | number | boolean | readonly string[] | undefined>

export type FinishedSpan = {
  traceId: string
  spanId: string
  parentId: string | null
  name: string
  kind: "internal" | "client"
  startMs: number
  endMs: number
  attributes: Attributes
  /** What kind of failure ended it; null when none did. */
  error: string | null
}

export type Resource = { serviceName: string; version: string; instance: string }

const KIND = { internal: 1, client: 3 } as const
const STATUS_UNSET = 0
const STATUS_ERROR = 2

export function otlpBody({ serviceName, version, instance }: Resource, spans: readonly FinishedSpan[]) {
  const about = { "service.name": serviceName, "service.version": version, "service.instance.id": instance }
  return {
    resourceSpans: [
      {
        resource: { attributes: attributes(about) },
        scopeSpans: [{ scope: { name: "countersign", version }, spans: spans.map(written) }],
      },
    ],
  }
}

const written = (span: FinishedSpan) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId ? { parentSpanId: span.parentId } : {}),
  name: span.name,
  kind: KIND[span.kind],
  startTimeUnixNano: nanoseconds(span.startMs),
  endTimeUnixNano: nanoseconds(span.endMs),
  attributes: attributes(span.error === null ? span.attributes : { ...span.attributes, "error.type": span.error }),
  status: { code: span.error === null ? STATUS_UNSET : STATUS_ERROR },
})

/** A millisecond with fractions has more digits in nanoseconds than a number holds. */
const nanoseconds = (ms: number): string =>
  (BigInt(Math.floor(ms)) * 1_000_000n + BigInt(Math.round((ms % 1) * 1e6))).toString()

const attributes = (given: Attributes) =>
  Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: typed(value) }]))

function typed(value: string | number | boolean | readonly string[]) {
  if (typeof value === "boolean") return { boolValue: value }
  if (typeof value === "number") return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  if (typeof value === "string") return { stringValue: value }
  return { arrayValue: { values: value.map((one) => ({ stringValue: one })) } }
}
