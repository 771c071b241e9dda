// A plan from an agent that runs elsewhere: the same request as any other; one that is still pending is replaced.
import "server-only"
import { and, eq } from "drizzle-orm"
import { LEAD } from "@/lib/core/ids"
import type { Request } from "@/lib/core/request"
import type { ServerContext } from "@/lib/server/context"
import { lockAgents, notInTeam } from "@/lib/server/db/agent-rows"
import { requests } from "@/lib/server/db/schema"
import { getTeamRow } from "@/lib/server/db/team-rows"
import { memberNames } from "@/lib/server/inbox/member-names"
import { advance } from "./advance"
import { openRequest } from "./open-request"

export async function submitPlan(
  context: Pick<ServerContext, "store" | "protocols" | "facts">,
  teamId: string,
  name: string,
  payload: unknown,
): Promise<Request> {
  return context.store.transaction(async (tx) => {
    const team = await getTeamRow(tx.db, teamId)
    const rows = await lockAgents(tx, teamId, [LEAD, name])
    const subject = rows.get(name)
    const lead = rows.get(LEAD)
    if (!lead || !subject) throw notInTeam(name, await memberNames(tx.db, teamId))
    const pending = await tx.db
      .select()
      .from(requests)
      .where(
        and(
          eq(requests.team, teamId),
          eq(requests.sender, name),
          eq(requests.generation, subject.generation),
          eq(requests.type, "plan_approval"),
          eq(requests.status, "pending"),
        ),
      )
      .orderBy(requests.id)
      .for("update")
    const by = `agent:${name}`
    for (const row of pending) {
      const closing = { kind: "close", reason: "superseded", status: "rejected", by, feedback: "" } as const
      await advance(tx, context, { row, subject, lead }, closing)
    }
    return openRequest(tx, context, {
      team,
      type: "plan_approval",
      sender: name,
      party: "teammate",
      by,
      target: lead,
      subject,
      payload,
    })
  })
}
