// Spans of what goes on, each below the one it belongs to; without a collector they cost nothing.
import "server-only"
import { randomBytes } from "node:crypto"
import type { Attributes, FinishedSpan } from "./otlp-body"

export type Span = {
  set(attributes: Attributes): void
  /** `error`: the kind of failure, never its words, which may hold what people wrote. */
  end(error?: string | null): void
  /** Whatever it starts stands below this span. */
  tracer: Tracer
}

export type SpanOptions = { kind?: FinishedSpan["kind"]; attributes?: Attributes }

export type Tracer = {
  start(name: string, options?: SpanOptions): Span
  /** A span of the past: it is over, and how long it took is known. */
  record(name: string, took: { endMs: number; ms: number }, options?: SpanOptions): void
}

const NO_SPAN: Span = {
  set: () => {},
  end: () => {},
  get tracer() {
    return NO_TRACER
  },
}
export const NO_TRACER: Tracer = { start: () => NO_SPAN, record: () => {} }

const hex = (bytes: number): string => randomBytes(bytes).toString("hex")

export function createTracer(
  add: (span: FinishedSpan) => void,
  parent: { traceId: string; spanId: string } | null = null,
): Tracer {
  const identity = () => ({ traceId: parent?.traceId ?? hex(16), spanId: hex(8), parentId: parent?.spanId ?? null })
  return {
    start: (name, { kind = "internal", attributes = {} } = {}) => {
      const own = identity()
      const startMs = Date.now()
      const began = performance.now()
      const all = { ...attributes }
      let over = false
      return {
        set: (more) => void Object.assign(all, more),
        end: (error = null) => {
          if (over) return
          over = true
          add({ ...own, name, kind, startMs, endMs: startMs + (performance.now() - began), attributes: all, error })
        },
        tracer: createTracer(add, own),
      }
    },
    record: (name, { endMs, ms }, { kind = "internal", attributes = {} } = {}) =>
      add({ ...identity(), name, kind, startMs: endMs - ms, endMs, attributes, error: null }),
  }
}

/** The kind of an error for `error.type`: a code where it has one, else its class. */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return "unknown"
  const { kind, status, code } = error as { kind?: unknown; status?: unknown; code?: unknown }
  if (typeof status === "number") return String(status)
  if (typeof kind === "string") return kind
  return typeof code === "string" ? code : error.name
}

/** Runs `work` within a span that ends with it, however it ends. */
export async function traced<T>(
  tracer: Tracer,
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = tracer.start(name, options)
  try {
    const result = await work(span)
    span.end()
    return result
  } catch (error) {
    span.end(errorKind(error))
    throw error
  }
}
