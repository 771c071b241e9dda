// Sends finished spans to a collector, OTLP over HTTP as JSON: in batches, from a queue with an end, and never in anybody's way.
import "server-only"
import { setTimeout as pause } from "node:timers/promises"
import { type FinishedSpan, otlpBody, type Resource } from "./otlp-body"

export type TelemetrySettings = { url: string; headers: Record<string, string>; serviceName: string }

export type SpanExporter = {
  add(span: FinishedSpan): void
  counts(): { exported: number; dropped: number }
  /** Sends what is left, as far as that goes in a moment. */
  stop(): Promise<void>
}

const MOST_WAITING = 2_048
const BATCH = 256
const LINGER_MS = 1_000
const ANSWER_MS = 10_000
const LAST_MS = 1_500
const TRIES = 4
const FIRST_PAUSE_MS = 500
/** The collector's word that the same batch may be welcome later. */
const AGAIN = new Set([429, 502, 503, 504])

export function createSpanExporter(
  { url, headers, serviceName }: TelemetrySettings,
  { version, onError }: { version: string; onError(error: unknown): void },
): SpanExporter {
  const resource: Resource = { serviceName, version, instance: crypto.randomUUID() }
  const halt = new AbortController()
  const counts = { exported: 0, dropped: 0 }
  let waiting: FinishedSpan[] = []
  let lingering: NodeJS.Timeout | null = null
  let sending: Promise<void> | null = null
  let failing = false

  function add(span: FinishedSpan): void {
    if (waiting.length >= MOST_WAITING || halt.signal.aborted) {
      counts.dropped++
      return
    }
    waiting.push(span)
    if (waiting.length >= BATCH) sendNow()
    else lingering ??= setTimeout(sendNow, LINGER_MS).unref()
  }

  function sendNow(): void {
    if (lingering) clearTimeout(lingering)
    lingering = null
    sending ??= sendAll().finally(() => {
      sending = null
    })
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      waiting = waiting.slice(BATCH)
      const sent = await sendBatch(batch)
      counts[sent ? "exported" : "dropped"] += batch.length
    }
  }

  async function sendBatch(batch: FinishedSpan[]): Promise<boolean> {
    const body = JSON.stringify(otlpBody(resource, batch))
    for (let tries = 1; ; tries++) {
      const failure = await post(body)
      if (!failure) {
        failing = false
        return true
      }
      // Said once: a collector that is away would otherwise fill the log.
      if (!failing) onError(failure.error)
      failing = true
      if (!failure.again || tries >= TRIES || halt.signal.aborted) return false
      await pause(FIRST_PAUSE_MS * 2 ** (tries - 1), undefined, { signal: halt.signal, ref: false }).catch(() => {})
    }
  }

  async function post(body: string): Promise<{ error: unknown; again: boolean } | null> {
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body,
        signal: AbortSignal.any([halt.signal, AbortSignal.timeout(ANSWER_MS)]),
      })
      await answer.body?.cancel()
      if (answer.ok) return null
      return { error: new Error(`the collector answered ${answer.status}`), again: AGAIN.has(answer.status) }
    } catch (error) {
      return { error, again: true }
    }
  }

  return {
    add,
    counts: () => ({ ...counts }),
    stop: async () => {
      const late = setTimeout(() => halt.abort(), LAST_MS)
      sendNow()
      await sending
      clearTimeout(late)
      halt.abort()
    },
  }
}
