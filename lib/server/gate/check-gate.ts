// Asks the gate for one tool call; the only place where a call is let through or stopped.
import "server-only"
import { askGate, type GateAnswer, type Touch } from "@/lib/core/gate-rule"
import { Policy } from "@/lib/core/policy"
import type { AgentRow } from "@/lib/server/db/agent-rows"
import type { Tx } from "@/lib/server/db/store"
import type { TeamRow } from "@/lib/server/db/team-rows"

export function checkGate(agent: AgentRow, team: TeamRow, touch: Touch | undefined): GateAnswer {
  return askGate(
    {
      name: agent.name,
      generation: agent.generation,
      isLead: agent.kind === "lead",
      planRequired: agent.planRequired,
      gate: agent.gate,
      lease: agent.lease,
    },
    touch,
    Policy.parse(team.policy),
  )
}

export function recordBlocked(
  tx: Tx,
  agent: AgentRow,
  call: { tool: string; tool_use_id: string; summary: string },
  answer: Extract<GateAnswer, { allowed: false }>,
): void {
  tx.record(
    agent.team,
    "gate.blocked",
    { agent: agent.name, request_id: agent.lease?.request_id ?? null },
    { generation: agent.generation, ...call, cause: answer.cause, sentence: answer.sentence },
  )
}
