// One stream for all tabs of a browser: the tab that holds the lock reads it and tells the others. HTTP/1.1 allows six
// connections to one origin, so ten tabs with a stream each would hang.
import { type FeedState, onRetry, reportFeed } from "./connection"
import { StreamRefused } from "./read-stream"

export type FeedRun<T> = { signal: AbortSignal; onOpen(): void; onItems(items: T[]): void; onBeat(): void }

export type FeedOptions<T> = {
  /** Names the lock, the channel and the state of this feed. */
  name: string
  connect(run: FeedRun<T>): Promise<void>
  /** New items, read here or heard from the leading tab. */
  onItems(items: T[], leading: boolean): void
  /** How far the store is; followers compare theirs with the leader's. */
  cursor?(): number
  /** The leader is ahead of us: something was missed while nobody told us. */
  onBehind?(): void
  /** The line stands again after a loss, or for the first time. */
  onOpen?(): void
  /** Lets go of the stream while the tab is out of sight, so that tabs in sight have connections to use. */
  onlyInSight?: boolean
}

type Said<T> =
  | { kind: "hello" }
  | { kind: "items"; items: T[] }
  | { kind: "beat" }
  | { kind: "state"; state: FeedState; cursor: number }

/** Quiet for longer than the server's comments allow: the leading tab sleeps, and a tab in sight takes its place. */
const LEADER_SILENCE_MS = 45_000
const OUT_OF_SIGHT_MS = 30_000
const FIRST_PAUSE_MS = 400
const LONGEST_PAUSE_MS = 3_000

export function startSharedFeed<T>(options: FeedOptions<T>): () => void {
  const stopped = new AbortController()
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(options.name)
  const cursor = () => options.cursor?.() ?? 0
  let state: FeedState = { kind: "live" }
  let leading = false
  let heardAt = Date.now()

  const say = (said: Said<T>) => channel?.postMessage(said)
  const setState = (next: FeedState) => {
    state = next
    reportFeed(options.name, next)
    if (leading) say({ kind: "state", state: next, cursor: cursor() })
  }

  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<Said<T>>) => {
      if (leading) {
        if (data.kind === "hello") say({ kind: "state", state, cursor: cursor() })
        return
      }
      if (data.kind === "hello") return
      heardAt = Date.now()
      if (data.kind === "items") options.onItems(data.items, false)
      if (data.kind !== "state") return
      const back = state.kind !== "live" && data.state.kind === "live"
      setState(data.state)
      if (back) options.onOpen?.()
      if (data.cursor > cursor()) options.onBehind?.()
    }
    say({ kind: "hello" })
  }

  const lead = async (released: AbortSignal) => {
    leading = true
    const signal = AbortSignal.any([stopped.signal, released])
    let pause = FIRST_PAUSE_MS
    while (!signal.aborted) {
      const ending = new AbortController()
      const stopWaking = onWake(() => Date.now() - heardAt > 20_000 && ending.abort())
      try {
        await options.connect({
          signal: AbortSignal.any([signal, ending.signal]),
          onOpen: () => {
            pause = FIRST_PAUSE_MS
            setState({ kind: "live" })
            options.onOpen?.()
          },
          onItems: (items) => {
            options.onItems(items, true)
            say({ kind: "items", items })
          },
          onBeat: () => {
            heardAt = Date.now()
            say({ kind: "beat" })
          },
        })
      } catch (error) {
        if (error instanceof StreamRefused && error.status === 401) {
          setState({ kind: "signed-out" })
          await aborted(signal)
        }
      } finally {
        stopWaking()
      }
      if (signal.aborted) break
      setState({ kind: "lost", since: Date.now() })
      await restOrWake(pause + Math.random() * pause, signal)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
    leading = false
  }

  const follow = async () => {
    while (!stopped.signal.aborted) {
      await inSight(options.onlyInSight === true, stopped.signal)
      if (stopped.signal.aborted) return
      const released = outOfSight(options.onlyInSight === true, stopped.signal)
      const steal = await leadOnce(released, false)
      if (steal && !stopped.signal.aborted)
        await leadOnce(outOfSight(options.onlyInSight === true, stopped.signal), true)
    }
  }

  /** Waits for the lock and leads; true when the leader fell silent while we waited. */
  const leadOnce = async (released: AbortSignal, steal: boolean): Promise<boolean> => {
    // Plain http on another host than localhost has no locks: there every tab reads for itself.
    if (!navigator.locks || !channel) {
      await lead(released)
      return false
    }
    const silent = new AbortController()
    const watch = setInterval(() => {
      const inView = document.visibilityState === "visible"
      if (!leading && inView && Date.now() - heardAt > LEADER_SILENCE_MS) silent.abort()
    }, 5_000)
    try {
      const wait = steal ? { steal } : { signal: AbortSignal.any([released, stopped.signal, silent.signal]) }
      await navigator.locks.request(options.name, wait, () => lead(released))
      return false
    } catch {
      // Aborted while waiting, or the lock was taken from us by a tab that no longer heard us.
      leading = false
      heardAt = Date.now()
      return silent.signal.aborted
    } finally {
      clearInterval(watch)
    }
  }

  void follow()
  return () => {
    stopped.abort()
    channel?.close()
    reportFeed(options.name, null)
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener("abort", () => resolve(), { once: true })
  })

/** What may mean that the line can be had again: the network is back, the tab is looked at, a person asked. */
function onWake(listener: () => void): () => void {
  const seen = () => document.visibilityState === "visible" && listener()
  document.addEventListener("visibilitychange", seen)
  window.addEventListener("online", listener)
  const stop = onRetry(listener)
  return () => {
    document.removeEventListener("visibilitychange", seen)
    window.removeEventListener("online", listener)
    stop()
  }
}

function restOrWake(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stop()
      signal.removeEventListener("abort", done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    const stop = onWake(done)
    signal.addEventListener("abort", done, { once: true })
  })
}

async function inSight(matters: boolean, signal: AbortSignal): Promise<void> {
  while (matters && document.visibilityState !== "visible" && !signal.aborted) {
    await restOrWake(86_400_000, signal)
  }
}

/** Aborts once the tab has been out of sight for a while. */
function outOfSight(matters: boolean, stopped: AbortSignal): AbortSignal {
  const gone = new AbortController()
  if (!matters) return gone.signal
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    if (document.visibilityState !== "visible") timer = setTimeout(() => gone.abort(), OUT_OF_SIGHT_MS)
  }
  document.addEventListener("visibilitychange", look)
  const end = () => {
    clearTimeout(timer)
    document.removeEventListener("visibilitychange", look)
  }
  stopped.addEventListener("abort", end, { once: true })
  gone.signal.addEventListener("abort", end, { once: true })
  return gone.signal
}
