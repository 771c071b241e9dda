// Requests on a real store, both of them: random histories, concurrent deciders, restarts; the log replays to the tables.
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AppError } from "@/lib/core/errors"
import { LEAD } from "@/lib/core/ids"
import type { Request } from "@/lib/core/request"
import { NewTeam, type Team } from "@/lib/core/team"
import { emptyView, foldEvent, type TeamView, trimRequests } from "@/lib/core/team-view"
import { spawnTeammate } from "@/lib/server/agents/spawn-teammate"
import { lockAgents } from "@/lib/server/db/agent-rows"
import { eventHash } from "@/lib/server/db/append-events"
import { sendHumanMessage } from "@/lib/server/inbox/send-human-message"
import { getTeamView } from "@/lib/server/queries/get-team-view"
import { answerShutdown } from "@/lib/server/requests/answer-shutdown"
import { decideRequest } from "@/lib/server/requests/decide-request"
import { requestShutdown } from "@/lib/server/requests/request-shutdown"
import { createTeam } from "@/lib/server/teams/create-team"
import { submitPlan } from "../support/submit-plan"
import { allEvents, openTestRuntime, STORES, type TestRuntime } from "../support/test-runtime"

const NAMES = ["otto", "wren", "iris"] as const
type Name = (typeof NAMES)[number]

type Op =
  | { op: "spawn" | "submit" | "shutdown" | "message"; name: Name }
  | { op: "decide"; approve: boolean; which: number; digest: "right" | "wrong" | "none" }
  | { op: "answer"; name: Name; approve: boolean; which: number }
  | { op: "race"; which: number; deciders: number }
  | { op: "restart" }

const name = fc.constantFrom(...NAMES)
const which = fc.nat(5)
const op: fc.Arbitrary<Op> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ op: fc.constantFrom("spawn" as const, "submit" as const), name }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constantFrom("shutdown" as const, "message" as const), name }) },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constant("decide" as const),
      approve: fc.boolean(),
      which,
      digest: fc.constantFrom("right" as const, "right" as const, "wrong" as const, "none" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("answer" as const), name, approve: fc.boolean(), which }) },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant("race" as const), which, deciders: fc.integer({ min: 2, max: 6 }) }),
  },
)

const refused = async <T>(work: Promise<T>): Promise<T | AppError> =>
  work.catch((error) => {
    if (error instanceof AppError) return error
    throw error
  })

describe.each(STORES)("requests on the %s store", (kind) => {
  let test: TestRuntime
  beforeAll(async () => {
    test = await openTestRuntime(kind, { idle: true })
  })
  afterAll(() => test.close())

  const newTeam = () => createTeam(test.runtime, NewTeam.parse({ name: "Property" }), "human:operator")

  async function run(team: Team, ops: readonly Op[]): Promise<{ told: Map<string, Request[]> }> {
    const known: string[] = ["req_unknown"]
    const told = new Map<string, Request[]>()
    const tell = (result: Request | AppError) => {
      if (result instanceof AppError || result.status === "pending") return
      told.set(result.request_id, [...(told.get(result.request_id) ?? []), result])
    }
    for (const step of ops) {
      const { runtime } = test
      const id = "which" in step ? known[step.which % known.length]! : ""
      switch (step.op) {
        case "spawn":
          await refused(spawnTeammate(runtime, team.id, { name: step.name, role: "r", prompt: "p" }, "human:operator"))
          break
        case "submit": {
          const request = await refused(
            submitPlan(runtime, team.id, step.name, { plan: `do ${known.length}`, files: ["a.txt"] }),
          )
          if (!(request instanceof AppError)) known.push(request.request_id)
          break
        }
        case "shutdown": {
          const request = await refused(requestShutdown(runtime, team.id, step.name, {}, "human:operator"))
          if (!(request instanceof AppError)) known.push(request.request_id)
          break
        }
        case "message":
          await refused(sendHumanMessage(runtime, team.id, { to: step.name, content: "hello" }, "human:operator"))
          break
        case "decide": {
          const row = (await getTeamView(runtime, team.id)).requests.find((request) => request.request_id === id)
          const payload_sha256 =
            step.digest === "none" ? undefined : step.digest === "right" ? row?.payload_sha256 : "f".repeat(64)
          tell(await refused(decideRequest(runtime, id, { approve: step.approve, payload_sha256 }, "human:dana")))
          break
        }
        case "answer":
          await runtime.store.transaction(async (tx) => {
            const agent = (await lockAgents(tx, team.id, [LEAD, step.name])).get(step.name)
            if (agent) await answerShutdown(tx, runtime, agent, { request_id: id, approve: step.approve, reason: "no" })
          })
          break
        case "race": {
          const racers = Array.from({ length: step.deciders }, (_, i) =>
            refused(decideRequest(runtime, id, { approve: i % 2 === 0 }, `human:d${i}`)),
          )
          for (const result of await Promise.all(racers)) tell(result)
          break
        }
        case "restart":
          await test.restart()
          break
      }
    }
    return { told }
  }

  it("end at most once, the winner is the one told so, and the log replays to exactly the tables' state", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(op, { minLength: 5, maxLength: 40 }), async (ops) => {
        const team = await newTeam()
        const { told } = await run(team, ops)
        const view = await getTeamView(test.runtime, team.id)
        const events = await allEvents(test.runtime, team.id)
        const decided = events.filter((event) => event.type === "request.decided").map((event) => event.request_id)
        expect(new Set(decided).size).toBe(decided.length)
        for (const [id, answers] of told) {
          expect(answers).toHaveLength(1)
          expect(view.requests.find((request) => request.request_id === id)).toEqual(answers[0])
        }
        expect(comparable(replay(team, events))).toEqual(comparable(view))
        expectChain(events)
      }),
      { numRuns: 25 },
    )
  }, 180_000)

  it("survive a restart between any two steps", async () => {
    const team = await newTeam()
    await run(team, [
      { op: "spawn", name: "otto" },
      { op: "submit", name: "otto" },
      { op: "restart" },
      { op: "decide", approve: false, which: 1, digest: "right" },
      { op: "restart" },
      { op: "submit", name: "otto" },
      { op: "restart" },
      { op: "decide", approve: true, which: 2, digest: "right" },
    ])
    const view = await getTeamView(test.runtime, team.id)
    expect(view.requests.map(({ status, revision }) => ({ status, revision }))).toEqual([
      { status: "rejected", revision: 1 },
      { status: "approved", revision: 2 },
    ])
    expect(view.requests[1]?.previous).toBe(view.requests[0]?.request_id)
    expect(view.agents.find((agent) => agent.name === "otto")).toMatchObject({
      gate: "open",
      lease: { files: ["a.txt"] },
    })
  })

  it("fifty concurrent decisions: one is told yes, forty-nine are told who was faster", async () => {
    const team = await newTeam()
    await spawnTeammate(test.runtime, team.id, { name: "otto", role: "r", prompt: "p" }, "human:operator")
    const request = await submitPlan(test.runtime, team.id, "otto", { plan: "do it" })
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        refused(decideRequest(test.runtime, request.request_id, { approve: i % 2 === 0 }, `human:d${i}`)),
      ),
    )
    const winners = results.filter((result) => !(result instanceof AppError))
    const losers = results.filter((result) => result instanceof AppError)
    expect(winners).toHaveLength(1)
    expect(losers).toHaveLength(49)
    for (const loser of losers) {
      expect(loser.code).toBe("conflict")
      expect(loser.details.request).toEqual(winners[0])
    }
  })

  it("refuse a decision on another digest, and say so on the timeline", async () => {
    const team = await newTeam()
    await spawnTeammate(test.runtime, team.id, { name: "otto", role: "r", prompt: "p" }, "human:operator")
    const request = await submitPlan(test.runtime, team.id, "otto", { plan: "do it" })
    const wrong = { approve: true, payload_sha256: "0".repeat(64) }
    await expect(decideRequest(test.runtime, request.request_id, wrong, "human:dana")).rejects.toMatchObject({
      code: "digest_mismatch",
    })
    const ignored = (await allEvents(test.runtime, team.id)).filter((event) => event.type === "response.ignored")
    expect(ignored).toMatchObject([
      { request_id: request.request_id, data: { cause: "digest_mismatch", by: "human:dana" } },
    ])
    expect((await getTeamView(test.runtime, team.id)).requests[0]?.status).toBe("pending")
  })

  it("refuse a person's decision on a shutdown, and an answer from the wrong agent or for another generation", async () => {
    const team = await newTeam()
    const { runtime } = test
    for (const each of ["otto", "wren"])
      await spawnTeammate(runtime, team.id, { name: each, role: "r", prompt: "p", kind: "external" }, "human:operator")
    await runtime.store.transaction(async (tx) => {
      const agent = (await lockAgents(tx, team.id, ["otto"])).get("otto")!
      await tx.executeSql("update agents set status = 'working' where team = $1 and name = 'otto'", [team.id])
      expect(agent.kind).toBe("external")
    })
    const request = await requestShutdown(runtime, team.id, "otto", { reason: "done" }, "human:dana")
    expect(request).toMatchObject({ status: "pending", sender: "human", target: "otto", opened_by: "human:dana" })
    await expect(decideRequest(runtime, request.request_id, { approve: true }, "human:dana")).rejects.toMatchObject({
      code: "forbidden",
    })
    const answerAs = (agentName: string) =>
      runtime.store.transaction(async (tx) => {
        const agent = (await lockAgents(tx, team.id, [LEAD, agentName])).get(agentName)!
        return answerShutdown(tx, runtime, agent, { request_id: request.request_id, approve: true, reason: "" })
      })
    expect(await answerAs("wren")).toEqual({ ok: false, cause: "wrong_party" })
    expect(await answerAs("otto")).toEqual({ ok: true, left: true })
    expect((await getTeamView(runtime, team.id)).agents.map(({ name: who, status }) => [who, status])).toEqual([
      ["lead", "idle"],
      ["otto", "shutdown"],
      ["wren", "idle"],
    ])
  })
})

function replay(team: Team, events: Parameters<typeof foldEvent>[1][]): TeamView {
  return trimRequests(events.reduce(foldEvent, emptyView(team)))
}

/** The order of rows is the page's business, not the log's. */
function comparable(view: TeamView) {
  const by =
    <T>(key: (item: T) => string) =>
    (a: T, b: T) =>
      key(a).localeCompare(key(b))
  return {
    ...view,
    agents: [...view.agents].sort(by((agent) => agent.name)),
    requests: [...view.requests].sort(by((request) => request.request_id)),
  }
}

function expectChain(events: Parameters<typeof foldEvent>[1][]): void {
  let prev = "0".repeat(64)
  for (const [index, event] of events.entries()) {
    expect(event.seq).toBe(index + 1)
    expect(event.prev).toBe(prev)
    prev = eventHash(event)
  }
}
