// The team one is in, and the way to the others.
"use client"

import { useTeams } from "@/components/live/live-app"
import { Icon } from "@/components/ui/icon"
import { Mark } from "@/components/ui/mark"
import { Menu, MenuLine, MenuLink } from "@/components/ui/menu"
import type { ShellTeam } from "./current-team"

export function TeamPicker({ current }: { current: ShellTeam }) {
  const teams = useTeams()
  return (
    <Menu
      label="Teams"
      className="w-64"
      trigger={
        <button
          type="button"
          className="flex h-7 min-w-0 items-center gap-1.5 rounded-m px-2.5 font-medium text-text-2 transition-colors hover:bg-hover hover:text-text max-md:h-11"
        >
          <span className="cut max-w-[24ch]">{current.name}</span>
          <Icon name="chevron-down" size={12} />
        </button>
      }
    >
      {teams.map(({ team, waiting }) => (
        <MenuLink
          key={team.id}
          href={`/teams/${team.id}`}
          current={team.id === current.id}
          icon={
            <span className="grid size-4 place-items-center text-ink">
              {team.id === current.id && <Icon name="check" />}
            </span>
          }
          note={
            waiting > 0 && (
              <span className="flex items-center gap-1 text-wait">
                <Mark state="open" size={14} />
                {waiting}
                <span className="sr-only"> waiting</span>
              </span>
            )
          }
        >
          {team.name}
        </MenuLink>
      ))}
      <MenuLine />
      <MenuLink href={`/teams/${current.id}/policy`} icon={<Icon name="shield" />}>
        Policy of {current.name}
      </MenuLink>
      <MenuLink href="/" icon={<Icon name="team" />}>
        All teams
      </MenuLink>
      <MenuLink href="/teams/new" icon={<Icon name="plus" />}>
        Create a team
      </MenuLink>
    </Menu>
  )
}
