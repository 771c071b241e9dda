// What the palette lists: things to do first, then places to go, found by the beginnings of their words.
import { type Command, matchScore } from "@/lib/client/commands"
import type { Agent } from "@/lib/core/agent"
import type { QueueItem, TeamSummary } from "@/lib/core/page-views"
import type { ShellTeam } from "./current-team"

export type Entry = {
  id: string
  section: "Do" | "Go"
  title: string
  note?: string
  icon: string
  words?: string
  /** Where it leads, or what it does. */
  href?: string
  run?: () => void
  /** Found by its words only; without any the list is short. */
  whenAsked?: boolean
}

export type PaletteFacts = {
  team: ShellTeam | null
  teams: readonly TeamSummary[]
  agents: readonly Agent[]
  queue: readonly QueueItem[]
  commands: readonly Command[]
  /** Only an operator is offered what only an operator may do. */
  operates: boolean
}

/** What is known at once comes first: what is read only while the palette is open must not push it down. */
export function paletteEntries(facts: PaletteFacts): Entry[] {
  return [...doings(facts), ...places(facts), ...plans(facts), ...people(facts)]
}

function doings({ team, agents, commands, operates }: PaletteFacts): Entry[] {
  const leaving = agents.filter(
    (agent) => agent.kind !== "lead" && agent.status !== "shutdown" && agent.status !== "stopping",
  )
  return [
    ...commands.map(({ icon = "terminal", ...command }): Entry => ({ ...command, icon, section: "Do" })),
    ...(operates
      ? [{ id: "new", section: "Do", title: "Create a team", icon: "plus", href: "/teams/new", words: "new" } as const]
      : []),
    ...(team && operates ? leaving : []).map(
      (agent): Entry => ({
        id: `shutdown-${agent.name}`,
        section: "Do",
        title: `Shut down ${agent.name}…`,
        note: team?.name,
        icon: "power",
        href: `/teams/${team?.id}/agents/${agent.name}?shutdown=ask`,
        whenAsked: true,
      }),
    ),
    ...(team
      ? [
          {
            id: "shutdowns",
            section: "Do",
            title: "Show shutdowns on the timeline",
            icon: "lanes",
            href: `/teams/${team.id}/timeline?type=shutdown`,
            whenAsked: true,
          } as const,
        ]
      : []),
  ]
}

function places({ team, teams }: PaletteFacts): Entry[] {
  const entries: Entry[] = [
    { id: "queue", section: "Go", title: "Queue", note: "G Q", icon: "mark-approved", href: "/queue" },
    { id: "home", section: "Go", title: "All teams", note: "G H", icon: "team", href: "/", words: "home" },
  ]
  for (const summary of teams.toSorted((a, b) => Number(b.team.id === team?.id) - Number(a.team.id === team?.id))) {
    const { id, name } = summary.team
    entries.push({ id: `team-${id}`, section: "Go", title: name, note: "team", icon: "team", href: `/teams/${id}` })
    entries.push({
      id: `timeline-${id}`,
      section: "Go",
      title: `Timeline of ${name}`,
      icon: "lanes",
      href: `/teams/${id}/timeline`,
      whenAsked: id !== team?.id,
    })
  }
  if (team)
    entries.push({
      id: "policy",
      section: "Go",
      title: "Policy",
      note: team.name,
      icon: "shield",
      href: `/teams/${team.id}/policy`,
    })
  entries.push({
    id: "settings",
    section: "Go",
    title: "People, sessions, tokens",
    icon: "person",
    href: "/settings",
    words: "settings users webhooks",
  })
  return entries
}

const plans = ({ queue }: PaletteFacts): Entry[] =>
  queue.map((item) => ({
    id: item.request.request_id,
    section: "Go",
    title: item.title,
    note: `${item.agent.name}, ${item.team.name}`,
    icon: "mark-open",
    words: `${item.agent.name} ${item.team.name} ${item.request.request_id}`,
    href: `/queue/${item.request.request_id}`,
  }))

const people = ({ team, agents }: PaletteFacts): Entry[] =>
  (team ? agents : []).map((agent) => ({
    id: `agent-${agent.name}`,
    section: "Go",
    title: agent.name,
    note: [agent.role, agent.status === "shutdown" ? "shut down" : agent.status].filter(Boolean).join(", "),
    icon: `status-${agent.status}`,
    href: `/teams/${team?.id}/agents/${agent.name}`,
  }))

const SHOWN = 14

/** The best of each section, doing before going. */
export function findEntries(entries: readonly Entry[], typed: string): Entry[] {
  const isAsked = typed.trim() !== ""
  const scored = entries
    .filter((entry) => isAsked || !entry.whenAsked)
    .map((entry, index) => ({
      entry,
      index,
      score: matchScore(typed, entry.title, `${entry.words ?? ""} ${entry.note ?? ""}`),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, SHOWN)
    .map(({ entry }) => entry)
  return [...scored.filter((entry) => entry.section === "Do"), ...scored.filter((entry) => entry.section === "Go")]
}
