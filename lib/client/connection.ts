// The state of this page's line to the server: the worst of its feeds, kept where every component can see it.
import { createStore } from "zustand/vanilla"

export type FeedState =
  | { kind: "live" }
  /** Lost at that moment, trying again. */
  | { kind: "lost"; since: number }
  /** The server refuses: nobody is signed in any more. */
  | { kind: "signed-out" }

export const connectionStore = createStore<{ feeds: Record<string, FeedState> }>(() => ({ feeds: {} }))

export function reportFeed(name: string, state: FeedState | null): void {
  connectionStore.setState(({ feeds }) => {
    const { [name]: known, ...others } = feeds
    if (state === null) return { feeds: others }
    // The moment of the loss is the first one, however often it is tried again.
    if (known?.kind === "lost" && state.kind === "lost") return { feeds }
    return { feeds: { ...feeds, [name]: state } }
  })
}

export function worstFeed(feeds: Record<string, FeedState>): FeedState {
  let worst: FeedState = { kind: "live" }
  for (const state of Object.values(feeds)) {
    if (state.kind === "signed-out") return state
    if (state.kind === "lost" && (worst.kind === "live" || (worst.kind === "lost" && state.since < worst.since))) {
      worst = state
    }
  }
  return worst
}

export type ConnectionView =
  | { kind: "live" }
  | { kind: "reconnecting"; since: number }
  | { kind: "offline"; since: number }
  | { kind: "signed-out" }

/** Short losses are not worth a word; long ones are called by their name. */
export const QUIET_MS = 2_000
export const OFFLINE_MS = 15_000

export function connectionAt(feeds: Record<string, FeedState>, now: number, online: boolean): ConnectionView {
  const worst = worstFeed(feeds)
  if (worst.kind !== "lost") return worst
  const lost = now - worst.since
  if (lost < QUIET_MS) return { kind: "live" }
  return { kind: online && lost < OFFLINE_MS ? "reconnecting" : "offline", since: worst.since }
}

const RETRY = "countersign:retry"

/** Asks every feed to try again at once instead of at the end of its pause. */
export const retryNow = (): boolean => window.dispatchEvent(new Event(RETRY))

export function onRetry(listener: () => void): () => void {
  window.addEventListener(RETRY, listener)
  return () => window.removeEventListener(RETRY, listener)
}
