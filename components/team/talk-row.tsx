// One row below the lead's words: a plan with its mark and link, or something it did, which opens to the words behind it.
"use client"

import Link from "next/link"
import { type ReactNode, useState } from "react"
import type { Request } from "@/lib/core/request"
import { classes } from "../ui/classes"
import { Icon, type IconName } from "../ui/icon"
import { Mark, markOf } from "../ui/mark"
import { StatusIcon } from "../ui/status"
import { Moment } from "../ui/time"
import { titleWithRevision } from "./request-words"
import type { TalkRow } from "./talk-rows"
import { nameOf } from "./who-is"

type Props = { row: TalkRow; requests: readonly Request[]; team: string }

const ROW = "flex h-[30px] w-full items-center gap-2 pr-2 pl-2.5 text-left text-small text-text-2 pointer-coarse:h-11"

export function TalkRowView({ row, requests }: Props) {
  const request = row.requestId ? requests.find((each) => each.request_id === row.requestId) : undefined
  return (
    <li className="not-last:border-b not-last:border-line">
      {row.requestId ? <PlanRow row={row} request={request} /> : <ActRow row={row} />}
    </li>
  )
}

function PlanRow({ row, request }: { row: TalkRow; request: Request | undefined }) {
  const recommends = row.text.startsWith("Recommends")
  const who = request?.sender ?? row.text
  const title = request ? titleWithRevision(request) : "a plan"
  const words = recommends ? `${row.text}: ${title}` : `${who}: ${title}`
  const href = `/queue/${row.requestId}`
  return (
    <div className={ROW}>
      <Mark state={request ? markOf(request) : "faint"} size={14} />
      <span className="cut flex-1" title={words}>
        {words}
      </span>
      {request?.status === "pending" ? (
        <Link href={href} className="hit font-medium text-ink hover:underline">
          Review
        </Link>
      ) : (
        <Link href={href} className="hit text-text-3 hover:text-text hover:underline">
          {request ? fateOf(request) : "Open"}
        </Link>
      )}
    </div>
  )
}

function fateOf(request: Request): string {
  const { resolution } = request
  if (!resolution) return "Open"
  if (resolution.reason !== "decided") return resolution.reason
  return `${request.status} by ${nameOf(resolution.by)}`
}

function ActRow({ row }: { row: TalkRow }) {
  const [open, setOpen] = useState(false)
  const inside = (
    <>
      {iconOf(row)}
      <span className="cut flex-1">{row.text}</span>
      <Moment at={row.at} className="text-text-3" />
    </>
  )
  if (!row.detail) return <div className={ROW}>{inside}</div>
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className={classes(ROW, "ring-inside rounded-m hover:bg-hover")}
      >
        {inside}
      </button>
      {open && (
        <p className="border-t border-line bg-sunken px-2.5 py-2 text-ui whitespace-pre-wrap text-text-2 [overflow-wrap:anywhere] last:rounded-b-[5px]">
          {row.detail}
        </p>
      )}
    </>
  )
}

const ICONS: Partial<Record<TalkRow["icon"], IconName>> = {
  team: "team",
  task: "task",
  check: "check",
  message: "note",
  power: "power",
  look: "search",
  tool: "terminal",
  blocked: "block",
}

function iconOf(row: TalkRow): ReactNode {
  if (row.icon === "failed") return <StatusIcon status="failed" className="size-3.5" />
  if (row.icon === "plan") return <Mark state="open" size={14} />
  return <Icon name={ICONS[row.icon] ?? "terminal"} size={14} />
}
