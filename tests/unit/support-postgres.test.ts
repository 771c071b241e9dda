// The tests' own PostgreSQL: what the server suite leans on when it says "on both databases".
import pg from "pg"
import { expect, test } from "vitest"
import { createDatabase, startPostgres } from "@/tests/support/postgres"

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test("every database asked for is empty, its own, and synced to disk on commit", async () => {
  const [one, two] = await Promise.all([createDatabase(), createDatabase()])
  expect(one).not.toBe(two)
  await ask(one, "create table only_here (id int)")
  expect(await ask(two, "select * from pg_tables where tablename = 'only_here'")).toEqual([])
  expect(await ask(one, "show fsync")).toEqual([{ fsync: "on" }])
})

test("the npm package's PostgreSQL serves a machine that has none, and comes back after a crash with what was committed", async () => {
  const cluster = await startPostgres({ source: "embedded" })
  try {
    const url = await cluster.createDatabase()
    await ask(url, "create table kept (id int); insert into kept values (1)")
    await cluster.halt("immediate")
    await expect(ask(url, "select 1")).rejects.toThrow()
    await cluster.start()
    expect(await ask(url, "select id from kept")).toEqual([{ id: 1 }])
  } finally {
    await cluster.stop()
  }
})
