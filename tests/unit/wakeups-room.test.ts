// Room for agents in one process: never more at once than it has, and whoever waits for room gets it in turn.
import { describe, expect, it } from "vitest"
import { spawnTeammate } from "@/lib/server/agents/spawn-teammate"
import type { AgentKey } from "@/lib/server/db/store"
import { createRunnerPool } from "@/lib/server/wakeups/runner-pool"
import { say, useTool } from "@/tests/support/messages-api-reply"
import { openScriptedRuntime } from "@/tests/support/scripted-runtime"
import { STORES } from "@/tests/support/test-runtime"
import { waitFor } from "@/tests/support/wait-for"

const BY = "human:dana"

describe.each(STORES)("a process with room for two, on the %s store", (kind) => {
  it("runs two agents at once and the others after them", async () => {
    const releases = new Map<string, () => void>()
    const test = await openScriptedRuntime(
      kind,
      (_request, _call, { agent }) =>
        agent === "lead" ? say("Noted.") : say("Done.").hold(new Promise<void>((go) => releases.set(agent, go))),
      { variables: { COUNTERSIGN_AGENTS_AT_ONCE: "2" } },
    )
    try {
      for (const name of ["ada", "bo", "cy", "dee"])
        await spawnTeammate(test.runtime, test.team.id, { name, role: "r", prompt: "Go." }, BY)
      for (let done = 0; done < 4; done += 2) {
        await waitFor("two more have begun", () => releases.size === done + 2)
        const open = [...releases.keys()].slice(done)
        // Were there room for a third, it would have begun: all four were woken before the first was released.
        expect(open).toHaveLength(2)
        for (const name of open) releases.get(name)!()
      }
      await waitFor("all have spoken", () => test.api.calls.filter((call) => call.agent !== "lead").length === 4)
    } finally {
      await test.close()
    }
  })
})

describe.each(STORES)("a process with room for one, on the %s store", (kind) => {
  it("does not leave it to somebody who never comes to an end", async () => {
    let heard = false
    const test = await openScriptedRuntime(
      kind,
      {
        lead: () => say("Noted."),
        ada: () => (heard ? say("Done.") : useTool("list_tasks")),
        bo: () => {
          heard = true
          return say("Done.")
        },
      },
      {
        variables: { COUNTERSIGN_AGENTS_AT_ONCE: "1" },
        team: { policy: { max_turns_unattended: 100_000 } },
      },
    )
    try {
      await spawnTeammate(test.runtime, test.team.id, { name: "ada", role: "r", prompt: "Go." }, BY)
      await test.api.waitForCall("ada", 3)
      await spawnTeammate(test.runtime, test.team.id, { name: "bo", role: "r", prompt: "Go." }, BY)
      await waitFor("bo has had its turn", () => heard, { within: 30_000 })
    } finally {
      await test.close()
    }
  })
})

describe("agents that wait for room", () => {
  const key = (name: string): AgentKey => ({ team: "team_1", name, generation: 1 })

  it("get it after the present turn of somebody who would go on for long, and give it back in the same way", async () => {
    const turns: string[] = []
    const left = new Map([
      ["ada", 4],
      ["bo", 4],
      ["cy", 1],
    ])
    const pool = createRunnerPool(
      async ({ name }, _hold, permit) => {
        while (left.get(name)! > 0 && permit.mayGoOn()) {
          turns.push(name)
          left.set(name, left.get(name)! - 1)
          await new Promise((resolve) => setImmediate(resolve))
        }
      },
      {
        limit: 1,
        onError: (error) => {
          throw error
        },
      },
    )
    for (const name of left.keys()) pool.poke(key(name))
    await waitFor("all are done", () => pool.size() === 0)
    expect(turns).toEqual(["ada", "bo", "cy", "ada", "bo", "ada", "bo", "ada", "bo"])
    await pool.stop()
  })
})
