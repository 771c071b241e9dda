// The empty queue: one fact, one sentence on what goes on meanwhile.
"use client"

import { useTeams } from "@/components/live/live-app"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { Ago } from "@/components/ui/time"
import { useQueue } from "./queue-store"

export function QueueEmpty() {
  const teams = useTeams()
  const last = useQueue((view) => view.queue.items[view.queue.decided[0] ?? ""])
  if (teams.length === 0)
    return (
      <Empty fact="Nothing waits for you." action={<ButtonLink href="/">Start with a team</ButtonLink>}>
        There is no team yet. Plans of its agents will stand here.
      </Empty>
    )
  const working = teams.reduce((sum, team) => sum + team.working, 0)
  const agents = teams.reduce((sum, team) => sum + team.agents, 0)
  return (
    <Empty fact="Nothing waits for you.">
      {working === 0
        ? "No agent works right now."
        : `${working} of ${agents} agent${agents === 1 ? "" : "s"} work${working === 1 ? "s" : ""}.`}{" "}
      {last?.request.resolution && (
        <>
          The last request was {last.request.status} <Ago since={last.request.resolution.at} ago />.
        </>
      )}
    </Empty>
  )
}
