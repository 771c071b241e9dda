// The newest part of an agent's conversation and inbox, read from its end, so that a page costs the same however long it ran.
import "server-only"
import { and, desc, eq, gt, gte, inArray, lt, lte, or, type SQL } from "drizzle-orm"
import { isLead } from "@/lib/core/agent"
import type { AgentRecord, CallFact, RecordPart, TurnFact } from "@/lib/core/agent-record"
import { AppError } from "@/lib/core/errors"
import type { Message } from "@/lib/core/message"
import type { TranscriptEntry } from "@/lib/core/page-views"
import type { ServerContext } from "@/lib/server/context"
import { type AgentRow, findAgentRow } from "@/lib/server/db/agent-rows"
import type { Database } from "@/lib/server/db/database"
import { mailTo, ofAgent } from "@/lib/server/db/own-rows"
import { entries, messages, requests, toolCalls, turns } from "@/lib/server/db/schema"
import { toMessage } from "@/lib/server/inbox/post-message"
import { toRequest } from "@/lib/server/requests/request-rows"

const REQUESTS_SHOWN = 100

export async function getAgentRecord(
  { store }: Pick<ServerContext, "store">,
  team: string,
  name: string,
  generation: number | undefined,
  part: RecordPart,
): Promise<AgentRecord> {
  const db = store.read
  const agent = await findAgentRow(db, team, name, generation)
  if (!agent) throw new AppError("not_found", `There is no "${name}" in this team.`)
  const newest = generation === undefined ? agent : ((await findAgentRow(db, team, name)) ?? agent)
  const shown = await readEntries(db, agent, part)
  const last = await newestEntry(db, agent)
  const mail = await readMail(db, agent, part)
  return {
    generation: agent.generation,
    generations: newest.generation,
    entries: shown,
    earlier: (shown[0]?.id ?? 1) > 1,
    turns: await readTurns(db, agent, shown),
    calls: await readCalls(db, agent, shown, last),
    retry_at: agent.retryAt,
    messages: mail.messages,
    mail_earlier: mail.earlier,
    mail_total: agent.mail,
    requests: await readRequests(db, agent),
  }
}

async function readEntries(db: Database, agent: AgentRow, part: RecordPart): Promise<TranscriptEntry[]> {
  const rows = await db
    .select()
    .from(entries)
    .where(
      and(
        ofAgent(entries, agent),
        part.before === undefined ? undefined : lt(entries.id, part.before),
        part.after === undefined ? undefined : gt(entries.id, part.after),
      ),
    )
    .orderBy(desc(entries.id))
    .limit(part.limit)
  return rows.reverse().map(({ id, turn, role, content, at }) => ({ id, turn, role, content, at }))
}

async function newestEntry(db: Database, agent: AgentRow): Promise<TranscriptEntry | null> {
  const [row] = await readEntries(db, agent, { limit: 1, mail_limit: 0 })
  return row ?? null
}

async function readTurns(db: Database, agent: AgentRow, shown: readonly TranscriptEntry[]): Promise<TurnFact[]> {
  const from = shown[0]?.turn ?? agent.turn
  // The end of what is shown may be the beginning of a turn that has written nothing yet.
  const to = Math.max(agent.turn, shown.at(-1)?.turn ?? 0)
  const rows = await db
    .select()
    .from(turns)
    .where(and(ofAgent(turns, agent), gte(turns.no, from), lte(turns.no, to)))
    .orderBy(desc(turns.no))
    .limit(1_000)
  return rows
    .reverse()
    .map(({ no, state, startedAt, error, attempts }) => ({ no, state, started_at: startedAt, error, attempts }))
}

async function readCalls(
  db: Database,
  agent: AgentRow,
  shown: readonly TranscriptEntry[],
  last: TranscriptEntry | null,
): Promise<CallFact[]> {
  const open = new Set(last?.role === "assistant" ? toolUseIds(last) : [])
  const ids = [...new Set([...shown.flatMap(toolUseIds), ...open])]
  if (ids.length === 0) return []
  const rows = await db
    .select()
    .from(toolCalls)
    .where(and(ofAgent(toolCalls, agent), inArray(toolCalls.toolUseId, ids)))
  return rows.map((row) => ({
    tool_use_id: row.toolUseId,
    state: row.state,
    started_at: row.startedAt,
    done_at: row.doneAt,
    result:
      open.has(row.toolUseId) && row.state === "done"
        ? { text: row.result ?? "", is_error: row.isError === true }
        : null,
  }))
}

/** A result names its call too: a page that read the call while it ran learns how it ended. */
const toolUseIds = (entry: TranscriptEntry): string[] =>
  entry.content.flatMap((block) => {
    const id = block.type === "tool_use" ? block.id : block.type === "tool_result" ? block.tool_use_id : null
    return typeof id === "string" ? [id] : []
  })

async function readMail(
  db: Database,
  agent: AgentRow,
  part: RecordPart,
): Promise<{ messages: Message[]; earlier: boolean }> {
  if (part.mail_limit === 0) return { messages: [], earlier: false }
  const before = part.mail_before === undefined ? null : await numberOf(db, agent, part.mail_before)
  const after = part.mail_after === undefined ? null : await numberOf(db, agent, part.mail_after)
  const conditions: (SQL | undefined)[] = [
    mailTo(agent),
    before === null ? undefined : lt(messages.no, before),
    after === null ? undefined : gt(messages.no, after),
  ]
  const rows = await db
    .select()
    .from(messages)
    .where(and(...conditions))
    .orderBy(desc(messages.no))
    .limit(part.mail_limit)
  return { messages: rows.map(toMessage).reverse(), earlier: (rows.at(-1)?.no ?? 1) > 1 }
}

async function numberOf(db: Database, agent: AgentRow, id: string): Promise<number> {
  const rows = await db
    .select({ no: messages.no })
    .from(messages)
    .where(and(eq(messages.team, agent.team), eq(messages.id, id), eq(messages.to, agent.name)))
  if (!rows[0]) throw new AppError("invalid", `There is no message "${id}" in this inbox.`)
  return rows[0].no
}

async function readRequests(db: Database, agent: AgentRow) {
  const rows = await db
    .select()
    .from(requests)
    .where(
      and(
        eq(requests.team, agent.team),
        // The lead hears of every request of its team; the others of their own.
        isLead(agent.name)
          ? undefined
          : and(
              eq(requests.generation, agent.generation),
              or(eq(requests.sender, agent.name), eq(requests.target, agent.name)),
            ),
      ),
    )
    .orderBy(desc(requests.id))
    .limit(REQUESTS_SHOWN)
  return rows.map(toRequest).reverse()
}
