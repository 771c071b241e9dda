// The log: numbered without a gap, chained without a break, and replaying to exactly what the tables say.
import { isDeepStrictEqual } from "node:util"
import { FIRST_PREV } from "@/lib/core/event"
import type { Team } from "@/lib/core/team"
import { emptyView, foldEvent, type TeamView, trimRequests } from "@/lib/core/team-view"
import { eventHash } from "@/lib/server/db/append-events"
import type { Check, Evidence, Finding } from "./invariants-evidence"

export const checkLog: Check = (evidence) => ({
  findings: [...brokenChain(evidence), ...replaysOtherwise(evidence)],
  counts: { events: evidence.events.length },
})

function brokenChain({ team, events }: Evidence): Finding[] {
  const findings: Finding[] = []
  const found = (detail: string) => findings.push({ invariant: "log chain whole", detail })
  let prev = FIRST_PREV
  for (const [index, event] of events.entries()) {
    if (event.seq !== index + 1) found(`event ${index + 1} has seq ${event.seq}`)
    if (event.prev !== prev) found(`event ${event.seq} (${event.type}) does not name the hash of the one before it`)
    prev = eventHash(event)
  }
  if (team.seq !== events.length) found(`the team counts ${team.seq} events, the log holds ${events.length}`)
  if (team.lastHash !== prev) found("the team's last hash is not that of its last event")
  return findings
}

function replaysOtherwise({ events, view }: Evidence): Finding[] {
  const created = events[0]
  if (created?.type !== "team.created") return [{ invariant: "log replays", detail: "it does not begin with its team" }]
  const folded = comparable(trimRequests(events.reduce(foldEvent, emptyView(created.data.team as Team))))
  const stored = comparable(view)
  return Object.keys(stored)
    .filter((part) => !isDeepStrictEqual(folded[part], stored[part]))
    .map((part) => ({
      invariant: "log replays",
      detail: `${part}: the log says ${JSON.stringify(folded[part])}, the tables say ${JSON.stringify(stored[part])}`,
    }))
}

/** One entry for each thing shown; the order of rows is the page's business, not the log's. */
function comparable(view: TeamView): Record<string, unknown> {
  return {
    team: view.team,
    usage: view.usage,
    seq: view.seq,
    ...Object.fromEntries(view.agents.map((agent) => [`agent ${agent.name}`, agent])),
    ...Object.fromEntries(view.requests.map((request) => [`request ${request.request_id}`, request])),
    ...Object.fromEntries(view.tasks.map((task) => [`task ${task.id}`, task])),
  }
}
