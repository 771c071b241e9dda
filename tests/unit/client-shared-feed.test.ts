// One stream for all tabs: the leader reads and tells, the followers hear, and somebody always leads.
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { connectionAt, connectionStore } from "@/lib/client/connection"
import { StreamRefused } from "@/lib/client/read-stream"
import { type FeedRun, startSharedFeed } from "@/lib/client/shared-feed"

/** What a browser gives the feed, small enough to hold in one's hand: locks by name, channels by name, one document. */
class FakeLocks {
  private readonly queues = new Map<string, (() => void)[]>()
  async request(name: string, options: { signal?: AbortSignal; steal?: boolean }, run: () => Promise<void>) {
    const queue = this.queues.get(name) ?? []
    this.queues.set(name, queue)
    await new Promise<void>((resolve, reject) => {
      queue.push(resolve)
      options.signal?.addEventListener("abort", () => {
        const at = queue.indexOf(resolve)
        if (at > 0) queue.splice(at, 1)
        if (at > 0) reject(new Error("aborted"))
      })
      if (queue.length === 1) resolve()
    })
    try {
      await run()
    } finally {
      queue.shift()
      queue[0]?.()
    }
  }
}

class FakeChannel {
  static open = new Map<string, Set<FakeChannel>>()
  onmessage: ((event: { data: unknown }) => void) | null = null
  constructor(readonly name: string) {
    FakeChannel.open.set(name, (FakeChannel.open.get(name) ?? new Set()).add(this))
  }
  postMessage(data: unknown) {
    for (const other of FakeChannel.open.get(this.name) ?? []) if (other !== this) other.onmessage?.({ data })
  }
  close() {
    FakeChannel.open.get(this.name)?.delete(this)
  }
}

const stops: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  FakeChannel.open.clear()
  connectionStore.setState({ feeds: {} })
  vi.stubGlobal("BroadcastChannel", FakeChannel)
  vi.stubGlobal("navigator", { locks: new FakeLocks(), onLine: true })
  vi.stubGlobal("window", new EventTarget())
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }))
})

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A tab with the connections it made; each one lasts until the test ends it or the feed lets go. */
function openTab(cursor = 0) {
  const tab = {
    runs: [] as FeedRun<number>[],
    ends: [] as ((error?: Error) => void)[],
    heard: [] as number[],
    behind: 0,
    cursor,
  }
  const stop = startSharedFeed<number>({
    name: "feed",
    cursor: () => tab.cursor,
    onBehind: () => {
      tab.behind++
    },
    onItems: (items) => {
      tab.heard.push(...items)
      tab.cursor = Math.max(tab.cursor, ...items)
    },
    connect: (run) =>
      new Promise<void>((resolve, reject) => {
        tab.runs.push(run)
        tab.ends.push((error) => (error ? reject(error) : resolve()))
        run.signal.addEventListener("abort", () => resolve())
      }),
  })
  stops.push(stop)
  return Object.assign(tab, { stop })
}

const settle = () => vi.advanceTimersByTimeAsync(0)

test("of two tabs one connects, and both see what it reads", async () => {
  const first = openTab()
  const second = openTab()
  await settle()
  first.runs[0]?.onOpen()
  first.runs[0]?.onItems([1, 2])
  expect(second.runs).toHaveLength(0)
  expect([first.heard, second.heard]).toEqual([
    [1, 2],
    [1, 2],
  ])
})

test("when the leading tab closes, the next one connects from where it stands", async () => {
  const first = openTab()
  const second = openTab()
  await settle()
  first.runs[0]?.onItems([1])
  first.stop()
  await settle()
  expect(second.runs).toHaveLength(1)
  expect(second.cursor).toBe(1)
})

test("a tab that joins late learns that it is behind", async () => {
  openTab(7)
  await settle()
  const late = openTab(3)
  await settle()
  expect(late.behind).toBe(1)
})

test("a lost line is tried again with growing pauses and says since when it is lost", async () => {
  const tab = openTab()
  await settle()
  tab.runs[0]?.onOpen()
  const lostAt = Date.now()
  tab.ends[0]?.(new Error("cut"))
  await settle()
  expect(connectionAt(connectionStore.getState().feeds, lostAt + 4_000, true)).toEqual({
    kind: "reconnecting",
    since: lostAt,
  })
  await vi.advanceTimersByTimeAsync(800)
  expect(tab.runs).toHaveLength(2)
  tab.ends[1]?.(new Error("cut"))
  await vi.advanceTimersByTimeAsync(799)
  expect(tab.runs).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(801)
  expect(tab.runs).toHaveLength(3)
  expect(connectionAt(connectionStore.getState().feeds, lostAt + 20_000, true)).toEqual({
    kind: "offline",
    since: lostAt,
  })
  tab.runs[2]?.onOpen()
  expect(connectionAt(connectionStore.getState().feeds, lostAt + 20_000, true)).toEqual({ kind: "live" })
})

test("the network coming back ends the pause at once", async () => {
  const tab = openTab()
  await settle()
  tab.ends[0]?.(new Error("cut"))
  await settle()
  window.dispatchEvent(new Event("online"))
  await settle()
  expect(tab.runs).toHaveLength(2)
})

test("a refused session is said and not tried again", async () => {
  const tab = openTab()
  await settle()
  tab.ends[0]?.(new StreamRefused(401))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tab.runs).toHaveLength(1)
  expect(connectionAt(connectionStore.getState().feeds, Date.now(), true)).toEqual({ kind: "signed-out" })
})

test("a loss shorter than two seconds is not worth a word", async () => {
  const tab = openTab()
  await settle()
  tab.ends[0]?.(new Error("cut"))
  await settle()
  expect(connectionAt(connectionStore.getState().feeds, Date.now() + 1_500, true)).toEqual({ kind: "live" })
})
