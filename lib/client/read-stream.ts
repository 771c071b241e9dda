// One connection to an event stream: frames as they come, a watchdog for silence, an error that tells refusal from loss.
import { createFrameReader, type SseFrame } from "./sse-frames"

/** The server says something at least every 15 s; twice that and a bit means that nobody is there. */
export const SILENCE_MS = 35_000

/** The server answered, and the answer is no. */
export class StreamRefused extends Error {
  constructor(readonly status: number) {
    super(`The stream was refused with ${status}.`)
    this.name = "StreamRefused"
  }
}

export type StreamRun = {
  signal: AbortSignal
  onOpen(): void
  onFrames(frames: SseFrame[]): void
  /** Anything was heard, a comment included. */
  onBeat(): void
}

/** Resolves when the server ends the stream, rejects when it is lost or refused. */
export async function readStream(url: string, run: StreamRun): Promise<void> {
  const silent = new AbortController()
  const signal = AbortSignal.any([run.signal, silent.signal])
  let watchdog = setTimeout(() => silent.abort(), SILENCE_MS)
  const heard = () => {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => silent.abort(), SILENCE_MS)
    run.onBeat()
  }
  try {
    const response = await fetch(url, { headers: { accept: "text/event-stream" }, cache: "no-store", signal })
    if (!response.ok || !response.body) throw new StreamRefused(response.status)
    run.onOpen()
    heard()
    const read = createFrameReader()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      heard()
      const frames = read(value)
      if (frames.length > 0) run.onFrames(frames)
    }
  } finally {
    clearTimeout(watchdog)
  }
}
