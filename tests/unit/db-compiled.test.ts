// Queries whose text is built once: on both stores they run on the connection they are given and write nulls as nulls.
import { eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { NewTeam } from "@/lib/core/team"
import { compiled, compiledInsert, compiledUpdate } from "@/lib/server/db/compiled"
import { teams } from "@/lib/server/db/schema"
import { getTeamRow } from "@/lib/server/db/team-rows"
import { createTeam } from "@/lib/server/teams/create-team"
import { openTestRuntime, STORES, type TestRuntime } from "../support/test-runtime"

const insertTeam = compiledInsert(teams)
const updateTeam = compiledUpdate<typeof teams, { key: string }>(teams, eq(teams.id, sql.placeholder("key")))
const namesLike = compiled<{ like: string }, { name: string }[]>((db) =>
  db
    .select({ name: teams.name })
    .from(teams)
    .where(sql`${teams.name} like ${sql.placeholder("like")}`)
    .orderBy(teams.name),
)

describe.each(STORES)("a compiled query on the %s store", (kind) => {
  let test: TestRuntime
  beforeAll(async () => {
    test = await openTestRuntime(kind, { idle: true })
  })
  afterAll(() => test.close())
  const copyOf = async (name: string) => {
    const { store } = test.runtime
    const { id } = await createTeam(test.runtime, NewTeam.parse({ name: `${name} original` }), "human:dana")
    return { ...(await getTeamRow(store.read, id)), id: `team_${name}`, name, workspace: `/nowhere/${name}` }
  }
  const pausedOf = (id: string) =>
    test.runtime.store.read
      .select({ none: sql<boolean>`${teams.paused} is null`, paused: teams.paused })
      .from(teams)
      .where(eq(teams.id, id))

  it("sees what its own transaction wrote, and nobody else does before the commit", async () => {
    const { store } = test.runtime
    const row = await copyOf("first")
    const undone = new Error("undone")
    const work = store.engine.transact(async ({ db }) => {
      await insertTeam(db, row)
      expect(await namesLike(db, { like: "first" })).toEqual([{ name: "first" }])
      throw undone
    })
    await expect(work).rejects.toBe(undone)
    expect(await namesLike(store.read, { like: "first%" })).toEqual([{ name: "first original" }])
  })

  it("runs in as many transactions at once as there are, each in its own", async () => {
    const { store } = test.runtime
    const rows = await Promise.all(["a1", "a2", "a3", "a4"].map(copyOf))
    await Promise.all(
      rows.map((row) =>
        store.engine.transact(async ({ db }) => {
          await insertTeam(db, row)
          expect(await namesLike(db, { like: row.name })).toEqual([{ name: row.name }])
        }),
      ),
    )
    expect(await namesLike(store.read, { like: "a_" })).toEqual(rows.map(({ name }) => ({ name })))
  })

  it("writes null as no value at all, a value as JSON, and leaves out what is not given", async () => {
    const { store } = test.runtime
    const row = await copyOf("paused")
    const paused = { reason: "human" as const, at: "2026-01-02T03:04:05.006Z" }
    await store.engine.transact(({ db }) => insertTeam(db, { ...row, paused: null }))
    expect(await pausedOf(row.id)).toMatchObject([{ none: true }])
    await store.engine.transact(({ db }) => updateTeam(db, { paused, name: undefined }, { key: row.id }))
    expect(await pausedOf(row.id)).toMatchObject([{ none: false, paused }])
    await store.engine.transact(({ db }) => updateTeam(db, { paused: null, nextTask: 7 }, { key: row.id }))
    expect(await pausedOf(row.id)).toMatchObject([{ none: true }])
    expect(await getTeamRow(store.read, row.id)).toMatchObject({ name: "paused", nextTask: 7, paused: null })
  })
})
