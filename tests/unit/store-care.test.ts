// Care of the embedded store: a backup taken while it is written to restores whole, and the doctor sees what is wrong.
import fs from "node:fs"
import path from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { examineStore } from "@/lib/server/doctor/examine-store"
import { parseEnv } from "@/lib/server/env"
import { sendHumanMessage } from "@/lib/server/inbox/send-human-message"
import { getTeamView } from "@/lib/server/queries/get-team-view"
import { startRuntime } from "@/lib/server/runtime/runtime"
import { quiet, storyOf } from "../support/agent-story"
import { openScriptedRuntime, type ScriptedRuntime } from "../support/scripted-runtime"
import { makeTempDir, removeDir } from "../support/temp-dir"

describe("the store's care", () => {
  let test: ScriptedRuntime
  const story = storyOf(() => test)
  afterEach(() => test.close())

  it("a backup taken in the middle of writing opens as a whole store", async () => {
    test = await openScriptedRuntime("embedded", { lead: quiet }, { alone: true })
    const writing = Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        sendHumanMessage(test.runtime, test.team.id, { to: "lead", content: `message ${i}` }, "human:dana"),
      ),
    )
    const dataDir = await makeTempDir("restored")
    await test.runtime.store.engine.backup(path.join(dataDir, "db"))
    await writing
    const restored = await startRuntime(parseEnv({ COUNTERSIGN_DATA: dataDir }, "/"), { idle: true })
    try {
      expect((await getTeamView(restored, test.team.id)).team.name).toBe("Test team")
      expect((await examineStore(restored)).findings).toEqual([])
    } finally {
      await restored.stop()
      await removeDir(dataDir)
    }
    expect(fs.existsSync(dataDir)).toBe(false)
  })

  it("the doctor finds nothing in a sound store, and names what was tampered with", async () => {
    test = await openScriptedRuntime("embedded", { lead: quiet, otto: quiet }, { alone: true })
    await story.spawn("otto")
    await story.idle("otto")
    await story.idle("lead")
    const sound = await examineStore(test.runtime)
    expect(sound.findings).toEqual([])
    expect(sound.counts).toMatchObject({ teams: 1, agents: 2 })
    await test.runtime.store.engine.transact(({ executeSql }) =>
      executeSql("update events set data = '{}' where team = $1 and seq = 3", [test.team.id]),
    )
    expect((await examineStore(test.runtime)).findings).toMatchObject([
      { sentence: expect.stringContaining("Event 3 or 4") },
    ])
  })
})
