// Home follows the live list of teams: the first one that appears replaces the first-run page.
"use client"

import { useTeams } from "@/components/live/live-app"
import { FirstRun } from "./first-run"
import { TeamRows } from "./team-rows"

export function Home() {
  const teams = useTeams()
  return teams.length === 0 ? <FirstRun /> : <TeamRows teams={teams} />
}
