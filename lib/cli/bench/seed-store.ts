// Fills a store with as much history as asked for, by the database itself; the events' hashes are dummies, nothing else is.

import { newId } from "@/lib/core/ids"
import { DEFAULT_POLICY } from "@/lib/core/policy"
import type { Engine } from "@/lib/server/db/database"
import { openEmbedded } from "@/lib/server/db/embedded"
import { migrate } from "@/lib/server/db/migrate"
import { sharedTemplate } from "@/tests/support/test-runtime"

export type SeededTeam = {
  name: string
  agents: number
  events: number
  /** How many of the agents wait with a pending plan; the others are idle. */
  waiting: number
}

/** A new embedded store in this folder; the answer is the teams' ids. */
export async function seedEmbedded(folder: string, teams: readonly SeededTeam[]): Promise<string[]> {
  const engine = await openEmbedded(folder, await sharedTemplate())
  try {
    await migrate(engine)
    return await seed(engine, teams)
  } finally {
    await engine.close()
  }
}

export async function seed(engine: Engine, teams: readonly SeededTeam[]): Promise<string[]> {
  const ids: string[] = []
  for (const team of teams) ids.push(await seedTeam(engine, team))
  return ids
}

const EVENTS_AT_ONCE = 50_000

async function seedTeam(engine: Engine, team: SeededTeam): Promise<string> {
  const id = newId("team")
  const run = (text: string, values: unknown[]) => engine.transact((handle) => handle.executeSql(text, values))
  await run(
    `insert into teams (id, name, workspace, instructions, policy, seq, last_hash, created_at)
     values ($1, $2, $3, '', $4::jsonb, $5, repeat('0', 64), now() - interval '30 days')`,
    [id, team.name, `/nowhere/${id}`, JSON.stringify(DEFAULT_POLICY), team.events],
  )
  await run(
    `insert into agents (team, name, generation, kind, role, prompt, plan_required, status, status_since, gate, model, last_words, created_at)
     select $1, case when n = 0 then 'lead' else 'mate-' || n end, 1, case when n = 0 then 'lead' else 'teammate' end,
       case when n = 0 then 'lead' else 'engineer' end, 'Begin.', true,
       case when n between 1 and $3::int then 'waiting' else 'idle' end, now() - interval '1 hour',
       case when n between 1 and $3::int then 'pending' else 'plan_required' end, 'bench', 'Ready.', now() - interval '30 days'
     from generate_series(0, $2::int - 1) as n`,
    [id, team.agents, team.waiting],
  )
  await run(
    `insert into requests (team, id, type, sender, target, opened_by, generation, status, payload, payload_sha256, effective_risk, revision, approvals, created_at)
     select $1, 'req_' || md5($1 || n), 'plan_approval', 'mate-' || n, 'lead', 'agent:mate-' || n, 1, 'pending',
       jsonb_build_object('title', 'Step ' || n, 'plan', '1. Write step ' || n, 'files', jsonb_build_array('notes.md'),
         'commands', '[]'::jsonb, 'risk', 'low', 'rollback', ''), repeat('0', 64), 'low', 1, '[]', now() - interval '1 hour'
     from generate_series(1, $2::int) as n`,
    [id, team.waiting],
  )
  for (let from = 1; from <= team.events; from += EVENTS_AT_ONCE)
    await run(EVENTS, [id, from, Math.min(team.events, from + EVENTS_AT_ONCE - 1), team.agents, team.events])
  return id
}

/** Turns of one call each, agent after agent, spread over thirty days. */
const EVENTS = `
  insert into events (team, seq, at, type, agent, data, prev)
  select $1, n, now() - interval '30 days' * ((($5::bigint - n)::float8) / $5::bigint),
    (array['turn.started', 'tool.started', 'tool.finished', 'turn.finished'])[1 + n % 4],
    case when (n / 4) % $4::int = 0 then 'lead' else 'mate-' || (n / 4) % $4::int end,
    case n % 4
      when 0 then jsonb_build_object('generation', 1, 'turn', n / 4, 'resumed', false)
      when 3 then jsonb_build_object('generation', 1, 'turn', n / 4, 'stop_reason', 'tool_use', 'model', 'bench', 'usage',
        '{"input_tokens": 100, "output_tokens": 20, "cache_read_tokens": 900, "cache_write_tokens": 50, "cost_usd": 0.001}'::jsonb)
      else jsonb_build_object('generation', 1, 'turn', n / 4, 'tool', 'bash', 'tool_use_id', 'toolu_' || n / 4,
        'summary', 'npm test -- part ' || n / 4, 'is_error', false, 'outcome', 'exit 0', 'ms', 2400)
    end, repeat('0', 64)
  from generate_series($2::bigint, $3::bigint) as n`
