// The timeline of a team: the newest events, or those around the request it was opened for.
import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { cache } from "react"
import { LiveTeam } from "@/components/live/live-team"
import { Shell } from "@/components/shell/shell"
import { LiveTimeline } from "@/components/timeline/live-timeline"
import { AppError } from "@/lib/core/errors"
import { DEFAULT_FILTER } from "@/lib/core/timeline-kind"
import { asksFor, FIRST_EVENTS } from "@/lib/core/timeline-page"
import { getTeamView } from "@/lib/server/queries/get-team-view"
import { getTimelineOverview } from "@/lib/server/queries/get-timeline-overview"
import { getTimelinePage } from "@/lib/server/queries/get-timeline-page"
import { listEvents } from "@/lib/server/queries/list-events"
import { getRuntime } from "@/lib/server/runtime/get-runtime"
import { requireViewer } from "@/lib/server/session/require-viewer"

type Search = { request?: string | string[]; type?: string | string[]; agent?: string | string[] }
type Props = { params: Promise<{ team: string }>; searchParams: Promise<Search> }

const one = (value: string | string[] | undefined): string | null =>
  typeof value === "string" && value !== "" ? value : null

const readTeam = cache(async (id: string) => {
  const runtime = await getRuntime()
  try {
    return { runtime, view: await getTeamView(runtime, id) }
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound()
    throw error
  }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await requireViewer()
  const { view } = await readTeam((await params).team)
  return { title: `Timeline · ${view.team.name}` }
}

export default async function Page({ params, searchParams }: Props) {
  const viewer = await requireViewer()
  const { runtime, view } = await readTeam((await params).team)
  const { id, name } = view.team
  const search = await searchParams
  const request = one(search.request)
  const first = request ? (await listEvents(runtime, id, { limit: 1 }, { request_id: request })).events[0] : undefined
  const range = first ? asksFor(view.seq, first.seq) : { newest: FIRST_EVENTS }
  const page = await getTimelinePage(runtime, id, range)
  const overview = await getTimelineOverview(runtime, id)
  const agent = one(search.agent)
  const filter = { ...DEFAULT_FILTER, agents: agent ? [agent] : null, protocol: one(search.type) }
  return (
    <Shell viewer={viewer} facts={runtime.facts} team={{ id, name }} active="timeline">
      <LiveTeam initial={view}>
        <LiveTimeline
          key={id}
          team={id}
          page={page}
          overview={overview}
          request={first ? request : null}
          filter={filter}
        />
      </LiveTeam>
    </Shell>
  )
}
