// The roster's head: how many there are, which model speaks, what was spent of which budget, and the team's own menu.
"use client"

import type { Usage } from "@/lib/core/agent"
import type { Team } from "@/lib/core/team"
import { IconButton } from "../ui/button"
import { Icon } from "../ui/icon"
import { Menu, MenuItem, MenuLine, MenuLink } from "../ui/menu"
import { budgetWords, moneyWords } from "./figures"

type Props = {
  team: Team
  usage: Usage
  count: number
  model: string
  canOperate: boolean
  onPause: (paused: boolean) => void
  onSpawn: () => void
}

export function RosterHead({ team, usage, count, model, canOperate, onPause, onSpawn }: Props) {
  return (
    <header className="flex h-11 flex-none items-center gap-2.5 border-b border-line pr-3 pl-4 xl:pl-5">
      <h2 className="font-semibold whitespace-nowrap">Roster</h2>
      <span className="whitespace-nowrap text-text-3">{count === 1 ? "1 agent" : `${count} agents`}</span>
      <span className="flex-1" />
      <span className="cut text-small text-text-2">{model}</span>
      <span aria-hidden="true" className="mx-0.5 h-[18px] w-px flex-none bg-line" />
      <Budget spent={usage.cost_usd} budget={team.policy.budget_usd} />
      <Menu
        label={`What to do with ${team.name}`}
        align="end"
        trigger={
          <IconButton label={`What to do with ${team.name}`}>
            <Icon name="more" />
          </IconButton>
        }
      >
        <MenuItem icon={<Icon name="plus" />} disabled={!canOperate} onSelect={onSpawn}>
          Spawn a teammate…
        </MenuItem>
        <MenuItem
          icon={<Icon name={team.paused ? "play" : "pause"} />}
          disabled={!canOperate}
          onSelect={() => onPause(team.paused === null)}
        >
          {team.paused ? "Resume the team" : "Pause the team"}
        </MenuItem>
        <MenuLine />
        <MenuLink href={`/teams/${team.id}/policy`} icon={<Icon name="shield" />}>
          Policy and budget
        </MenuLink>
        <MenuLink href={`/teams/${team.id}/timeline`} icon={<Icon name="lanes" />}>
          Timeline
        </MenuLink>
      </Menu>
    </header>
  )
}

function Budget({ spent, budget }: { spent: number; budget: number | null }) {
  if (budget === null)
    return <span className="text-small whitespace-nowrap text-text-2">{moneyWords(spent)} spent</span>
  const share = Math.min(100, Math.round((spent / budget) * 100))
  return (
    <span className="flex items-center gap-1.5 text-small whitespace-nowrap text-text-2">
      <span>{moneyWords(spent)}</span>
      <svg aria-hidden="true" width={72} height={4} className="max-md:hidden">
        <rect width={72} height={4} rx={2} className="fill-line" />
        <rect width={(72 * share) / 100} height={4} rx={2} className={share >= 90 ? "fill-wait-mark" : "fill-text-2"} />
      </svg>
      <span>of {budgetWords(budget)}</span>
    </span>
  )
}
