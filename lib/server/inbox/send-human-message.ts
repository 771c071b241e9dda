// A person's words to the lead or to any other agent of a team.
import "server-only"
import { AppError } from "@/lib/core/errors"
import { HUMAN } from "@/lib/core/ids"
import type { Message } from "@/lib/core/message"
import type { ServerContext } from "@/lib/server/context"
import { lockAgents, lockAllAgents, notInTeam } from "@/lib/server/db/agent-rows"
import { getTeamRow } from "@/lib/server/db/team-rows"
import { memberNames } from "./member-names"
import { resumeTeam } from "./pause-team"
import { postMessage } from "./post-message"

export async function sendHumanMessage(
  runtime: Pick<ServerContext, "store">,
  teamId: string,
  { to, content }: { to: string; content: string },
  by: string,
): Promise<Message> {
  if (content.trim() === "") throw new AppError("invalid", "content: the message is empty")
  return runtime.store.transaction(async (tx) => {
    const team = await getTeamRow(tx.db, teamId)
    // A team that paused because nobody was there goes on when somebody is.
    const lifts = team.paused?.reason === "unattended"
    const receiver = (lifts ? await lockAllAgents(tx, teamId) : await lockAgents(tx, teamId, [to])).get(to)
    if (!receiver) throw notInTeam(to, await memberNames(tx.db, teamId))
    tx.addToTeam(teamId, { unattended: "reset" })
    if (lifts) await resumeTeam(tx, teamId, by)
    return postMessage(tx, receiver, { from: HUMAN, type: "message", content, metadata: { by } })
  })
}
