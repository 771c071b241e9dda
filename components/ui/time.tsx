// Times and spans in the page: they tick together, keep their width, and never differ between server and browser.
"use client"

import { clockWords, durationWords, momentWords, runningWords } from "@/lib/client/time-words"
import { classes } from "./classes"
import { useTimeWords, useZoneWords } from "./clock"

/** After this long a wait is amber. */
export const LONG_WAIT_MS = 15 * 60_000

/** `6 min`, counting up. `warn` turns it amber after a quarter of an hour, `ago` adds the word. */
export function Ago({
  since,
  ago,
  warn,
  className,
}: {
  since: string
  ago?: boolean
  warn?: boolean
  className?: string
}) {
  const from = Date.parse(since)
  const words = useTimeWords((now) => durationWords(now - from))
  const long = useTimeWords((now) => warn === true && now - from > LONG_WAIT_MS)
  return (
    <time dateTime={since} className={classes("whitespace-nowrap", className, long && "font-medium text-wait")}>
      {ago ? `${words} ago` : words}
    </time>
  )
}

/** `0:41`, counting up: something runs. */
export function Elapsed({ since, className }: { since: string; className?: string }) {
  const from = Date.parse(since)
  const words = useTimeWords((now) => runningWords(now - from))
  return (
    <time dateTime={since} className={classes("whitespace-nowrap", className)}>
      {words}
    </time>
  )
}

/** `14:02:11`. */
export function ClockTime({ at, seconds = true, className }: { at: string; seconds?: boolean; className?: string }) {
  const words = useZoneWords((zone) => clockWords(at, zone, seconds))
  return (
    <time dateTime={at} className={classes("whitespace-nowrap", className)}>
      {words}
    </time>
  )
}

/** `14:02` today, with the day in front of it before that. */
export function Moment({ at, className }: { at: string; className?: string }) {
  const words = useTimeWords((now, zone) => momentWords(at, now, zone))
  return (
    <time dateTime={at} className={classes("whitespace-nowrap", className)}>
      {words}
    </time>
  )
}
