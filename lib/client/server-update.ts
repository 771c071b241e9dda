// Notices that the server is newer than this page: another build answers, or an action of ours is unknown to it.
import { createStore } from "zustand/vanilla"
import { BUILD_HEADER } from "@/lib/core/page-views"

export const updateStore = createStore<{ updated: boolean }>(() => ({ updated: false }))

export const markUpdated = (): void => updateStore.setState({ updated: true })

/** Asked whenever a line was made: a server may have been replaced while there was none. */
export async function checkBuild(known: string): Promise<void> {
  try {
    const { headers } = await fetch("/api/health", { cache: "no-store" })
    const build = headers.get(BUILD_HEADER)
    if (build && known && build !== known) markUpdated()
  } catch {
    // Not reachable: the feeds say so already.
  }
}
