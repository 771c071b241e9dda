// Notices that the server is newer than this page: another version answers, or an action of ours is unknown to it.
import { createStore } from "zustand/vanilla"

export const updateStore = createStore<{ updated: boolean }>(() => ({ updated: false }))

export const markUpdated = (): void => updateStore.setState({ updated: true })

/** Asked when a line stands again after a loss: that is when a server may have been replaced. */
export async function checkVersion(known: string): Promise<void> {
  try {
    const response = await fetch("/api/health", { cache: "no-store" })
    const health: unknown = await response.json()
    if (typeof health !== "object" || health === null || !("version" in health)) return
    if (typeof health.version === "string" && health.version !== known) markUpdated()
  } catch {
    // Not reachable: the feeds say so already.
  }
}
