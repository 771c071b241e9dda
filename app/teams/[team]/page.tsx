// A team: the talk with its lead, its roster, its tasks.
import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { cache } from "react"
import { LiveTeam } from "@/components/live/live-team"
import { Shell } from "@/components/shell/shell"
import { TeamPage } from "@/components/team/team-page"
import { AppError } from "@/lib/core/errors"
import { LEAD } from "@/lib/core/ids"
import { getAgentRecord } from "@/lib/server/queries/get-agent-record"
import { getTeamView } from "@/lib/server/queries/get-team-view"
import { getRuntime } from "@/lib/server/runtime/get-runtime"
import { requireViewer } from "@/lib/server/session/require-viewer"

type Props = { params: Promise<{ team: string }> }

const read = cache(async (id: string) => {
  const runtime = await getRuntime()
  try {
    // The snapshot first: whatever the record then lacks is announced by a later event.
    const view = await getTeamView(runtime, id)
    const lead = await getAgentRecord(runtime, id, LEAD, undefined, { limit: 80, mail_limit: 100 })
    return { facts: runtime.facts, lead, view }
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound()
    throw error
  }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await requireViewer()
  const { view } = await read((await params).team)
  return { title: view.team.name }
}

export default async function Page({ params }: Props) {
  const viewer = await requireViewer()
  const { facts, lead, view } = await read((await params).team)
  return (
    <Shell viewer={viewer} facts={facts} team={{ id: view.team.id, name: view.team.name }} active="team">
      <LiveTeam initial={view}>
        <TeamPage lead={lead} viewer={viewer} facts={facts} />
      </LiveTeam>
    </Shell>
  )
}
