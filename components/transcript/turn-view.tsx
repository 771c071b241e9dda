// One turn of a transcript: a thin heading with its number, time and plan, then its words, calls and mail.
"use client"

import { memo } from "react"
import type { Request } from "@/lib/core/request"
import { shortId } from "@/lib/core/short-id"
import { Icon } from "../ui/icon"
import { ClockTime } from "../ui/time"
import { mailSentence } from "./mail-blocks"
import { Prose } from "./prose"
import { Thinking } from "./thinking"
import { type CallTime, ToolRow } from "./tool-row"
import type { Turn, TurnItem } from "./turns"

/** What a heading adds to the number and the time. */
export type TurnNote = { kind: "under"; title: string } | { kind: "asked-to-leave"; requestId: string }

type Props = {
  turn: Turn
  agent: string
  note: TurnNote | null
  /** It is the turn the agent is in. */
  runs: boolean
  times: ReadonlyMap<string, CallTime>
  /** Requests that this turn's `submit_plan` calls opened, by tool call. */
  plans: ReadonlyMap<string, Request>
  tails: Readonly<Record<string, string>>
}

export const TurnView = memo(function TurnView({ turn, note, ...facts }: Props) {
  return (
    <section aria-label={`Turn ${turn.no}`} id={`turn-${turn.no}`} className="scroll-mt-4">
      <TurnHeading no={turn.no} at={turn.at} note={note} />
      {turn.items.map((item) => (
        <ItemView key={item.key} item={item} {...facts} />
      ))}
    </section>
  )
})

function ItemView({ item, agent, runs, times, plans, tails }: Omit<Props, "turn" | "note"> & { item: TurnItem }) {
  switch (item.kind) {
    case "text":
      return <Prose text={item.text} className="max-w-[596px]" />
    case "thinking":
      return <Thinking text={item.text} />
    case "mail":
      return (
        <p className="mb-1 flex items-center gap-2 text-small text-text-3">
          <Icon name="inbox" size={14} />
          <a href={`#msg-${item.taken[0]!.id}`} className="cut hover:text-text hover:underline">
            {mailSentence(item.taken)}
          </a>
        </p>
      )
    case "note":
      return (
        <details className="max-w-[596px] text-small text-text-3">
          <summary className="cut">Told by the server: {item.text.slice(0, 120)}</summary>
          <p className="mt-1 whitespace-pre-wrap">{item.text}</p>
        </details>
      )
    case "tool":
      return (
        <ToolRow
          call={item}
          agent={agent}
          time={times.get(item.id)}
          request={plans.get(item.id)}
          turnRuns={runs}
          tail={tails[item.id]}
        />
      )
  }
}

export function TurnHeading({ no, at, note }: { no: number; at: string; note: TurnNote | null }) {
  return (
    <h3 className="mt-3.5 mb-1.5 flex items-center gap-2.5 text-small font-medium text-text-3 after:h-px after:flex-1 after:bg-line">
      <span className="cut">
        Turn {no} · <ClockTime at={at} />
        {note?.kind === "under" && ` · under “${note.title}”`}
        {note?.kind === "asked-to-leave" && (
          <>
            {" · asked to leave, "}
            <span className="font-mono" title={note.requestId}>
              req_{shortId(note.requestId)}
            </span>
          </>
        )}
      </span>
    </h3>
  )
}
