// All teams as Home and the top bar show them; asked for again when a hint says that something happened.
import { createStore, type StoreApi } from "zustand/vanilla"
import type { TeamSummary } from "@/lib/core/page-views"

export type TeamsState = { teams: TeamSummary[] }

export type TeamsStore = StoreApi<TeamsState> & {
  /** Asks at once, then at most once a second while hints keep coming; the other tabs are told the answer. */
  refresh(): void
  /** Begins to hear what other tabs were told. */
  start(): () => void
}

const CHANNEL = "countersign:teams"

const AT_MOST_EVERY_MS = 1_000

export function createTeamsStore(initial: TeamSummary[], fetchTeams: () => Promise<TeamSummary[] | null>): TeamsStore {
  const store = createStore<TeamsState>(() => ({ teams: initial }))
  let wanted = false
  let resting: ReturnType<typeof setTimeout> | undefined
  let asking = false
  let channel: BroadcastChannel | undefined

  const ask = async () => {
    asking = true
    wanted = false
    const teams = await fetchTeams().catch(() => null)
    asking = false
    if (teams) {
      store.setState({ teams })
      channel?.postMessage(teams)
    }
    resting = setTimeout(() => {
      resting = undefined
      if (wanted) void ask()
    }, AT_MOST_EVERY_MS)
  }
  return Object.assign(store, {
    refresh() {
      wanted = true
      if (!asking && resting === undefined) void ask()
    },
    start() {
      if (typeof BroadcastChannel !== "undefined") {
        channel = new BroadcastChannel(CHANNEL)
        channel.onmessage = ({ data }: MessageEvent<TeamSummary[]>) => store.setState({ teams: data })
      }
      return () => {
        channel?.close()
        channel = undefined
        clearTimeout(resting)
        resting = undefined
      }
    },
  })
}

export const waitingIn = (teams: readonly TeamSummary[]): number =>
  teams.reduce((sum, summary) => sum + summary.waiting, 0)
