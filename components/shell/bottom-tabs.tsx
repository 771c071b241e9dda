// The tabs at the bottom of narrow screens: queue, team, timeline, search.
"use client"

import Link from "next/link"
import type { ReactNode } from "react"
import { useWaiting } from "@/components/live/live-app"
import { classes } from "@/components/ui/classes"
import { Icon } from "@/components/ui/icon"
import { Mark } from "@/components/ui/mark"
import { type ShellTeam, useCurrentTeam } from "./current-team"
import { openPalette } from "./open-palette"
import type { ShellPlace } from "./shell"

const TAB =
  "ring-inside flex flex-1 flex-col items-center justify-center gap-[3px] text-[11px] leading-[14px] font-medium"

export function BottomTabs({ team, active }: { team?: ShellTeam; active: ShellPlace }) {
  const current = useCurrentTeam(team)
  const waiting = useWaiting()
  return (
    <nav
      aria-label="Pages"
      className="flex h-14 flex-none border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <Tab href="/queue" current={active === "queue"}>
        <Mark state={waiting > 0 ? "open" : "approved"} size={18} className={active === "queue" ? "" : "text-text-3"} />
        {waiting > 0 ? `Queue ${waiting}` : "Queue"}
      </Tab>
      <Tab href={current ? `/teams/${current.id}` : "/"} current={active === "team" || (active === "home" && !current)}>
        <Icon name="team" size={18} />
        {current ? "Team" : "Teams"}
      </Tab>
      {current && (
        <Tab href={`/teams/${current.id}/timeline`} current={active === "timeline"}>
          <Icon name="lanes" size={18} />
          Timeline
        </Tab>
      )}
      <button type="button" onClick={openPalette} className={classes(TAB, "text-text-3")}>
        <Icon name="search" size={18} />
        Search
      </button>
    </nav>
  )
}

function Tab({ href, current, children }: { href: string; current: boolean; children: ReactNode }) {
  return (
    <Link
      href={href}
      aria-current={current ? "page" : undefined}
      className={classes(TAB, current ? "text-text" : "text-text-3")}
    >
      {children}
    </Link>
  )
}
