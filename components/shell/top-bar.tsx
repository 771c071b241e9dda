// The top bar: brand, queue with its count, the team and its pages; search, connection, account.
"use client"

import Link from "next/link"
import type { ReactNode } from "react"
import { ConnectionLabel } from "@/components/live/connection"
import { useTeams, useWaiting } from "@/components/live/live-app"
import { classes } from "@/components/ui/classes"
import { Icon } from "@/components/ui/icon"
import { Kbd } from "@/components/ui/kbd"
import { Mark } from "@/components/ui/mark"
import type { ServerFacts, Viewer } from "@/lib/core/page-views"
import { AccountMenu } from "./account-menu"
import { type ShellTeam, useCurrentTeam } from "./current-team"
import { openPalette } from "./open-palette"
import type { ShellPlace } from "./shell"
import { TeamPicker } from "./team-picker"

export type NarrowHead = { title: ReactNode; note?: ReactNode; back?: string; backLabel?: string }

type Props = { viewer: Viewer; facts: ServerFacts; team?: ShellTeam; active: ShellPlace; narrow?: NarrowHead }

export const tabClass = (current: boolean): string =>
  classes(
    "flex h-7 items-center gap-1.5 rounded-m px-2.5 font-medium whitespace-nowrap transition-colors hover:bg-hover",
    current ? "bg-hover text-text" : "text-text-2 hover:text-text",
  )

export function TopBar({ viewer, facts, team, active, narrow }: Props) {
  const current = useCurrentTeam(team)
  const waiting = useWaiting()
  const hasTeams = useTeams().length > 0
  const here = (place: ShellPlace) => (active === place ? ("page" as const) : undefined)
  const atHome = active === "home"
  return (
    <header className="flex h-12 flex-none items-center gap-0.5 border-b border-line bg-surface pr-2 pl-1 md:h-11 md:pr-3 md:pl-3.5">
      <NarrowTitle narrow={narrow} team={atHome || active === "settings" ? null : current} active={active} />
      <Link
        href="/"
        className="mr-3.5 flex items-center gap-1.5 rounded-m font-semibold tracking-[-0.01em] text-text max-md:hidden"
      >
        <Mark state="approved" />
        Countersign
      </Link>
      <nav aria-label="Main" className="flex min-w-0 items-center gap-0.5 max-md:hidden">
        <Link href="/queue" aria-current={here("queue")} className={tabClass(active === "queue")}>
          Queue
          {waiting > 0 ? <WaitingCount count={waiting} /> : hasTeams && <span className="w-[18px]" />}
        </Link>
        {atHome || !current ? (
          <Link href="/" aria-current={here("home")} className={tabClass(atHome)}>
            Teams
          </Link>
        ) : (
          <>
            <span aria-hidden="true" className="mx-2 h-[18px] w-px flex-none bg-line" />
            <TeamPicker current={current} />
            <Link href={`/teams/${current.id}`} aria-current={here("team")} className={tabClass(active === "team")}>
              Team
            </Link>
            <Link
              href={`/teams/${current.id}/timeline`}
              aria-current={here("timeline")}
              className={tabClass(active === "timeline")}
            >
              Timeline
            </Link>
          </>
        )}
      </nav>
      <span className="flex-1 max-md:hidden" />
      <div className="flex min-w-0 items-center lg:w-[294px]">
        <button
          type="button"
          onClick={openPalette}
          aria-label="Search or run"
          aria-keyshortcuts="Meta+K Control+K"
          className="flex h-7 min-w-0 items-center gap-2 rounded-m border border-line-strong bg-surface pr-1.5 pl-2.5 text-text-3 transition-colors hover:bg-hover max-md:hidden lg:flex-1"
        >
          <Icon name="search" />
          <span className="cut flex-1 text-left max-lg:hidden">Search or run</span>
          <Kbd>⌘K</Kbd>
        </button>
        <span className="mr-2.5 ml-3.5 flex flex-none">
          <ConnectionLabel />
        </span>
      </div>
      <AccountMenu viewer={viewer} facts={facts} />
    </header>
  )
}

/** Amber, because it waits for a person; its room is kept also while nothing waits. */
export function WaitingCount({ count }: { count: number }) {
  return (
    <span className="min-w-[18px] rounded-full bg-wait-soft px-[5px] text-center text-[11px] leading-[18px] font-medium text-wait shadow-[inset_0_0_0_1px_var(--wait-line)]">
      {count}
      <span className="sr-only"> waiting for you</span>
    </span>
  )
}

const PLACE_NAME: Record<ShellPlace, string> = {
  queue: "Queue",
  team: "Team",
  timeline: "Timeline",
  home: "Countersign",
  settings: "Settings",
}

function NarrowTitle({ narrow, team, active }: { narrow?: NarrowHead; team: ShellTeam | null; active: ShellPlace }) {
  return (
    <div className="flex min-w-0 flex-1 items-center md:hidden">
      {narrow?.back ? (
        <Link
          href={narrow.back}
          aria-label={narrow.backLabel ?? "Back"}
          className="grid size-11 flex-none place-items-center rounded-m text-text-2"
        >
          <Icon name="chevron-left" />
        </Link>
      ) : (
        <Link
          href="/"
          aria-label="Countersign, all teams"
          className="grid size-11 flex-none place-items-center rounded-m"
        >
          <Mark state="approved" />
        </Link>
      )}
      {!narrow && team && active !== "queue" ? (
        <TeamPicker current={team} />
      ) : (
        <span className="flex min-w-0 flex-col">
          <span className="cut font-medium">{narrow?.title ?? PLACE_NAME[active]}</span>
          {narrow?.note && <span className="cut text-small text-text-3">{narrow.note}</span>}
        </span>
      )}
    </div>
  )
}
