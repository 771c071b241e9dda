// The time of a row: the clock, or the milliseconds since the row before when both belong to one burst.
"use client"

import { useZoneWords } from "@/components/ui/clock"
import { clockWords } from "@/lib/client/time-words"

export function RowTime({ at, gap }: { at: string; gap: number | null }) {
  const clock = useZoneWords((zone) => clockWords(at, zone))
  return (
    <time
      dateTime={at}
      title={gap === null ? undefined : clock}
      className="pr-3 pl-4 text-right font-mono text-small tracking-[-0.03em] whitespace-nowrap text-text-3 max-md:pr-1 max-md:pl-3"
    >
      {gap === null ? clock : `+${gap} ms`}
    </time>
  )
}
