// The write-ahead log of the embedded store: checkpointed as it grows, since nobody else would do it.
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { openEmbedded } from "@/lib/server/db/embedded"
import { makeTempDir, removeDir } from "@/tests/support/temp-dir"
import { sharedTemplate } from "@/tests/support/test-runtime"

it("does not grow with what was ever written", async () => {
  const dataDir = await makeTempDir("log")
  const engine = await openEmbedded(dataDir, await sharedTemplate(), 1)
  try {
    await engine.transact(({ executeSql }) => executeSql("create table big (id integer, words text)", []))
    const rows = "insert into big select g, repeat(md5(g::text), 30) from generate_series(1, 4000) g"
    // Four megabytes each, five segments in all.
    for (let n = 0; n < 20; n++) await engine.transact(({ executeSql }) => executeSql(rows, []))
    const segments = readdirSync(join(dataDir, "db", "pg_wal")).filter((name) => /^[0-9A-F]{24}$/.test(name))
    expect(segments.length).toBeLessThanOrEqual(3)
  } finally {
    await engine.close()
    await removeDir(dataDir)
  }
})
