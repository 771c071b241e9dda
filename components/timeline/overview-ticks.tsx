// The times below the strip, drawn in the browser because only it knows the reader's zone.
"use client"

import { useEffect, useState } from "react"
import { clockWords } from "@/lib/client/time-words"
import type { OverviewScale } from "@/lib/core/timeline-overview"
import { overviewTicks, type Tick } from "@/lib/core/timeline-ticks"

const APART = 96

function tickWords({ at, day, date }: Tick): string {
  if (date) return new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "short" })
  const clock = clockWords(at, undefined, false)
  return day ? `${new Date(at).toLocaleDateString("en-GB", { weekday: "short" })} ${clock}` : clock
}

export function OverviewTicks({ scale, width }: { scale: OverviewScale; width: number }) {
  const [here, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  const ticks = here ? overviewTicks(scale, APART / width) : []
  return (
    <div aria-hidden="true" className="relative h-[14px] text-micro leading-[14px] whitespace-nowrap text-text-3">
      {ticks.map((tick) => (
        <span key={tick.at} className="absolute" style={{ left: tick.x * width }}>
          {tickWords(tick)}
        </span>
      ))}
      <span className="absolute right-0">now</span>
    </div>
  )
}
