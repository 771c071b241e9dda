// Appends events at the end of a transaction: takes `seq` from the team's row, chains the hashes, and tells other processes.
import "server-only"
import { createHash } from "node:crypto"
import { canonicalJson, storableJson } from "@/lib/core/canonical-json"
import type { Event } from "@/lib/core/event"
import type { TransactionHandle } from "./database"
import type { NewEvent, TeamDelta } from "./store"

export const EVENT_CHANNEL = "countersign_events"
/** The events that webhooks tell of. */
const TOLD: ReadonlySet<string> = new Set(["request.opened", "request.decided"])

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

export const eventHash = (event: Event): string => sha256(canonicalJson(event))

/** A team's newest event: its number and its hash. */
export type Head = { seq: number; hash: string }

export type Appended = { events: Event[]; heads: Map<string, Head>; told: boolean }

/** `known` are heads that nobody but this process can have moved; what it does not hold is read, and locked. */
export async function appendEvents(
  handle: TransactionHandle,
  kind: "embedded" | "postgres",
  at: string,
  pending: NewEvent[],
  deltas: Map<string, TeamDelta[]>,
  known: ReadonlyMap<string, Head>,
): Promise<Appended> {
  const teams = [...new Set([...pending.map((event) => event.team), ...deltas.keys()])].sort()
  const appended: Appended = { events: [], heads: new Map(), told: false }
  for (const team of teams) {
    const remembered = known.get(team)
    const head = remembered ?? (await lockHead(handle, team))
    let { seq, hash: prev } = head
    const events: Event[] = []
    const texts: string[] = []
    for (const { type, agent, request_id, data } of pending.filter((event) => event.team === team)) {
      // Hashed as it will be read back: JSON without undefined, without what the column cannot hold.
      const event: Event = { seq: ++seq, team, at, type, agent, request_id, data: storableJson(data), prev }
      const text = canonicalJson(event)
      prev = sha256(text)
      events.push(event)
      texts.push(text)
    }
    const delta = sum(deltas.get(team) ?? [])
    const { text, values } = writing(kind, { team, from: head.seq, seq, lastHash: prev }, events, texts, delta)
    const onRows = (rows: unknown[][]) => {
      appended.told ||= rows[0]?.[0] === true
    }
    // A head that is locked is where it is: the write travels with the commit, and the lock is held no longer than that.
    if (!remembered) await handle.executeLater(text, values, onRows)
    else await writeWhere(handle, team, text, values, onRows)
    appended.events.push(...events)
    appended.heads.set(team, { seq, hash: prev })
  }
  return appended
}

async function lockHead(handle: TransactionHandle, team: string): Promise<Head> {
  // Not `for update`: rows that refer to the team hold a share of its key, and two such writers would wait for each other.
  const { rows } = await handle.executeSql("select seq, last_hash from teams where id = $1 for no key update", [team])
  const row = rows[0]
  if (!row) throw new Error(`the team ${team} is gone`)
  return { seq: Number(row.seq), hash: String(row.last_hash) }
}

/** Whoever asked to be told of an event is told in the same statement: the delivery is as durable as the event. */
const DELIVERIES = `, told as (
       insert into deliveries (webhook, team, seq, state, due_at)
       select w.id, $1, e.seq, 'waiting', e.at
       from webhooks w, jsonb_to_recordset($2::jsonb) as e (seq bigint, at timestamptz, type text)
       where e.type in (${[...TOLD].map((type) => `'${type}'`).join(", ")})
       returning webhook
     )`

/** A head that was remembered and is no longer true: the transaction runs again and reads it. */
async function writeWhere(
  handle: TransactionHandle,
  team: string,
  text: string,
  values: unknown[],
  onRows: (rows: unknown[][]) => void,
): Promise<void> {
  const { rows } = await handle.executeSql(text, values)
  if (rows.length === 0) throw Object.assign(new Error(`the head of ${team} has moved`), { code: "40001" })
  onRows(rows.map((row) => [row.told]))
}

/** One statement for the events, the team's new head and sums, and whoever is to be told; it answers whether there is such a one. */
function writing(
  kind: "embedded" | "postgres",
  { team, from, seq, lastHash }: { team: string; from: number; seq: number; lastHash: string },
  events: Event[],
  texts: string[],
  delta: ReturnType<typeof sum>,
): { text: string; values: unknown[] } {
  const telling = events.some((event) => TOLD.has(event.type))
  const notify = kind === "postgres" ? `, pg_notify('${EVENT_CHANNEL}', $1 || ' ' || $3::text)` : ""
  const text = `with added as (
       insert into events (team, seq, at, type, agent, request_id, data, prev)
       select $1, e.seq, e.at, e.type, e.agent, e.request_id, e.data, e.prev
       from jsonb_to_recordset($2::jsonb) as e (seq bigint, at timestamptz, type text, agent text, request_id text, data jsonb, prev text)
     )${telling ? DELIVERIES : ""}
     update teams set seq = $3::bigint, last_hash = $4,
       unattended_turns = case when $5 then 0 else unattended_turns end + $6,
       cost_usd = cost_usd + $7, input_tokens = input_tokens + $8, output_tokens = output_tokens + $9,
       cache_read_tokens = cache_read_tokens + $10, cache_write_tokens = cache_write_tokens + $11
     where id = $1 and seq = $12::bigint
     returning ${telling ? "exists (select from told)" : "false"} as told${notify}`
  const { reset, unattended, cost_usd, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens } = delta
  const sums = [reset, unattended, cost_usd, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens]
  return { text, values: [team, `[${texts.join()}]`, seq, lastHash, ...sums, from] }
}

function sum(deltas: TeamDelta[]) {
  const total = {
    reset: false,
    unattended: 0,
    cost_usd: 0,
    input_tokens: 0,
    output_tokens: 0,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
  }
  for (const delta of deltas) {
    if (delta.unattended === "reset") {
      total.reset = true
      total.unattended = 0
    } else total.unattended += delta.unattended ?? 0
    total.cost_usd += delta.cost_usd ?? 0
    total.input_tokens += delta.input_tokens ?? 0
    total.output_tokens += delta.output_tokens ?? 0
    total.cache_read_tokens += delta.cache_read_tokens ?? 0
    total.cache_write_tokens += delta.cache_write_tokens ?? 0
  }
  return total
}
