// One message of an inbox: who, what kind, which request, its words, and which turn took it.
"use client"

import { memo, type ReactNode } from "react"
import { exactDurationWords } from "@/lib/client/time-words"
import { classes } from "../ui/classes"
import { Icon } from "../ui/icon"
import { Mark, markOf } from "../ui/mark"
import { RequestTag } from "../ui/tag"
import { Ago, ClockTime } from "../ui/time"
import type { InboxRow } from "./inbox-rows"
import { summaryOf } from "./inbox-summary"

type Props = {
  row: InboxRow
  fresh: boolean
  open: boolean
  /** Why it is not delivered, for those that are not. */
  waits: string
  onToggle: (key: string) => void
}

export const InboxMessage = memo(function InboxMessage({ row, fresh, open, waits, onToggle }: Props) {
  return (
    <li
      id={row.kind === "received" ? `msg-${row.key}` : undefined}
      className={classes(
        "relative border-b border-line target:bg-selected",
        fresh && "bg-surface",
        row.tie && TIE[row.tie],
        row.tie && "after:absolute after:left-2 after:w-2 after:border-[1.5px] after:border-r-0 after:border-control",
      )}
    >
      <button
        type="button"
        aria-expanded={open}
        onClick={() => onToggle(row.key)}
        className={classes(
          "ring-inside grid w-full grid-cols-[20px_minmax(0,1fr)] px-4 pt-[9px] text-left hover:bg-hover xl:pl-5",
          open ? "pb-2" : "h-[71px]",
        )}
      >
        <span className="mt-[3px] text-text-3">{iconOf(row)}</span>
        <span className="block min-w-0">
          <span className="flex items-center gap-2">
            <b className="cut max-w-[45%] flex-none">{row.from}</b>
            <span className="cut text-small text-text-3">{row.kind === "sent" ? `${row.type}, sent` : row.type}</span>
            {row.requestId && <RequestTag id={row.requestId} />}
            <ClockTime at={row.at} className="ml-auto pl-1 text-small text-text-3" />
          </span>
          <span
            className={classes(
              "block",
              open ? "whitespace-pre-wrap [overflow-wrap:anywhere]" : "cut",
              fresh ? "text-text" : "text-text-2",
            )}
          >
            {open ? row.text : summaryOf(row)}
          </span>
          <span className="block text-micro leading-[15px] text-text-3">
            <Foot row={row} waits={waits} />
          </span>
        </span>
      </button>
    </li>
  )
})

const TIE = {
  first: "after:top-[18px] after:-bottom-px after:rounded-tl-s after:border-b-0",
  mid: "after:top-0 after:-bottom-px after:border-y-0",
  last: "after:top-0 after:h-[19px] after:rounded-bl-s after:border-t-0",
}

function iconOf(row: InboxRow): ReactNode {
  if (row.type === "plan_approval_request") return <Mark state="open" size={14} />
  if (row.type === "plan_approval_response") {
    const state = row.request ? markOf(row.request) : row.approve ? "approved" : "rejected"
    return <Mark state={state} size={14} />
  }
  if (row.type.startsWith("shutdown") || row.type === "teammate_terminated") return <Icon name="power" size={14} />
  if (row.type === "task_assigned") return <Icon name="task" size={14} />
  if (row.type === "result") return <Icon name="check" size={14} />
  return <Icon name="inbox" size={14} />
}

function Foot({ row, waits }: { row: InboxRow; waits: string }) {
  if (row.kind === "sent") {
    const resolution = row.request?.resolution
    if (!resolution)
      return (
        <>
          To {row.to} · open for <Ago since={row.at} warn />
        </>
      )
    return `To ${row.to} · open for ${exactDurationWords(Date.parse(resolution.at) - Date.parse(row.at))}`
  }
  if (row.settled) {
    const how = row.request?.resolution?.reason
    return how === "forced" || how === "expired"
      ? "It was ended before it read this"
      : "Answered by the server, no turn was needed"
  }
  if (!row.delivered) return row.keptWhileWaiting ? "Kept while waiting" : waits
  const turn = row.delivered.turn === null ? "Handled by the server" : `Turn ${row.delivered.turn}`
  return (
    <>
      {row.keptWhileWaiting ? `Kept while waiting · ${turn.toLowerCase()}` : turn}, <ClockTime at={row.delivered.at} />
    </>
  )
}
