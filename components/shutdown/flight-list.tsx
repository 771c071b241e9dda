// The list of what is in flight, each with what becomes of it.
"use client"

import type { ReactNode } from "react"
import { GateIcon } from "../ui/gate"
import { Icon } from "../ui/icon"
import { Mark } from "../ui/mark"
import { StatusIcon } from "../ui/status"
import { Elapsed } from "../ui/time"
import type { FlightLine } from "./in-flight-lines"

const ICON: Record<FlightLine["icon"], ReactNode> = {
  terminal: <Icon name="terminal" />,
  gate: <GateIcon gate="open" />,
  plan: <Mark state="open" />,
  task: <Icon name="task" />,
  inbox: <Icon name="inbox" />,
  thinking: <StatusIcon status="working" />,
}

export function FlightList({ lines }: { lines: readonly FlightLine[] }) {
  if (lines.length === 0) return <p className="border-y border-line py-2 text-text-2">Nothing is in flight.</p>
  return (
    <ul aria-label="In flight" className="border-t border-line">
      {lines.map((line) => (
        <li
          key={line.key}
          className="grid min-h-[38px] grid-cols-[26px_minmax(0,1fr)_auto] items-center gap-y-0.5 border-b border-line max-md:grid-cols-[26px_minmax(0,1fr)] max-md:py-1.5"
        >
          <span className="text-text-3">{ICON[line.icon]}</span>
          <span className="flex min-w-0">
            <span className="cut">
              {line.text}
              {line.code && <code>{line.code}</code>}
            </span>
            {line.since && (
              <span className="flex-none">
                , <Elapsed since={line.since} />
              </span>
            )}
          </span>
          <span className="pl-3 text-small text-text-2 max-md:col-start-2 max-md:pl-0">{line.fate}</span>
        </li>
      ))}
    </ul>
  )
}
