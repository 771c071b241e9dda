// Begins or resumes a turn: one transaction under the agent's row lock, which also moves the fence.
import "server-only"
import { runnable } from "@/lib/core/agent"
import { Policy } from "@/lib/core/policy"
import type { ProtocolTable } from "@/lib/core/protocols"
import type { ServerContext } from "@/lib/server/context"
import { type AgentRow, lockAgents, patchAgent, setStatus } from "@/lib/server/db/agent-rows"
import { compiledInsert } from "@/lib/server/db/compiled"
import { turns } from "@/lib/server/db/schema"
import type { AgentKey, Tx } from "@/lib/server/db/store"
import type { TeamRow } from "@/lib/server/db/team-rows"
import { pauseTeam } from "@/lib/server/inbox/pause-team"
import { renderMail } from "@/lib/server/inbox/render-mail"
import { takeMail } from "@/lib/server/inbox/take-mail"
import type { Begun, Permit } from "./agent-runtime"
import { appendEntry } from "./conversation-rows"
import { runFacts, teamAndRunningTurn } from "./run-facts"

/** `stop`: its end is due without another turn, and the caller carries it out before anything else. */
export type Beginning = { kind: "turn"; begun: Begun } | { kind: "stop" } | { kind: "rest" }

export async function beginTurn(
  context: Pick<ServerContext, "store" | "protocols" | "facts">,
  key: AgentKey,
  permit: Pick<Permit, "belongsHere">,
): Promise<Beginning> {
  return context.store.transaction(async (tx): Promise<Beginning> => {
    // Sent together, carried out in this order: what is read before the lock is taken may be old.
    const [locked, { team, running }] = await Promise.all([
      lockAgents(tx, key.team, [key.name]),
      teamAndRunningTurn(tx, key),
    ])
    const agent = locked.get(key.name)
    if (!agent || agent.generation !== key.generation) return { kind: "rest" }
    // The wake flag stays: it is for whoever runs the agent on that machine.
    if (!permit.belongsHere(team.machine)) return { kind: "rest" }
    if (agent.stop) return { kind: "stop" }
    const facts = await runFacts(tx, context.protocols, agent, team, running)
    const able = runnable(facts)
    const paused = facts.teamPaused || (able && !running && (await pausesTeam(tx, team)))
    if (!able || paused) {
      if (agent.wake) await patchAgent(tx, agent, { wake: false })
      // The turn in which it would answer never comes in a paused team: it leaves in code.
      return { kind: paused && agent.status === "stopping" ? "stop" : "rest" }
    }
    const turn = running
      ? { no: running.no, answer: running.answer, attempts: running.attempts, maxTokens: running.maxTokens }
      : await openTurn(tx, context.protocols, agent)
    if (agent.status !== "stopping") await setStatus(tx, agent, "working")
    // The model is this start's, whatever the agent began with: a team may have been set up in rehearsal.
    const model = context.facts.model_id
    const changed = agent.model === model ? {} : { model }
    await patchAgent(tx, agent, {
      ...changed,
      wake: false,
      epoch: agent.epoch + 1,
      retryAt: null,
      error: null,
      activity: { kind: "thinking", since: tx.at },
    })
    const about = { generation: agent.generation, turn: turn.no, resumed: running !== null, ...changed }
    tx.record(agent.team, "turn.started", { agent: agent.name }, about)
    return {
      kind: "turn",
      begun: { fence: { ...key, epoch: agent.epoch }, agent, team, turn, unstored: null, left: null },
    }
  })
}

const insertTurn = compiledInsert(turns)

async function openTurn(tx: Tx, protocols: ProtocolTable, agent: AgentRow): Promise<Begun["turn"]> {
  const no = agent.turn + 1
  const mail = await takeMail(tx, protocols, agent, no)
  if (mail.length > 0) await appendEntry(tx, agent, { turn: no, role: "user", content: renderMail(mail) })
  await insertTurn(tx.db, {
    team: agent.team,
    agent: agent.name,
    generation: agent.generation,
    no,
    state: "running",
    attempts: 0,
    startedAt: tx.at,
  })
  await patchAgent(tx, agent, { turn: no, owesReply: true })
  tx.addToTeam(agent.team, { unattended: 1 })
  return { no, answer: null, attempts: 0, maxTokens: null }
}

/** Two agents cannot talk for ever, and none spends more than it may: the team pauses before the turn, not after. */
async function pausesTeam(tx: Tx, team: TeamRow): Promise<boolean> {
  const policy = Policy.parse(team.policy)
  if (policy.budget_usd !== null && team.costUsd >= policy.budget_usd) {
    await pauseTeam(tx, team.id, "budget")
    return true
  }
  if (team.unattendedTurns >= policy.max_turns_unattended) {
    await pauseTeam(tx, team.id, "unattended")
    return true
  }
  return false
}
