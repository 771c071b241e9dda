// An agent's conversation as it stands in the rows, oldest first.
import "server-only"
import { and, gt } from "drizzle-orm"
import { AppError } from "@/lib/core/errors"
import type { TranscriptEntry } from "@/lib/core/page-views"
import type { ServerContext } from "@/lib/server/context"
import { ofAgent } from "@/lib/server/db/own-rows"
import { entries } from "@/lib/server/db/schema"
import { getAgentRow } from "./get-agent"
import { cut, type Page } from "./page"

/** The largest number the column holds. */
const LAST_ENTRY = 2 ** 31 - 1

export async function listTranscript(
  context: Pick<ServerContext, "store">,
  teamId: string,
  name: string,
  generation: number | undefined,
  page: Page,
): Promise<{ entries: TranscriptEntry[]; next: string | null }> {
  const agent = await getAgentRow(context, teamId, name, generation)
  const after = page.after === undefined ? 0 : Number(page.after)
  if (!Number.isSafeInteger(after) || after < 0) throw new AppError("invalid", "after: must be the id of an entry")
  const rows = await context.store.read
    .select({ id: entries.id, turn: entries.turn, role: entries.role, content: entries.content, at: entries.at })
    .from(entries)
    .where(and(ofAgent(entries, agent), gt(entries.id, Math.min(after, LAST_ENTRY))))
    .orderBy(entries.id)
    .limit(page.limit + 1)
  const { items, next } = cut(rows, page.limit, (row) => String(row.id))
  return { entries: items, next }
}
