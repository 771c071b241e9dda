// The log: one line of JSON each, by level, without secrets and without what people wrote.
import { sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { createLog } from "@/lib/server/runtime/log"
import { openTestRuntime } from "@/tests/support/test-runtime"

const written = (level: string) => {
  const lines: string[] = []
  return { log: createLog(level, { write: (line) => void lines.push(line) }), lines }
}

describe("a line of the log", () => {
  it("is JSON with a level by its name and a time, and lines below the level are not written", () => {
    const { log, lines } = written("info")
    log.debug("not this")
    log.info({ team: "team_1" }, "this")
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0]!)).toEqual({
      level: "info",
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      team: "team_1",
      msg: "this",
    })
  })

  it("of a failed statement names the statement and not its values", async () => {
    const test = await openTestRuntime("embedded", { idle: true })
    const { log, lines } = written("error")
    try {
      const secret = "the person's own words"
      const failed = await Promise.resolve(test.runtime.store.read.execute(sql`select ${secret}::int`)).catch(
        (error) => error,
      )
      expect(String(failed)).toContain(secret)
      log.error({ error: failed, door: { token: "hunter2" } }, "it broke")
      expect(lines.join()).toContain("Failed query: select $1::int")
      expect(lines.join()).not.toContain("own words")
      expect(lines.join()).not.toContain("hunter2")
    } finally {
      await test.close()
    }
  })
})
