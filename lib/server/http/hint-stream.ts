// Hints for all teams: which one moved and how far, newest only, so a slow reader is never behind by more than one each.
import "server-only"
import type { Runtime } from "@/lib/server/runtime/runtime"
import type { SseStream } from "./sse"

export function followHints(runtime: Runtime, stream: SseStream): () => void {
  const moved = new Map<string, number>()
  let sending = false

  const flush = async () => {
    while (moved.size > 0 && stream.open) {
      await stream.room()
      const hints = [...moved]
      moved.clear()
      for (const [team, seq] of hints) stream.send({ team, seq })
    }
    sending = false
  }
  return runtime.bus.subscribe(null, (signal) => {
    if (signal.kind !== "event") return
    moved.set(signal.event.team, Math.max(signal.event.seq, moved.get(signal.event.team) ?? 0))
    if (sending) return
    sending = true
    // Events of one transaction arrive together: one hint for all of them.
    setImmediate(() => void flush())
  })
}
