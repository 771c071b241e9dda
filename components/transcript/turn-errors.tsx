// A turn that failed: why, how often, when it is tried again, or that it was given up and how to go on.
"use client"

import type { Agent } from "@/lib/core/agent"
import type { AgentRecord } from "@/lib/core/agent-record"
import { Banner } from "../ui/banner"
import { Button } from "../ui/button"
import { ClockTime } from "../ui/time"

type Props = { agent: Agent; record: AgentRecord; canOperate: boolean; onResume: () => void }

export function TurnErrors({ agent, record, canOperate, onResume }: Props) {
  if (!agent.error) return null
  const fact = record.turns.findLast((turn) => turn.no === agent.turn)
  const tries = fact && fact.attempts > 1 ? `${fact.attempts} tries. ` : ""
  const failed = agent.status === "failed"
  return (
    <Banner
      tone={failed ? "fail" : "wait"}
      framed
      className="mt-3 max-w-[596px]"
      fact={`Turn ${agent.turn} failed: ${agent.error}`}
      action={
        failed &&
        canOperate && (
          <Button size="s" onClick={onResume}>
            Resume
          </Button>
        )
      }
    >
      {tries}
      {failed ? (
        "It gave up after its last retry. Its inbox is kept."
      ) : record.retry_at ? (
        <>
          It tries again at <ClockTime at={record.retry_at} />.
        </>
      ) : (
        "It tries again by itself."
      )}
    </Banner>
  )
}
