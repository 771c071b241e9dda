// A server-sent event stream that waits for its reader, cuts one that is far behind, and ends when it must.
import "server-only"
import type { Runtime } from "@/lib/server/runtime/runtime"
import { trackStream } from "@/lib/server/session/open-streams"
import type { Principal } from "@/lib/server/session/principal"

const HIGH_WATER = 64 * 1024
export const MAX_BEHIND_BYTES = 1024 * 1024
const COMMENT_MS = 15_000
/** So many comments in a row that a reader took nothing: it is gone, or might as well be. */
const STALLED_BEATS = 4

export type SseStream = {
  /** Sends one event; `id` is what the reader resumes from, `name` is `message` unless told. */
  send(data: unknown, options?: { id?: number; name?: string }): void
  /** Resolves when the reader has caught up with what was sent, or is gone. */
  room(): Promise<void>
  close(): void
  readonly open: boolean
}

/** `follow` starts sending and returns what is to be undone when the stream ends. */
export function sseAnswer(
  call: { runtime: Runtime; principal: Principal; request: Request },
  follow: (stream: SseStream) => () => void,
): Response {
  const encoder = new TextEncoder()
  let controller!: ReadableStreamDefaultController<Uint8Array>
  let open = true
  let beats = 0
  let waiting: (() => void)[] = []
  let undo: (() => void)[] = []

  const release = () => {
    const ready = waiting
    waiting = []
    for (const resume of ready) resume()
  }
  const end = (finish: () => void) => {
    if (!open) return
    open = false
    for (const step of undo) step()
    undo = []
    release()
    finish()
  }
  const write = (text: string) => {
    if (!open) return
    controller.enqueue(encoder.encode(text))
    const behind = HIGH_WATER - (controller.desiredSize ?? 0)
    // An error drops what is queued: closing would keep it in memory for a reader that may never read.
    if (behind > MAX_BEHIND_BYTES) cut()
  }
  const cut = () => end(() => controller.error(new DOMException("too far behind", "AbortError")))
  const stream: SseStream = {
    send: (data, { id, name } = {}) =>
      write(
        `${id === undefined ? "" : `id: ${id}\n`}${name ? `event: ${name}\n` : ""}data: ${JSON.stringify(data)}\n\n`,
      ),
    room: () =>
      !open || (controller.desiredSize ?? 0) > 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push(resolve)
          }),
    close: () => end(() => controller.close()),
    get open() {
      return open
    },
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start: (given) => {
        controller = given
      },
      pull: () => {
        beats = 0
        release()
      },
      cancel: () => end(() => {}),
    },
    { highWaterMark: HIGH_WATER, size: (chunk) => chunk!.byteLength },
  )
  const beat = setInterval(() => {
    if ((controller.desiredSize ?? 0) > 0) write(":\n\n")
    else if (++beats >= STALLED_BEATS) cut()
  }, COMMENT_MS)
  undo.push(
    () => clearInterval(beat),
    trackStream(call.runtime, call.principal, stream.close),
    call.runtime.onStop(stream.close),
  )
  call.request.signal.addEventListener("abort", stream.close, { once: true })
  // The first bytes tell the browser at once that the stream stands.
  write("retry: 1000\n\n")
  undo.push(follow(stream))
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-cache, no-transform",
      "X-Accel-Buffering": "no",
    },
  })
}
