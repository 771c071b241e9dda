// An agent's inbox, delivered and undelivered, oldest first. Looking delivers nothing.
import "server-only"
import { and, eq, gt } from "drizzle-orm"
import { AppError } from "@/lib/core/errors"
import type { Message } from "@/lib/core/message"
import type { ServerContext } from "@/lib/server/context"
import { mailTo } from "@/lib/server/db/own-rows"
import { messages } from "@/lib/server/db/schema"
import { toMessage } from "@/lib/server/inbox/post-message"
import { getAgentRow } from "./get-agent"
import { cut, type Page } from "./page"

export async function listInbox(
  context: Pick<ServerContext, "store">,
  teamId: string,
  name: string,
  generation: number | undefined,
  page: Page,
): Promise<{ messages: Message[]; next: string | null }> {
  const agent = await getAgentRow(context, teamId, name, generation)
  const mine = mailTo(agent)
  const { read } = context.store
  let after = 0
  if (page.after !== undefined) {
    const at = await read
      .select({ no: messages.no })
      .from(messages)
      .where(and(mine, eq(messages.id, page.after)))
    if (!at[0]) throw new AppError("invalid", "after: there is no such message in this inbox")
    after = at[0].no
  }
  const rows = await read
    .select()
    .from(messages)
    .where(and(mine, gt(messages.no, after)))
    .orderBy(messages.no)
    .limit(page.limit + 1)
  const { items, next } = cut(rows, page.limit, (row) => row.id)
  return { messages: items.map(toMessage), next }
}
