// What is summed up over teams: remembered from page to page, and at every moment what a fresh look would give.
import { afterEach, describe, expect, it, vi } from "vitest"
import { listTeams } from "@/lib/server/queries/list-teams"
import { decideRequest } from "@/lib/server/requests/decide-request"
import { plan, quiet, storyOf } from "../support/agent-story"
import { sequence } from "../support/messages-api"
import { failWith, say, useTool } from "../support/messages-api-reply"
import { openScriptedRuntime, type ScriptedRuntime } from "../support/scripted-runtime"
import { STORES } from "../support/test-runtime"

/** A model whose price is known; the tests' own costs nothing. */
const PRICED = { ANTHROPIC_API_KEY: "not-a-key", ANTHROPIC_MODEL: "claude-opus-5-5" }

describe.each(STORES)("the sums of a team on the %s store", (kind) => {
  let test: ScriptedRuntime
  const story = storyOf(() => test)
  afterEach(() => test.close())

  /** The same store under another identity: nothing is remembered of it. */
  const afresh = () => listTeams({ ...test.runtime, store: { ...test.runtime.store } })

  async function bothWays() {
    const [remembered] = await listTeams(test.runtime)
    const [fresh] = await afresh()
    const { spent_today_usd, ...rest } = remembered!
    expect(rest).toEqual({ ...fresh, spent_today_usd: undefined } as unknown)
    expect(spent_today_usd).toBeCloseTo(fresh!.spent_today_usd, 9)
    return remembered!
  }

  it("follow a plan from its submission to the end of the work, and an agent that fails", async () => {
    test = await openScriptedRuntime(
      kind,
      {
        lead: quiet,
        otto: sequence(useTool("submit_plan", plan("Notes", ["notes.md"])), say("Done.")),
        bram: () => failWith(400),
      },
      { alone: true, variables: PRICED },
    )
    expect(await bothWays()).toMatchObject({ agents: 1, waiting: 0, failed: 0, spent_today_usd: 0 })
    await story.spawn("otto")
    const { request_id } = await story.until("it is opened", (event) => event.type === "request.opened")
    const opened = await bothWays()
    expect(opened).toMatchObject({ agents: 2, waiting: 1, newest: request_id })
    expect(opened.spent_today_usd).toBeGreaterThan(0)
    await decideRequest(test.runtime, request_id!, { approve: true }, "human:dana")
    await story.idle("otto")
    const done = await bothWays()
    expect(done).toMatchObject({ waiting: 0, newest: null, working: 0 })
    expect(done.spent_today_usd).toBeGreaterThan(opened.spent_today_usd)
    await story.spawn("bram")
    await story.until("it fails", (event) => event.type === "turn.failed" && event.agent === "bram")
    expect(await bothWays()).toMatchObject({ agents: 3, failed: 1, failing: ["bram"] })
  })

  it("begin anew with the day", async () => {
    test = await openScriptedRuntime(kind, { lead: quiet, otto: quiet }, { alone: true, variables: PRICED })
    await story.spawn("otto")
    await story.idle("otto")
    expect((await bothWays()).spent_today_usd).toBeGreaterThan(0)
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 24 * 3_600_000 })
    try {
      expect((await bothWays()).spent_today_usd).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it("are right for every page of many that look at once while a team works", async () => {
    test = await openScriptedRuntime(kind, { lead: quiet, otto: quiet }, { alone: true, variables: PRICED })
    await listTeams(test.runtime)
    const looks: Promise<unknown>[] = []
    const stop = test.runtime.bus.subscribe(null, () => {
      looks.push(listTeams(test.runtime))
    })
    await story.spawn("otto")
    await story.idle("otto")
    stop()
    expect(looks.length).toBeGreaterThan(5)
    await Promise.all(looks)
    expect((await bothWays()).spent_today_usd).toBeGreaterThan(0)
  })
})
