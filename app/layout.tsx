// The document around every page: fonts, theme, the page's clock, and what stays live while pages change.
import { GeistMono } from "geist/font/mono"
import { GeistSans } from "geist/font/sans"
import type { Metadata, Viewport } from "next"
import { cookies, headers } from "next/headers"
import type { ReactNode } from "react"
import { Announcer } from "@/components/live/announcer"
import { Arrivals } from "@/components/live/arrivals"
import { LiveApp } from "@/components/live/live-app"
import { WaitingInTab } from "@/components/live/waiting-in-tab"
import { Clock } from "@/components/ui/clock"
import { ToastRegion } from "@/components/ui/toasts"
import { isZone } from "@/lib/client/time-words"
import { listTeams } from "@/lib/server/queries/list-teams"
import { getRuntime } from "@/lib/server/runtime/get-runtime"
import { reaches, viewerOf } from "@/lib/server/session/principal"
import { currentPrincipal } from "@/lib/server/session/require-viewer"
import "./globals.css"

export const metadata: Metadata = {
  title: { default: "Countersign", template: "%s · Countersign" },
  description: "Nothing an agent does to the world happens before a person has countersigned its plan.",
  robots: { index: false, follow: false },
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#111418" },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const jar = await cookies()
  const theme = jar.get("theme")?.value
  const zone = jar.get("tz")?.value
  const mac = /Mac|iPhone|iPad/.test((await headers()).get("user-agent") ?? "")
  return (
    <html
      lang="en"
      data-theme={theme === "light" || theme === "dark" ? theme : undefined}
      data-mac={mac ? "" : undefined}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
    >
      <body>
        <Clock now={Date.now()} zone={zone && isZone(zone) ? zone : undefined}>
          <Live lastTeam={jar.get("team")?.value ?? null}>{children}</Live>
          <ToastRegion />
          <Announcer />
        </Clock>
      </body>
    </html>
  )
}

/** Without a session there is nothing to follow: the sign-in page stands alone. */
async function Live({ lastTeam, children }: { lastTeam: string | null; children: ReactNode }) {
  const principal = await currentPrincipal()
  if (!principal || !reaches(principal, "read")) return children
  const runtime = await getRuntime()
  const teams = await listTeams(runtime)
  return (
    <LiveApp viewer={viewerOf(principal)} facts={runtime.facts} teams={teams} lastTeam={lastTeam}>
      {children}
      <WaitingInTab />
      <Arrivals />
    </LiveApp>
  )
}
