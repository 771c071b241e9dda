// The processes that run agents on this database: saying that one is alive, and which machines and teams have none.
import "server-only"
import { eq, sql } from "drizzle-orm"
import type { Database } from "./database"
import { processes } from "./schema"

/** Seen within this, by the database's own clock: a process that died is missed as fast as its agents could be taken over. */
const ALIVE = sql`seen_at > now() - interval '15 seconds'`
const FORGOTTEN = sql`seen_at < now() - interval '1 day'`

export async function noteAlive(db: Database, id: string, machine: string | null): Promise<void> {
  await db.execute(sql`
    with gone as (delete from processes where ${FORGOTTEN})
    insert into processes (id, machine, seen_at) values (${id}, ${machine}, now())
    on conflict (id) do update set seen_at = excluded.seen_at
  `)
}

export async function noteGone(db: Database, id: string): Promise<void> {
  await db.delete(processes).where(eq(processes.id, id))
}

/** The named machines of which a process runs, by name. */
export async function livingMachines(db: Database): Promise<string[]> {
  const { rows } = (await db.execute(sql`
    select distinct machine from processes where machine is not null and ${ALIVE} order by machine
  `)) as unknown as { rows: { machine: string }[] }
  return rows.map((row) => row.machine)
}

export type Stranded = { team: string; name: string; machine: string }

/** Teams that nobody can run: pinned to a machine of which no process is alive. */
export async function strandedTeams(db: Database): Promise<Stranded[]> {
  const { rows } = (await db.execute(sql`
    select id as team, name, machine from teams where machine is not null
      and machine not in (select machine from processes where machine is not null and ${ALIVE})
    order by id
  `)) as unknown as { rows: Stranded[] }
  return rows
}
