// The frame of every signed-in page: top bar, banners, the page, and tabs at the bottom of narrow screens.
import type { ReactNode } from "react"
import { ConnectionBanners } from "@/components/live/connection"
import type { ServerFacts, Viewer } from "@/lib/core/page-views"
import { BottomTabs } from "./bottom-tabs"
import type { ShellTeam } from "./current-team"
import { GlobalKeys } from "./global-keys"
import { type NarrowHead, TopBar } from "./top-bar"

export type ShellPlace = "queue" | "team" | "timeline" | "home" | "settings"

type Props = {
  viewer: Viewer
  facts: ServerFacts
  team?: ShellTeam
  active: ShellPlace
  /** What the top bar says below 720 px instead of the brand: a title, a line below it, and where back leads. */
  narrow?: NarrowHead
  children: ReactNode
}

/** The page fills what the bars leave and scrolls inside itself. */
export function Shell({ viewer, facts, team, active, narrow, children }: Props) {
  return (
    // Clipped, because the widened touch area of a button at the edge would make the page scroll sideways.
    <div className="flex h-dvh flex-col overflow-x-clip">
      <a
        href="#content"
        className="fixed top-1 left-1 z-50 -translate-y-16 rounded-m bg-raised px-3 py-2 font-medium text-ink focus:translate-y-0 focus:shadow-pop"
      >
        Skip to the content
      </a>
      <TopBar viewer={viewer} facts={facts} team={team} active={active} narrow={narrow} />
      <ConnectionBanners />
      <div id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-hidden">
        {children}
      </div>
      <BottomTabs team={team} active={active} />
      <GlobalKeys team={team} />
    </div>
  )
}
