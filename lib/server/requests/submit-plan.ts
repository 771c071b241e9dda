// A plan from an agent that runs elsewhere: the same request as any other; one that is still pending is replaced.
import "server-only"
import { and, eq } from "drizzle-orm"
import type { Request } from "@/lib/core/request"
import type { ServerContext } from "@/lib/server/context"
import type { AgentRow } from "@/lib/server/db/agent-rows"
import { requests } from "@/lib/server/db/schema"
import type { Tx } from "@/lib/server/db/store"
import type { TeamRow } from "@/lib/server/db/team-rows"
import { advance } from "./advance"
import { openRequest } from "./open-request"

const TYPE = "plan_approval"

/** The caller holds the locks of both agents. Only from outside can one submit while it waits: ours are parked. */
export async function submitPlan(
  tx: Tx,
  context: Pick<ServerContext, "protocols" | "facts">,
  { team, self, lead }: { team: TeamRow; self: AgentRow; lead: AgentRow },
  payload: unknown,
): Promise<Request> {
  const by = `agent:${self.name}`
  const pending = await tx.db
    .select()
    .from(requests)
    .where(
      and(
        eq(requests.team, team.id),
        eq(requests.sender, self.name),
        eq(requests.generation, self.generation),
        eq(requests.type, TYPE),
        eq(requests.status, "pending"),
      ),
    )
    .orderBy(requests.id)
    .for("update")
  for (const row of pending) {
    const closing = { kind: "close", reason: "superseded", status: "rejected", by, feedback: "" } as const
    await advance(tx, context, { row, subject: self, lead }, closing)
  }
  return openRequest(tx, context, {
    team,
    type: TYPE,
    sender: self.name,
    party: "teammate",
    by,
    target: lead,
    subject: self,
    payload,
  })
}
