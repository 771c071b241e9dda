// The timeline of one team as a live stream: history from the log in pages, then each event as it is committed.
import "server-only"
import type { Event } from "@/lib/core/event"
import { listEvents } from "@/lib/server/queries/list-events"
import type { Runtime } from "@/lib/server/runtime/runtime"
import { reportBug } from "./report-bug"
import type { SseStream } from "./sse"

const PAGE = 200

/**
 * Listens before it reads, so nothing falls between history and tail. A signal only says that there is more:
 * what does not follow directly on the last one sent is read from the log, which has no gaps.
 */
export function followEvents(runtime: Runtime, team: string, after: number, stream: SseStream): () => void {
  let last = after
  let newest = after
  let reading = false

  const send = (event: Event) => {
    stream.send(event, { id: event.seq })
    last = event.seq
  }
  const catchUp = async () => {
    if (reading) return
    reading = true
    try {
      for (let more = true; more && stream.open; ) {
        const { events } = await listEvents(runtime, team, { after: String(last), limit: PAGE })
        for (const event of events) {
          await stream.room()
          if (!stream.open) return
          send(event)
        }
        more = events.length === PAGE || (events.length > 0 && newest > last)
      }
    } catch (error) {
      reportBug(error, `stream of ${team}`)
      stream.close()
    } finally {
      reading = false
    }
    if (newest > last && stream.open) retry()
  }
  // The log is a moment behind the signal: look again shortly rather than spin.
  const retry = () => setTimeout(() => void catchUp(), 50).unref()

  const unsubscribe = runtime.bus.subscribe(team, (signal) => {
    if (signal.kind === "delta") {
      if (!reading) stream.send(signal.delta, { name: "delta" })
      return
    }
    newest = Math.max(newest, signal.event.seq)
    if (reading || signal.event.seq <= last) return
    if (signal.event.seq === last + 1) send(signal.event)
    else void catchUp()
  })
  void catchUp()
  return unsubscribe
}
