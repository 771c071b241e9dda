// What an agent is writing at this moment, or that it is thinking and for how long.
"use client"

import type { Writing } from "@/lib/client/live-store"
import type { Agent } from "@/lib/core/agent"
import type { TurnFact } from "@/lib/core/agent-record"
import { Ago } from "../ui/time"
import { Prose } from "./prose"
import { TurnHeading, type TurnNote } from "./turn-view"
import type { Turn } from "./turns"

type Props = {
  agent: Agent
  writing: Writing | undefined
  turns: readonly Turn[]
  facts: readonly TurnFact[]
  note: TurnNote | null
}

export function WritingNow({ agent, writing, turns, facts, note }: Props) {
  const no = Math.max(agent.turn, writing?.turn ?? 0)
  const shown = turns.findLast((turn) => turn.no === no)
  const answered = shown?.items.some((item) => item.kind === "text" || item.kind === "tool" || item.kind === "thinking")
  const active = agent.status === "working" || agent.status === "stopping"
  const fresh = writing?.turn === no && !answered ? writing : undefined
  if (!fresh && (!active || answered || !agent.activity)) return null
  const begun = facts.find((fact) => fact.no === no)?.started_at ?? agent.activity?.since
  return (
    <div>
      {!shown && begun && <TurnHeading no={no} at={begun} note={note} />}
      {fresh && fresh.text !== "" ? (
        <Prose text={fresh.text} writing className="max-w-[596px]" />
      ) : (
        agent.activity && (
          <p className="text-talk text-text-3">
            {fresh && Object.keys(fresh.calls).length > 0 ? "Writing a tool call, " : "Thinking, "}
            <Ago since={agent.activity.since} />
          </p>
        )
      )}
    </div>
  )
}
