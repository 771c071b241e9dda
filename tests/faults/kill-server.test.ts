// The whole server killed with -9 at random points of a run of three teammates, over and over: the run comes to the same end.
import { existsSync, writeSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { type Outcome, runUnderKills, setStage, startServer, sumOf } from "@/tests/support/fault-run"
import { STORY_END } from "@/tests/support/fault-story"
import { describeReport } from "@/tests/support/invariants"
import { sequence } from "@/tests/support/messages-api"
import { say, useTool } from "@/tests/support/messages-api-reply"
import { newestToolResult } from "@/tests/support/messages-api-request"
import { createDatabase } from "@/tests/support/postgres"
import type { StoreKind } from "@/tests/support/test-runtime"
import { waitFor } from "@/tests/support/wait-for"

const KILLS = Number(process.env.FAULT_KILLS ?? 10)
/** A kill takes three seconds where the machine is free, and several times that where it is not. */
const WITHIN = 240_000 + KILLS * 30_000

const RUNS: [servers: string, kind: StoreKind, servers: number][] = [
  ["a server on the embedded store", "embedded", 1],
  ["two servers on PostgreSQL", "postgres", 2],
]

// Side by side: most of the time each of them waits for a process to start.
describe.concurrent("kill -9", () => {
  it.each(RUNS)(
    `${KILLS} times at random points, of %s: the run goes on to the same end, nothing lost, early or twice`,
    async (title, kind, servers) => {
      const stage = await setStage(kind, createDatabase)
      try {
        const onKill = (n: number) => process.env.FAULT_PROGRESS && writeSync(2, `${kind}: kill ${n} of ${KILLS}\n`)
        const onRun = ({ report }: Outcome) =>
          process.env.FAULT_PROGRESS && writeSync(2, `${describeReport(`${kind}: one run`, report)}\n`)
        const outcomes = await runUnderKills(stage, { kills: KILLS, servers, random: Math.random, onKill, onRun })
        const report = sumOf(outcomes)
        console.log(describeReport(`${KILLS} kills of ${title}`, report))
        expect(report.violations).toEqual([])
        for (const outcome of outcomes) {
          expect(outcome.end).toEqual(STORY_END)
          expect(outcome.refusals).toEqual([])
        }
      } finally {
        await stage.close()
      }
    },
    WITHIN,
  )

  it.each(["embedded", "postgres"] as const)(
    "in the middle of a command, on the %s store: it ends with the server, and the model hears that its outcome is unknown",
    async (kind) => {
      const stage = await setStage(kind, createDatabase)
      stage.api.use({
        lead: () => say("Noted."),
        otto: sequence(useTool("bash", { command: "touch began; sleep 3; echo x >> f" }), say("I heard.")),
      })
      const server = await startServer(stage)
      try {
        const team = await server.ask("createTeam", { name: "Killed" })
        await server.ask("spawn", { team: team.id, name: "otto", planRequired: false })
        await waitFor("the command runs", () => existsSync(join(team.workspace, "began")), { within: 30_000 })
        const began = Date.now()
        await server.kill9()
        await server.start()
        const { request } = await stage.api.waitForCall("otto", 2)
        expect(newestToolResult(request)).toMatchObject({
          isError: true,
          text: expect.stringContaining("outcome unknown"),
        })
        await waitFor("the command would be over by now", () => Date.now() > began + 4_000)
        expect(existsSync(join(team.workspace, "f"))).toBe(false)
      } finally {
        await server.kill9()
        await stage.close()
      }
    },
  )
})
