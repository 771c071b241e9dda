// The two signatures of a shutdown: whoever asked, and the agent that answers.
"use client"

import type { Request } from "@/lib/core/request"
import { isPerson, nameOf } from "../team/who-is"
import { classes } from "../ui/classes"
import { Stroke } from "../ui/mark"
import { ClockTime } from "../ui/time"

export function SignaturePair({ request }: { request: Request }) {
  const { resolution, target } = request
  const refused = request.status === "rejected"
  const forced = resolution?.reason === "forced" || resolution?.reason === "expired"
  const answerer = forced ? nameOf(resolution.by) : target
  return (
    <div className="mt-2.5 mb-3.5 flex gap-6">
      <Signature
        who={nameOf(request.opened_by)}
        at={request.created_at}
        under="Asked by"
        by={isPerson(request.opened_by) ? "person" : "agent"}
      />
      {resolution ? (
        <Signature
          who={answerer}
          at={resolution.at}
          under={
            refused
              ? "Refused by"
              : forced
                ? resolution.reason === "expired"
                  ? "Ended, no answer"
                  : "Ended by"
                : "Answered by"
          }
          by={forced && isPerson(resolution.by) ? "person" : "agent"}
          refused={refused}
        />
      ) : (
        <Signature who={`${target}, not yet`} at={null} under="Answered by" by="agent" />
      )}
    </div>
  )
}

type Props = { who: string; at: string | null; under: string; by: "person" | "agent"; refused?: boolean }

function Signature({ who, at, under, by, refused }: Props) {
  return (
    <div className="min-w-0 flex-1">
      <div
        className={classes(
          "flex h-7 items-center gap-2 border-b",
          at === null ? "border-dashed border-control text-text-3" : "border-line-strong font-medium",
        )}
      >
        <Stroke by={by} state={refused ? "refused" : at === null ? "open" : "signed"} className="-ml-[3px]" />
        <span className="cut">{who}</span>
        {at !== null && <ClockTime at={at} className="ml-auto text-small font-normal text-text-3" />}
      </div>
      <div className="pt-[3px] text-micro text-text-3">{under}</div>
    </div>
  )
}
