// One tool call as one line that opens; a running one is open with its live tail, a blocked one says that nothing happened.
"use client"

import { memo, type ReactNode, useId, useState } from "react"
import { exactDurationWords } from "@/lib/client/time-words"
import type { Request } from "@/lib/core/request"
import { nameOf } from "../team/who-is"
import { classes } from "../ui/classes"
import { Icon } from "../ui/icon"
import { Mark, markOf } from "../ui/mark"
import { StatusIcon } from "../ui/status"
import { Elapsed } from "../ui/time"
import { callFate } from "./call-fate"
import { ToolBody } from "./tool-body"
import { toolArgument, toolOutcome } from "./tool-line"
import type { ToolCall } from "./turns"

export type CallTime = { startedAt: string; ms: number | null }

type Props = {
  call: ToolCall
  agent: string
  time?: CallTime
  /** The request a `submit_plan` opened. */
  request?: Request
  /** Its turn is the one the agent is in. */
  turnRuns: boolean
  /** What a running command has written so far. */
  tail?: string
}

export const ToolRow = memo(function ToolRow({ call, agent, time, request, turnRuns, tail }: Props) {
  const fate = callFate(call, agent, turnRuns)
  const running = fate.kind === "running"
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [lastTail, setLastTail] = useState("")
  // What opened by itself while it ran stays open when it ends: nothing may jump away from under a reader.
  if (running && tail && tail !== lastTail) setLastTail(tail)
  const open = chosen ?? lastTail !== ""
  const id = useId()
  const dashed = fate.kind === "blocked"
  const said = fate.kind === "blocked" || fate.kind === "not-run" || fate.kind === "unknown" ? fate.sentence : null
  return (
    <div
      className={classes(
        "mt-1.5 max-w-[596px] rounded-m border",
        dashed ? "border-dashed border-line-strong" : "border-line",
      )}
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setChosen(!open)}
        className="ring-inside flex h-[30px] w-full items-center gap-2 rounded-m px-2.5 text-left font-mono text-small leading-[18px] tracking-[-0.01em] hover:bg-hover pointer-coarse:h-11"
      >
        <FateIcon kind={fate.kind} request={request} />
        <span className="flex-none text-text-3">{call.name}</span>
        <span className="cut">{toolArgument(call.name, call.input)}</span>
        <span className="ml-auto flex-none pl-2 font-sans tracking-normal text-text-3">
          {running ? <Running time={time} /> : <Outcome call={call} kind={fate.kind} request={request} time={time} />}
        </span>
      </button>
      {said && (
        <p
          className={classes(
            "border-t px-2.5 py-1.5 text-small text-text-2",
            dashed ? "border-dashed border-line-strong" : "border-line",
          )}
        >
          {said}
        </p>
      )}
      {open && (
        <div id={id}>
          <ToolBody call={call} tail={lastTail} watched={chosen === null} hideResult={said !== null} />
        </div>
      )}
    </div>
  )
})

function FateIcon({ kind, request }: { kind: ReturnType<typeof callFate>["kind"]; request?: Request }): ReactNode {
  if (request) return <Mark state={markOf(request)} size={14} />
  switch (kind) {
    case "running":
      return <StatusIcon status="working" />
    case "blocked":
      return <Icon name="block" />
    case "failed":
      return <Icon name="close" />
    case "ended":
    case "not-run":
      return <StatusIcon status="shutdown" />
    case "unknown":
      return <StatusIcon status="failed" />
    case "done":
      return <Icon name="check" />
  }
}

function Running({ time }: { time?: CallTime }) {
  return (
    <span className="font-medium text-work">
      Running
      {time && (
        <>
          , <Elapsed since={time.startedAt} />
        </>
      )}
    </span>
  )
}

function Outcome({ call, kind, request, time }: Pick<Props, "call" | "request" | "time"> & { kind: string }) {
  if (kind === "blocked") return "Blocked"
  if (kind === "not-run") return "Not run"
  if (kind === "unknown") return "Unknown"
  if (kind === "ended") return "Ended"
  if (request) return planFate(request)
  const length = time?.ms !== null && time?.ms !== undefined ? exactDurationWords(time.ms) : ""
  return [toolOutcome(call), length].filter(Boolean).join(" · ")
}

/** "Approved by Dana after 6 min 16 s". */
export function planFate(request: Request): string {
  const { resolution, status } = request
  if (!resolution) return request.approvals.length > 0 ? "Waits for another approval" : "Waits for a decision"
  const took = exactDurationWords(Date.parse(resolution.at) - Date.parse(request.created_at))
  if (resolution.reason !== "decided") return `${capital(resolution.reason)} after ${took}`
  return `${capital(status)} by ${nameOf(resolution.by)} after ${took}`
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
