// Both databases through prepared statements: the same answers as ever, and failures that leave nothing behind.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { Engine } from "@/lib/server/db/database"
import { sqlState } from "@/lib/server/db/store"
import { openTestRuntime, STORES, type TestRuntime } from "../support/test-runtime"

describe.each(STORES)("a statement of the %s database", (kind) => {
  let test: TestRuntime
  let engine: Engine
  const run = (text: string, values: unknown[] = []) => engine.transact((handle) => handle.executeSql(text, values))
  const count = async () => (await run("select count(*)::int as n from things")).rows[0]!.n
  const INSERT = "insert into things (id) values ($1)"

  beforeAll(async () => {
    test = await openTestRuntime(kind, { idle: true })
    engine = test.runtime.store.engine
    await run("create table things (id integer primary key, words text, data jsonb, at timestamptz(3), list integer[])")
  })
  beforeEach(() => run("delete from things"))
  afterAll(() => test.close())

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

  it("that nobody waits for is carried out before what comes after it, and before the commit", async () => {
    const seen = await engine.transact(async (handle) => {
      await handle.executeLater(INSERT, [1])
      await handle.executeLater(INSERT, [2])
      const { rows } = await handle.executeSql("select count(*)::int as n from things", [])
      await handle.executeLater(INSERT, [3])
      return rows
    })
    expect(seen).toEqual([{ n: 2 }])
    expect(await count()).toBe(3)
  })

  it("that nobody waits for tells what it gave once it is carried out", async () => {
    let given: unknown[][] | null = null
    await engine.transact(async (handle) => {
      await handle.executeLater(
        "insert into things (id, words) values ($1, 'one') returning id, words",
        [1],
        (rows) => {
          given = rows
        },
      )
      expect(given).toBeNull()
    })
    expect(given).toEqual([[1, "one"]])
  })

  it("that nobody waits for and that is refused undoes its transaction, with the refusal as the reason", async () => {
    const atCommit = engine.transact(async (handle) => {
      await handle.executeLater(INSERT, [1])
      await handle.executeLater(INSERT, [1])
    })
    expect(sqlState(await atCommit.catch((error: unknown) => error))).toBe("23505")
    const atNext = engine.transact(async (handle) => {
      await handle.executeLater(INSERT, [1])
      await handle.executeLater(INSERT, [1])
      await handle.executeSql("select 1 as one", [])
    })
    expect(sqlState(await atNext.catch((error: unknown) => error))).toBe("23505")
    const behindAnother = engine.transact(async (handle) => {
      const asked = handle.executeSql("select 1 as one", [])
      await handle.executeLater("select 1 / $1::int as none", [0])
      await asked.catch(() => {})
    })
    expect(sqlState(await behindAnother.catch((error: unknown) => error))).toBe("22012")
    expect(await count()).toBe(0)
  })

  it("asked for at the same moment as others keeps its place among them, the first time too", async () => {
    for (const round of ["first", "second"]) {
      const seen = await engine.transact(async (handle) => {
        await handle.executeLater("insert into things (id, words) values (1, '')", [])
        const add = (letter: string, kept: boolean) => {
          const text = `update things set words = words || $1 where id = 1 /* ${letter} */ returning words`
          // Of three texts the one in the middle is known from the start.
          return handle.executeSql(kept ? "update things set words = words || $1 returning words" : text, [letter])
        }
        const all = await Promise.all([add("a", false), add("b", true), add("c", false)])
        return all.map(({ rows }) => rows[0]!.words)
      })
      expect([round, ...seen]).toEqual([round, "a", "ab", "abc"])
      await run("delete from things")
    }
  })

  it("of a transaction that is over is refused", async () => {
    let kept: Parameters<Parameters<Engine["transact"]>[0]>[0] | undefined
    await engine.transact(async (handle) => {
      kept = handle
    })
    await expect(kept!.executeSql("select 1 as one", [])).rejects.toThrow("the transaction is over")
    await expect(kept!.executeLater(INSERT, [1])).rejects.toThrow("the transaction is over")
  })

  it("begins a transaction that reads first, and gives it its time", async () => {
    const { before, after } = await engine.transact(
      async (handle) => {
        const { rows } = await handle.executeSql(
          "select now() - interval '1 minute' as before, now() + interval '1 minute' as after",
          [],
        )
        return { before: [rows[0]!.before, handle.at], after: [handle.at, rows[0]!.after] }
      },
      { readsFirst: true },
    )
    for (const [earlier, later] of [before, after])
      expect(new Date(earlier as string) < new Date(later as string)).toBe(true)
  })
})
