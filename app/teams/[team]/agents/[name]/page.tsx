// One agent of a team: its inbox, its transcript, and how it can be asked to leave.
import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { LiveTeam } from "@/components/live/live-team"
import { Shell } from "@/components/shell/shell"
import { AgentPage } from "@/components/team/agent-page"
import { AppError } from "@/lib/core/errors"
import { getAgent } from "@/lib/server/queries/get-agent"
import { getAgentRecord } from "@/lib/server/queries/get-agent-record"
import { getTeamView } from "@/lib/server/queries/get-team-view"
import { getRuntime } from "@/lib/server/runtime/get-runtime"
import { requireViewer } from "@/lib/server/session/require-viewer"

type Props = {
  params: Promise<{ team: string; name: string }>
  searchParams: Promise<{ generation?: string | string[] }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: decodeURIComponent((await params).name) }
}

export default async function Page({ params, searchParams }: Props) {
  const viewer = await requireViewer()
  const { team, name } = await params
  const { facts, agent, record, view } = await read(team, name, generationIn((await searchParams).generation))
  return (
    <Shell
      viewer={viewer}
      facts={facts}
      team={{ id: view.team.id, name: view.team.name }}
      active="team"
      narrow={{ title: agent.name, note: `${agent.role}, ${view.team.name}`, back: `/teams/${view.team.id}` }}
    >
      <LiveTeam initial={view}>
        <AgentPage agent={agent} record={record} viewer={viewer} facts={facts} />
      </LiveTeam>
    </Shell>
  )
}

async function read(team: string, name: string, generation: number | undefined) {
  const runtime = await getRuntime()
  try {
    // The snapshot first: whatever the record then lacks is announced by a later event.
    const view = await getTeamView(runtime, team)
    const agent = await getAgent(runtime, team, name, generation)
    const record = await getAgentRecord(runtime, team, name, agent.generation, { limit: 80, mail_limit: 100 })
    return { facts: runtime.facts, agent, record, view }
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound()
    throw error
  }
}

/** Anything but a number from 1 on means the newest. */
function generationIn(given: string | string[] | undefined): number | undefined {
  const generation = Number(given)
  return Number.isInteger(generation) && generation > 0 ? generation : undefined
}
