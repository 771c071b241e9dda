// Hints over all teams: "something happened in this team". Pages that show many teams ask again when one arrives.
import { readStream } from "./read-stream"
import { startSharedFeed } from "./shared-feed"

/** `team: null` says that anything may have happened: the line was just made. */
export type Hint = { team: string | null; seq: number }

export const ANYTHING: Hint = { team: null, seq: 0 }

/** By hand: this runs on every page, and a schema library for two fields would be most of its weight. */
function hintOf(data: string): Hint | null {
  try {
    const said: unknown = JSON.parse(data)
    if (typeof said !== "object" || said === null || !("team" in said) || !("seq" in said)) return null
    return typeof said.team === "string" && typeof said.seq === "number" ? { team: said.team, seq: said.seq } : null
  } catch {
    return null
  }
}

function startHintFeed(onHints: (hints: Hint[], leading: boolean) => void): () => void {
  return startSharedFeed<Hint>({
    name: "countersign:hints",
    onItems: onHints,
    onOpen: () => onHints([ANYTHING], true),
    connect: (run) =>
      readStream("/api/stream", {
        ...run,
        onFrames: (frames) => {
          const hints = frames.flatMap((frame) => hintOf(frame.data) ?? [])
          if (hints.length > 0) run.onItems(hints)
        },
      }),
  })
}

/** `leading` is true in the one tab that reads the stream: what all tabs would ask, it can ask for them. */
export type HintListener = (hint: Hint, leading: boolean) => void

const listeners = new Set<HintListener>()
let stop: (() => void) | undefined

/** One line per tab at most, and none while nobody listens. */
export function subscribeToHints(listener: HintListener): () => void {
  listeners.add(listener)
  stop ??= startHintFeed((hints, leading) => {
    for (const hint of hints) for (const listen of listeners) listen(hint, leading)
  })
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = undefined
  }
}
