// Asks a teammate to leave: at once in code when nothing runs, else by a question it answers; `force` ends it.
import "server-only"
import { AppError } from "@/lib/core/errors"
import { HUMAN, LEAD } from "@/lib/core/ids"
import type { Request } from "@/lib/core/request"
import type { ServerContext } from "@/lib/server/context"
import { type AgentRow, keyOf, lockAgents, notInTeam, patchAgent, setStatus } from "@/lib/server/db/agent-rows"
import { hasRunningTurn } from "@/lib/server/db/own-rows"
import type { AgentKey, Tx } from "@/lib/server/db/store"
import { getTeamRow } from "@/lib/server/db/team-rows"
import { memberNames } from "@/lib/server/inbox/member-names"
import { setTimer, wakeNow } from "@/lib/server/inbox/wake-later"
import { advance } from "./advance"
import { awaitDecision } from "./await-decision"
import { openRequest } from "./open-request"
import { findPendingShutdown, lockRequest, type RequestRow, toRequest } from "./request-rows"

/** However busy it is, nobody keeps a person waiting longer than this from the asking. */
export const BACKSTOP_MS = 180_000
/** How long a forced end may take to reach whoever runs the agent, before the caller is told it is under way. */
const FORCE_WAIT_MS = 8_000

type Context = Pick<ServerContext, "store" | "protocols" | "facts" | "interrupt" | "bus">

export async function requestShutdown(
  context: Context,
  teamId: string,
  name: string,
  { reason = "", force = false }: { reason?: string; force?: boolean },
  by: string,
): Promise<Request> {
  const asked = await context.store.transaction(async (tx) => {
    tx.addToTeam(teamId, { unattended: "reset" })
    return askToLeave(tx, context, teamId, name, { reason, force, sender: HUMAN, by })
  })
  if (asked.request.status !== "pending" || !force) return asked.request
  context.interrupt(asked.key, true)
  return awaitDecision(context, asked.request, FORCE_WAIT_MS)
}

export type Asking = { reason: string; force: boolean; sender: "human" | "lead"; by: string }

/** The same pending request when there is one; the whole step in the caller's transaction. */
export async function askToLeave(
  tx: Tx,
  context: Pick<Context, "protocols" | "facts">,
  teamId: string,
  name: string,
  asking: Asking,
): Promise<{ request: Request; key: AgentKey }> {
  const team = await getTeamRow(tx.db, teamId)
  if (name === LEAD) throw new AppError("invalid", "The lead cannot be shut down.")
  const locked = await lockAgents(tx, teamId, [LEAD, name])
  const subject = locked.get(name)
  const lead = locked.get(LEAD)
  if (!lead) throw new Error(`team ${teamId} has no lead`)
  if (!subject) throw notInTeam(name, await memberNames(tx.db, teamId))
  const key = keyOf(subject)
  const pending = await findPendingShutdown(tx, subject)
  const request = pending
    ? toRequest(pending)
    : await openRequest(tx, context, {
        team,
        type: "shutdown",
        sender: asking.sender,
        party: asking.sender,
        by: asking.by,
        target: subject,
        subject,
        payload: { reason: asking.reason },
      })
  const row = await lockRequest(tx, teamId, request.request_id)
  if (!row) throw new Error(`request ${request.request_id} is gone`)
  const running = await hasRunningTurn(tx.db, subject)
  const external = subject.kind === "external"
  // Between two turns it works as much as within one; in a paused team the next one never comes.
  const between = (subject.status === "working" || subject.status === "stopping") && team.paused === null
  const atRest = !external && (subject.status === "waiting" || subject.status === "failed" || (!running && !between))
  if (atRest || (external && (asking.force || subject.status === "idle" || subject.status === "waiting"))) {
    const answer = { by: `agent:${name}`, reason: "decided" as const }
    const ended = await leaveNow(tx, context, { row, subject, lead }, asking.force ? null : answer, asking.by)
    return { request: ended, key }
  }
  if (!pending) {
    await setTimer(tx, subject, "backstop", BACKSTOP_MS, request.request_id)
    await setStatus(tx, subject, "stopping")
  }
  if (asking.force) {
    await patchAgent(tx, subject, {
      stop: { mode: "force", by: asking.by, request_id: request.request_id, hard: true },
    })
    await wakeNow(tx, subject)
  }
  return { request, key }
}

type AtRest = { row: RequestRow; subject: AgentRow; lead: AgentRow }

async function leaveNow(
  tx: Tx,
  context: Pick<Context, "protocols">,
  locked: AtRest,
  agreed: { by: string } | null,
  by: string,
): Promise<Request> {
  const settled = await advance(
    tx,
    context,
    locked,
    agreed
      ? {
          kind: "answer",
          responseType: "shutdown_response",
          by: agreed.by,
          party: "teammate",
          agent: locked.subject.name,
          generation: locked.subject.generation,
          approve: true,
          feedback: "",
          quorum: 1,
          leadDecides: false,
        }
      : { kind: "close", reason: "forced", status: "approved", by, feedback: "" },
  )
  return settled.request
}
