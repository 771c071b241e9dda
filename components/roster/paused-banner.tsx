// Says that a team is paused, why, and how it goes on.
"use client"

import Link from "next/link"
import type { Team } from "@/lib/core/team"
import { Banner } from "../ui/banner"
import { Button, buttonClass } from "../ui/button"
import { Icon } from "../ui/icon"
import { Moment } from "../ui/time"
import { budgetWords } from "./figures"

type Props = { team: Team; canOperate: boolean; busy: boolean; onResume: () => void }

export function PausedBanner({ team, canOperate, busy, onResume }: Props) {
  if (!team.paused) return null
  const { reason, at } = team.paused
  const budget = reason === "budget"
  return (
    <Banner
      tone="wait"
      icon={<Icon name="pause" className="text-wait" />}
      className="flex-none border-b border-line"
      fact={factOf(team)}
      action={
        canOperate &&
        (budget ? (
          <Link href={`/teams/${team.id}/policy`} className={buttonClass("secondary", "s")}>
            Raise the budget
          </Link>
        ) : (
          <Button size="s" busy={busy} onClick={onResume}>
            Resume the team
          </Button>
        ))
      }
    >
      {meaningOf(team)} Since <Moment at={at} />.
    </Banner>
  )
}

function factOf(team: Team): string {
  switch (team.paused!.reason) {
    case "budget":
      return `${team.name} has spent its ${budgetWords(team.policy.budget_usd ?? 0)}.`
    case "unattended":
      return `${team.name} ran ${team.policy.max_turns_unattended} turns without a person.`
    case "human":
      return `${team.name} is paused.`
  }
}

function meaningOf(team: Team): string {
  switch (team.paused!.reason) {
    case "budget":
      return "Its agents pause until you raise the budget. You can still decide plans."
    case "unattended":
      return "Its agents pause until somebody resumes it or writes to it."
    case "human":
      return "Running turns finish, none begins. Deciding and shutting down still work."
  }
}
