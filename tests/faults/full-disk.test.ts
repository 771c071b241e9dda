// A disk that runs full under the embedded store: said plainly, nothing acknowledged lost, and it goes on when there is space again.
import { describe, expect, it } from "vitest"
import { NoAnswer } from "@/tests/support/fault-child"
import { playPerson } from "@/tests/support/fault-person"
import { beginRun } from "@/tests/support/fault-run"
import { openScene } from "@/tests/support/fault-scene"
import { STORY_END } from "@/tests/support/fault-story"
import { mountSmallDisk } from "@/tests/support/small-disk"
import { makeTempDir, removeDir } from "@/tests/support/temp-dir"
import { waitFor } from "@/tests/support/wait-for"

const PATIENCE_MS = 45_000

describe("a disk that runs full", () => {
  it("under a running server, and under one that starts: each says so, and the run ends the same when there is space again", async ({
    onTestFinished,
    skip,
  }) => {
    const disk = await mountSmallDisk(260)
    if (typeof disk === "string") {
      console.log(`FULL DISK NOT TESTED: ${disk}`)
      return skip(disk)
    }
    onTestFinished(() => disk.close())
    const workspaces = await makeTempDir("workspaces")
    onTestFinished(() => removeDir(workspaces))
    const { stage, start, judge } = await openScene("embedded", onTestFinished)
    Object.assign(stage.variables, { COUNTERSIGN_DATA: disk.path, COUNTERSIGN_WORKSPACES: workspaces })
    const server = await start("worker")
    const pid = server.pid
    const run = await beginRun(server)
    const played = playPerson(() => server, run.team, run.promised, PATIENCE_MS)
    const underWay = (calls: number) =>
      waitFor("the run is under way", () => stage.api.calls.length >= calls, { within: 60_000 })
    const speak = () => server.ask("say", { team: run.team, to: "lead", content: "Still there?" })

    await underWay(6)
    disk.fill(20)
    const refusal = await speak().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(NoAnswer)
    expect(String(refusal)).toMatch(/The disk under .* has \d+ MB left, .* free some space/)
    disk.fill(0)
    expect(await speak().catch((error: unknown) => error)).toBeInstanceOf(NoAnswer)
    expect((await server.ask("problems", {})).join()).toContain("free some space")
    // What was there can still be read.
    const { seq } = await server.ask("view", { team: run.team })
    expect(seq).toBeGreaterThan(10)
    disk.free()
    run.promised.messages.add((await speak()).id)
    expect([server.ended, server.pid]).toEqual([false, pid])

    await underWay(14)
    disk.fill(0)
    await server.kill9()
    await expect(server.start()).rejects.toThrow(/a start needs \d+ MB: free some space/)
    disk.free()
    await server.start()
    expect(await played).toBe(true)
    await server.stop()
    expect(await judge("a full disk", run)).toEqual(STORY_END)
  })
})
