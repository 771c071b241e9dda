// The roster as a table with rows of fixed height; it scrolls below its own head.
"use client"

import type { Agent } from "@/lib/core/agent"
import type { Request } from "@/lib/core/request"
import { classes } from "../ui/classes"
import { RosterRow } from "./roster-row"
import type { RowVerbs } from "./row-menu"
import { useHeldOrder } from "./use-held-order"

type Props = {
  agents: readonly Agent[]
  requests: readonly Request[]
  paused: boolean
  canOperate: boolean
  verbs: RowVerbs
}

/** Below 1280 px the status stands with the name and the gate is its sign; below 1024 px tokens and cost go. */
const COLUMNS = [
  { name: "Agent", className: "pl-4 text-left xl:pl-5" },
  { name: "Status", className: "hidden text-left xl:table-cell" },
  { name: "Now", className: "text-left" },
  { name: "For", className: "pr-3.5 text-right" },
  { name: "Gate", className: "hidden text-left md:table-cell" },
  { name: "Unread", className: "hidden pr-3.5 text-right md:table-cell" },
  { name: "Tokens", className: "hidden pr-3.5 text-right lg:table-cell" },
  { name: "Cost", className: "hidden pr-3.5 text-right lg:table-cell" },
  { name: "Actions", className: "" },
]

export function RosterTable({ agents, requests, paused, canOperate, verbs }: Props) {
  const { order, hold } = useHeldOrder(agents)
  return (
    <table
      aria-label="Roster"
      className="w-full table-fixed border-separate border-spacing-0 [&_td]:border-b [&_td]:border-line [&_tbody_th]:border-b [&_tbody_th]:border-line"
      {...hold}
    >
      <colgroup>
        <col className="w-[124px] xl:w-[128px] 2xl:w-[180px]" />
        <col className="hidden xl:table-column xl:w-[104px]" />
        <col />
        <col className="w-[68px]" />
        <col className="hidden md:table-column md:w-[44px] xl:w-[136px]" />
        <col className="hidden md:table-column md:w-[58px] xl:w-[62px]" />
        <col className="hidden lg:table-column lg:w-[58px]" />
        <col className="hidden lg:table-column lg:w-[58px]" />
        <col className="w-11 lg:w-[42px]" />
      </colgroup>
      <thead>
        <tr>
          {COLUMNS.map(({ name, className }) => (
            <th
              key={name}
              scope="col"
              className={classes(
                "sticky top-0 z-[1] h-[30px] border-b border-line bg-surface text-small font-medium text-text-3",
                className,
              )}
            >
              {name === "Actions" ? <span className="sr-only">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {order.map((agent) => (
          <RosterRow
            key={agent.name}
            agent={agent}
            requests={requests}
            paused={paused}
            canOperate={canOperate}
            verbs={verbs}
          />
        ))}
      </tbody>
    </table>
  )
}
