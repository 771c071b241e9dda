// Which team the top bar speaks of: the page's own, else the one last looked at, else the newest with something waiting.
"use client"

import { useEffect } from "react"
import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import { useApp, useTeams } from "@/components/live/live-app"

export type ShellTeam = { id: string; name: string }

/** The server reads the cookie once for a whole visit; which team was looked at since then is known only here. */
const looked = createStore<{ at: string | null }>(() => ({ at: null }))

export function useCurrentTeam(own?: ShellTeam): ShellTeam | null {
  const { lastTeam } = useApp()
  const teams = useTeams()
  const last = useStore(looked, (state) => state.at) ?? lastTeam
  useEffect(() => {
    if (!own) return
    looked.setState({ at: own.id })
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in Firefox and on plain http.
    document.cookie = `team=${encodeURIComponent(own.id)}; Path=/; Max-Age=31536000; SameSite=Lax`
  }, [own])
  if (own) return own
  const found = teams.find(({ team }) => team.id === last) ?? teams.find(({ waiting }) => waiting > 0) ?? teams[0]
  return found ? { id: found.team.id, name: found.team.name } : null
}
