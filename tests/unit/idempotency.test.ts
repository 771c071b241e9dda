// Idempotency-Key on both stores: the key stands and falls with the work, whoever else comes at the same moment.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AppError } from "@/lib/core/errors"
import type { Team } from "@/lib/core/team"
import { errorAnswer, jsonAnswer } from "@/lib/server/http/error-answer"
import { fingerprintOf, once } from "@/lib/server/http/idempotency"
import { listTeams } from "@/lib/server/queries/list-teams"
import { createTeam } from "@/lib/server/teams/create-team"
import { openTestRuntime, STORES, type TestRuntime } from "@/tests/support/test-runtime"

const keeping = { status: 201, kept: (team: Team) => ({ team }) }

describe.each(STORES)("an Idempotency-Key on the %s store", (kind) => {
  let test: TestRuntime
  beforeAll(async () => {
    test = await openTestRuntime(kind, { idle: true })
  })
  afterAll(() => test.close())

  const keyed = (key: string) => ({ principal: "human:dana", key, fingerprint: fingerprintOf("POST", "/", key) })
  const make = async (name: string) =>
    jsonAnswer(201, { team: await createTeam(test.runtime, { name, instructions: "", policy: {} }, "human:dana") })
  const call = (name: string, work: () => Promise<Response> = () => make(name)) =>
    once(test.runtime, keyed(name), keeping, work)
  const count = async (name: string) => (await listTeams(test.runtime)).filter(({ team }) => team.name === name).length

  it("lets one of many at once do the work, and gives all of them the very same answer", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => call("together")))
    expect(answers.map((answer) => answer.status)).toEqual(Array(12).fill(201))
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
    expect(await count("together")).toBe(1)
  })

  it("outlives the process that did the work and never answered", async () => {
    const lost = call("lost", async () => {
      await make("lost")
      throw new Error("killed before it could answer")
    })
    await expect(lost).rejects.toThrow("killed")
    await test.restart()
    const answer = await call("lost")
    expect([answer.status, (await answer.json()).team.name]).toEqual([201, "lost"])
    expect(await count("lost")).toBe(1)
  })

  it("is free again when the work was undone", async () => {
    const undone = call("undone", () =>
      test.runtime.store.transaction(async () => {
        throw new Error("killed before it was written")
      }),
    )
    await expect(undone).rejects.toThrow("killed")
    expect((await call("undone")).status).toBe(201)
  })

  it("keeps a refusal, and says so when it is used for another call", async () => {
    const refused = async () => errorAnswer(new AppError("not_found", "There is none."), "here")
    expect((await call("refused", refused)).status).toBe(404)
    expect((await call("refused")).status).toBe(404)
    const other = { ...keyed("refused"), fingerprint: fingerprintOf("POST", "/", "other") }
    await expect(once(test.runtime, other, keeping, () => make("other"))).rejects.toMatchObject({ code: "invalid" })
  })

  it("says nothing of what the work sets going afterwards", async () => {
    await call("after", async () => {
      const answer = await make("after")
      await test.runtime.store.transaction(async (tx) => tx.at)
      return answer
    })
    expect((await call("after")).status).toBe(201)
    expect(await count("after")).toBe(1)
  })
})
