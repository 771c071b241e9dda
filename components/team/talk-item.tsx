// One entry of the talk: a person's words with an ink rule, or the lead's with what it did in rows below.
"use client"

import { memo } from "react"
import type { Request } from "@/lib/core/request"
import { Prose } from "../transcript/prose"
import { Moment } from "../ui/time"
import type { TalkItem } from "./talk-record"
import { TalkRowView } from "./talk-row"
import { nameOf } from "./who-is"

type Props = { item: TalkItem; requests: readonly Request[]; team: string }

export const TalkItemView = memo(function TalkItemView({ item, requests, team }: Props) {
  if (item.kind === "person")
    return (
      <article className="border-l-2 border-ink pl-3">
        <div className="mb-px flex items-baseline gap-2 text-small text-text-3">
          <b className="text-text">{nameOf(item.by)}</b>
          <Moment at={item.at} />
          {!item.delivered && <span>not read yet</span>}
        </div>
        <p className="text-talk whitespace-pre-wrap [overflow-wrap:anywhere]">{item.text}</p>
      </article>
    )
  return (
    <article aria-busy={item.writing || undefined}>
      <div className="mb-px flex items-baseline gap-2 text-small text-text-3">
        <b className="text-text">lead</b>
        <span>
          <Moment at={item.at} />
          {item.turn > 0 && ` · turn ${item.turn}`}
        </span>
      </div>
      {item.paragraphs.map((text, index) => (
        <Prose
          // biome-ignore lint/suspicious/noArrayIndexKey: what was said does not change place.
          key={index}
          text={text}
          writing={item.writing && index === item.paragraphs.length - 1}
          className={index > 0 ? "mt-1.5" : undefined}
        />
      ))}
      {item.rows.length > 0 && (
        <ul className="mt-1.5 rounded-m border border-line">
          {item.rows.map((row) => (
            <TalkRowView key={row.key} row={row} requests={requests} team={team} />
          ))}
        </ul>
      )}
    </article>
  )
})
