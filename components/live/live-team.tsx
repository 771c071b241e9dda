// Keeps one team live for everything inside it: the server's snapshot first, then its events.
"use client"

import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react"
import { useStore } from "zustand"
import { getTeamViewAction } from "@/lib/actions/get-team-view"
import { readAction } from "@/lib/client/call-action"
import { startEventFeed } from "@/lib/client/event-feed"
import { createLiveStore, type LiveState, type LiveStore } from "@/lib/client/live-store"
import type { Event } from "@/lib/core/event"
import type { TeamView } from "@/lib/core/team-view"

const LiveContext = createContext<LiveStore | null>(null)

/** A store per mount; another team is another mount. */
export function LiveTeam({ initial, children }: { initial: TeamView; children: ReactNode }) {
  return (
    <OneTeam key={initial.team.id} initial={initial}>
      {children}
    </OneTeam>
  )
}

function OneTeam({ initial, children }: { initial: TeamView; children: ReactNode }) {
  const [store] = useState(() => createLiveStore(initial))
  const team = initial.team.id
  useEffect(() => store.replaceView(initial), [store, initial])
  useEffect(
    () =>
      startEventFeed(team, store, async () => {
        const answer = await readAction(getTeamViewAction, { team })
        return answer.ok ? answer.value : null
      }),
    [store, team],
  )
  return <LiveContext value={store}>{children}</LiveContext>
}

export function useLiveStore(): LiveStore {
  const store = useContext(LiveContext)
  if (!store) throw new Error("useLive is used outside of LiveTeam.")
  return store
}

/** A part of the team's state; give `useShallow` around selectors that build arrays or objects. */
export function useLive<T>(selector: (state: LiveState) => T): T {
  return useStore(useLiveStore(), selector)
}

/** Called with every batch of new events, after they were folded. */
export function useLiveEvents(onEvents: (events: Event[]) => void): void {
  const store = useLiveStore()
  const newest = useRef(onEvents)
  useEffect(() => {
    newest.current = onEvents
  })
  useEffect(() => store.onEvents((events) => newest.current(events)), [store])
}
