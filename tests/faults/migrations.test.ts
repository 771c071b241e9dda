// A newer version changes the schema under processes of an older one: what only adds disturbs nobody, what breaks is refused.
import { cpSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { migrate } from "@/lib/server/db/migrate"
import { openPostgres } from "@/lib/server/db/postgres"
import { playPerson } from "@/tests/support/fault-person"
import { beginRun } from "@/tests/support/fault-run"
import { openScene } from "@/tests/support/fault-scene"
import { STORY_END } from "@/tests/support/fault-story"
import { makeTempDir, removeDir } from "@/tests/support/temp-dir"
import { waitFor } from "@/tests/support/wait-for"

const MIGRATIONS = join("lib", "server", "db", "migrations")
const TABLES = ["teams", "agents", "messages", "entries", "turns", "tool_calls", "requests", "events", "timers"]
/** What a later version may do: columns in every table, a table, an index. */
const ADDS = [
  "-- Of a later version.",
  ...TABLES.map((table) => `alter table ${table} add column of_later text not null default 'x';`),
  "create table of_later (id text primary key);",
  "create index events_of_later on events (type, at);",
].join("\n")
const BREAKS =
  "-- breaks older processes: they would not know where to look.\nalter table of_later rename to elsewhere;\n"

describe("a newer schema under an older process", () => {
  it("that only adds disturbs neither one that runs nor one that starts; one that breaks is refused in a sentence", async ({
    onTestFinished,
  }) => {
    const { stage, start, judge } = await openScene("postgres", onTestFinished)
    const root = await makeTempDir("later")
    onTestFinished(() => removeDir(root))
    mkdirSync(join(root, MIGRATIONS), { recursive: true })
    cpSync(MIGRATIONS, join(root, MIGRATIONS), { recursive: true })
    const server = await start("worker")
    const engine = await openPostgres(stage.variables.DATABASE_URL!)
    onTestFinished(() => engine.close())
    const later = (name: string, text: string) => {
      writeFileSync(join(root, MIGRATIONS, name), text)
      return migrate(engine, root)
    }
    const run = await beginRun(server)
    const played = playPerson(() => server, run.team, run.promised, 45_000)
    await waitFor("the run is under way", () => stage.api.calls.length >= 6, { within: 60_000 })
    expect(await later("9001_adds.sql", ADDS)).toEqual(["9001_adds.sql"])
    const second = await start("worker")
    expect(await played).toBe(true)
    expect([server.ended, second.ended]).toEqual([false, false])
    expect(await later("9002_breaks.sql", BREAKS)).toEqual(["9002_breaks.sql"])
    await second.stop()
    await expect(second.start()).rejects.toThrow(
      /The store was changed by a newer version of Countersign \(9002_breaks\.sql\)[^\n]+start the newer version/,
    )
    // The one checker is itself of the older version.
    await engine.pool.query("delete from migrations where name = '9002_breaks.sql'")
    expect(await judge("a newer schema", run)).toEqual(STORY_END)
  })
})
