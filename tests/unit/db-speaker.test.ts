// The embedded database through prepared statements: the same answers as ever, and failures that leave nothing behind.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { Engine } from "@/lib/server/db/database"
import { openEmbedded } from "@/lib/server/db/embedded"
import { sqlState } from "@/lib/server/db/store"
import { makeTempDir, removeDir } from "../support/temp-dir"
import { sharedTemplate } from "../support/test-runtime"

let folder: string
let engine: Engine
const run = (text: string, values: unknown[] = []) => engine.transact((handle) => handle.executeSql(text, values))

beforeAll(async () => {
  folder = await makeTempDir("prepared")
  engine = await openEmbedded(folder, await sharedTemplate())
  await run("create table things (id integer primary key, words text, data jsonb, at timestamptz(3), list bigint[])")
})
beforeEach(() => run("delete from things"))
afterAll(async () => {
  await engine.close()
  await removeDir(folder)
})

describe("a statement of the embedded database", () => {
  it("gives back what was written, the first time and every time after", async () => {
    for (const id of [1, 2, 3]) {
      const insert = "insert into things values ($1, $2, $3, $4, $5) returning id, words, data, list"
      const data = { deep: ["ä", null, id] }
      const { rows } = await run(insert, [
        id,
        id === 2 ? null : "it's\n“fine”",
        data,
        "2026-01-02T03:04:05.006Z",
        [1, id],
      ])
      expect(rows).toEqual([{ id, words: id === 2 ? null : "it's\n“fine”", data, list: [1, id] }])
    }
  })

  it("that fails takes its transaction with it, says why, and the next one works", async () => {
    const twice = engine.transact(async (handle) => {
      await handle.executeSql("insert into things (id) values ($1)", [1])
      await handle.executeSql("insert into things (id) values ($1)", [1])
    })
    expect(sqlState(await twice.catch((error: unknown) => error))).toBe("23505")
    expect((await run("select count(*)::int as n from things")).rows).toEqual([{ n: 0 }])
  })

  it("whose failure was caught does not let the transaction pass for committed", async () => {
    const swallowed = engine.transact(async (handle) => {
      await handle.executeSql("insert into things (id) values (1)", [])
      await handle.executeSql("select 1 / $1::int", [0]).catch(() => {})
    })
    await expect(swallowed).rejects.toThrow("division by zero")
    expect((await run("select count(*)::int as n from things")).rows).toEqual([{ n: 0 }])
  })

  it("outside a transaction waits for the one that is open", async () => {
    let seen: unknown
    await engine.transact(async (handle) => {
      await handle.executeSql("insert into things (id) values (1)", [])
      seen = run("select count(*)::int as n from things")
      await handle.executeSql("insert into things (id) values (2)", [])
    })
    expect(await seen).toEqual({ rows: [{ n: 2 }] })
  })

  it("of which there are more kinds than are kept is still answered", async () => {
    for (let kind = 0; kind < 520; kind++)
      expect((await run(`select $1::int as n${kind}`, [kind])).rows).toEqual([{ [`n${kind}`]: kind }])
  })
})
