// The page's clock: what the server took as now and as time zone, so that the first paint and the hydration agree.
"use client"

import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from "react"
import { subscribeToTicks } from "@/lib/client/ticker"

type Start = { now: number; zone: string | undefined }

const ClockStart = createContext<Start>({ now: 0, zone: undefined })

export const ZONE_COOKIE = "tz"

export function Clock({ now, zone, children }: { now: number; zone?: string; children: ReactNode }) {
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    if (own && own !== zone) {
      // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in Firefox and on plain http.
      document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(own)}; Path=/; Max-Age=31536000; SameSite=Lax`
    }
  }, [zone])
  return <ClockStart value={{ now, zone }}>{children}</ClockStart>
}

/** Words made from the present moment; a component draws again only when its own words change. */
export function useTimeWords<T extends string | number | boolean>(words: (now: number, zone?: string) => T): T {
  const start = useContext(ClockStart)
  return useSyncExternalStore(
    subscribeToTicks,
    () => words(Date.now()),
    () => words(start.now, start.zone),
  )
}

const never = () => () => {}

/** The same for words that depend on the time zone only, not on the moment. */
export function useZoneWords(words: (zone?: string) => string): string {
  const { zone } = useContext(ClockStart)
  return useSyncExternalStore(
    never,
    () => words(),
    () => words(zone),
  )
}
