// What stays live on every page: the teams, how much waits, who looks, and on which server.
"use client"

import { createContext, type ReactNode, useContext, useEffect, useState } from "react"
import { useStore } from "zustand"
import { getTeamsAction } from "@/lib/actions/get-teams"
import { readAction } from "@/lib/client/call-action"
import { loadPreferences } from "@/lib/client/preferences"
import { checkBuild } from "@/lib/client/server-update"
import { createTeamsStore, type TeamsStore, waitingIn } from "@/lib/client/teams-store"
import type { ServerFacts, TeamSummary, Viewer } from "@/lib/core/page-views"
import { useHints } from "./live-hints"

type App = {
  viewer: Viewer
  facts: ServerFacts
  /** The team last looked at, for pages that belong to none. */
  lastTeam: string | null
  teams: TeamsStore
}

const AppContext = createContext<App | null>(null)

type Props = { viewer: Viewer; facts: ServerFacts; teams: TeamSummary[]; lastTeam: string | null; children: ReactNode }

export function LiveApp({ viewer, facts, teams, lastTeam, children }: Props) {
  const [store] = useState(() =>
    createTeamsStore(teams, async () => {
      const answer = await readAction(getTeamsAction, undefined)
      return answer.ok ? answer.value : null
    }),
  )
  // What the page was made by; later facts come from whatever server answers by then.
  const [{ build }] = useState(facts)
  useHints((hint, leading) => {
    if (hint.team === null) void checkBuild(build)
    if (leading || hint.team === null) store.refresh()
  })
  useEffect(() => {
    loadPreferences()
    return store.start()
  }, [store])
  useEffect(() => store.setState({ teams }), [store, teams])
  return <AppContext value={{ viewer, facts, lastTeam, teams: store }}>{children}</AppContext>
}

export function useApp(): App {
  const app = useContext(AppContext)
  if (!app) throw new Error("useApp is used outside of LiveApp.")
  return app
}

export const useTeams = (): TeamSummary[] => useStore(useApp().teams, (state) => state.teams)

/** How many requests wait for a person, over all teams. */
export const useWaiting = (): number => useStore(useApp().teams, (state) => waitingIn(state.teams))
