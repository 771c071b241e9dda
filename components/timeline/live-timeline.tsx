// The timeline joined to the live line of its team and to the server's pages.
"use client"

import { useCallback, useEffect, useRef } from "react"
import { useLive, useLiveEvents } from "@/components/live/live-team"
import { getTimelineLifeAction } from "@/lib/actions/get-timeline-life"
import { getTimelinePageAction } from "@/lib/actions/get-timeline-page"
import { callAction } from "@/lib/client/call-action"
import type { TimelineOverview } from "@/lib/core/page-views"
import type { TimelineFilter } from "@/lib/core/timeline-kind"
import type { TimelinePage } from "@/lib/core/timeline-page"
import { Timeline } from "./timeline"
import type { LoadPage, TimelineStore } from "./timeline-store"
import type { LoadLife } from "./use-life"

type Props = {
  team: string
  page: TimelinePage
  overview: TimelineOverview
  request: string | null
  filter: TimelineFilter
}

export function LiveTimeline({ team, page, overview, request, filter }: Props) {
  const store = useRef<TimelineStore>(null)
  const agents = useLive((state) => state.view.agents)
  const requests = useLive((state) => state.view.requests)
  const seq = useLive((state) => state.view.seq)

  useLiveEvents((events) => store.current?.follow(events))
  // A snapshot that jumped ahead brings no events of its own: what lies between is read from the server.
  useEffect(() => store.current?.reach(seq), [seq])

  const loadPage = useCallback<LoadPage>(
    async (range) => {
      const answer = await callAction(getTimelinePageAction, { team, ...range })
      return answer.ok ? answer.value : null
    },
    [team],
  )
  const loadLife = useCallback<LoadLife>(async (requestId) => {
    const answer = await callAction(getTimelineLifeAction, { request_id: requestId })
    return answer.ok ? answer.value : null
  }, [])
  const onStore = useCallback((made: TimelineStore) => {
    store.current = made
  }, [])
  return (
    <Timeline
      team={team}
      page={page}
      overview={overview}
      agents={agents}
      requests={requests}
      request={request}
      filter={filter}
      loadPage={loadPage}
      loadLife={loadLife}
      onStore={onStore}
    />
  )
}
