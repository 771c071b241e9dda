// Pages of the timeline from the store: a page from the middle begins in the very state that the whole history leads to.
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { FIRST_PREV } from "@/lib/core/event"
import { idAt } from "@/lib/core/ids"
import { DEFAULT_POLICY } from "@/lib/core/policy"
import type { TimelineEvent } from "@/lib/core/timeline-event"
import { lifeHead, lifeSteps } from "@/lib/core/timeline-life"
import { advance, EMPTY_START, startState } from "@/lib/core/timeline-state"
import { agents, events, requests, teams } from "@/lib/server/db/schema"
import { getTimelineLife } from "@/lib/server/queries/get-timeline-life"
import { getTimelinePage } from "@/lib/server/queries/get-timeline-page"
import { openTestRuntime, STORES, type TestRuntime } from "@/tests/support/test-runtime"
import { tell } from "./timeline-story"

const TEAM = "team_story"
const COUNT = 6_000
const story = withSortableIds(tell(5, COUNT))

/** Requests are found by the time in their id, so the made-up ones carry it too. */
function withSortableIds(told: TimelineEvent[]): TimelineEvent[] {
  const ids = new Map<string, string>()
  return told.map((event) => {
    const id = event.request_id
    if (id === null) return event
    if (!ids.has(id)) ids.set(id, `${idAt("request", Date.parse(event.at))}${id.slice(-6).padStart(16, "0")}`)
    return { ...event, request_id: ids.get(id)! }
  })
}

type AgentInsert = typeof agents.$inferInsert
type RequestInsert = typeof requests.$inferInsert

/** The rows that the same history would have left in the tables. */
function tablesOf(told: readonly TimelineEvent[]): { agents: AgentInsert[]; requests: RequestInsert[] } {
  const alive = new Map<string, AgentInsert>()
  const all: AgentInsert[] = []
  const asked = new Map<string, RequestInsert>()
  for (const { type, agent, at, data, request_id } of told) {
    const request = data.request as { type: string; sender: string; target: string; revision: number } | undefined
    if (type === "agent.spawned") {
      const generation = all.filter((row) => row.name === agent).length + 1
      const row: AgentInsert = {
        team: TEAM,
        name: agent!,
        generation,
        kind: agent === "lead" ? "lead" : "teammate",
        role: "",
        prompt: "",
        planRequired: true,
        status: "idle",
        statusSince: at,
        gate: "plan_required",
        model: "none",
        createdAt: at,
      }
      alive.set(agent!, row)
      all.push(row)
    }
    if (type === "agent.status_changed") Object.assign(alive.get(agent!)!, { status: data.status, statusSince: at })
    if (type === "agent.terminated")
      Object.assign(alive.get(agent!)!, { status: "shutdown", statusSince: at, endedAt: at })
    if (type === "request.opened" && request)
      asked.set(request_id!, {
        team: TEAM,
        id: request_id!,
        type: request.type,
        sender: request.sender,
        target: request.target,
        openedBy: "system",
        generation: 1,
        status: "pending",
        payload: {},
        payloadSha256: "",
        effectiveRisk: "low",
        revision: request.revision,
        approvals: [],
        createdAt: at,
      })
    if (type === "request.decided")
      Object.assign(asked.get(request_id!)!, { status: data.status, resolution: data.resolution, decidedAt: at })
  }
  return { agents: all, requests: [...asked.values()] }
}

async function fill({ runtime }: TestRuntime): Promise<void> {
  const db = runtime.store.read
  const tables = tablesOf(story)
  await db.insert(teams).values({
    id: TEAM,
    name: "story",
    workspace: "/nowhere",
    instructions: "",
    policy: DEFAULT_POLICY,
    paused: { reason: "human", at: story[0]!.at },
    seq: COUNT,
    lastHash: FIRST_PREV,
    createdAt: story[0]!.at,
  })
  const rows = story.map(({ request_id, ...event }) => ({
    ...event,
    team: TEAM,
    requestId: request_id,
    prev: FIRST_PREV,
  }))
  for (let first = 0; first < rows.length; first += 1_000)
    await db.insert(events).values(rows.slice(first, first + 1_000))
  for (let first = 0; first < tables.agents.length; first += 500)
    await db.insert(agents).values(tables.agents.slice(first, first + 500))
  for (let first = 0; first < tables.requests.length; first += 500)
    await db.insert(requests).values(tables.requests.slice(first, first + 500))
}

function stateBefore(seq: number) {
  const state = startState(EMPTY_START)
  for (const event of story.slice(0, seq - 1)) advance(state, event)
  return {
    lanes: Object.fromEntries([...state.lanes].filter(([, lane]) => lane !== "none")),
    threads: state.threads.map((thread) => thread.id).toSorted(),
  }
}

describe.each(STORES)("pages of the timeline on %s", (kind) => {
  let opened: TestRuntime
  beforeAll(async () => {
    opened = await openTestRuntime(kind, { idle: true })
    await fill(opened)
  })
  afterAll(() => opened.close())

  test("a page from anywhere begins with the lanes and the open requests of that moment", async () => {
    for (const from of [2, 3, 17, 256, 999, 1_500, 2_222, 3_001, 4_444, 5_000, 5_999]) {
      const page = await getTimelinePage(opened.runtime, TEAM, { from, to: from + 399 })
      const expected = stateBefore(from)
      const present = Object.entries(page.start.lanes).filter(([, lane]) => lane !== "none")
      expect(Object.fromEntries(present), `lanes before ${from}`).toEqual(expected.lanes)
      expect(page.start.threads.map((thread) => thread.id).toSorted(), `threads before ${from}`).toEqual(
        expected.threads,
      )
      expect(page.events.map((event) => event.seq)).toEqual(
        Array.from({ length: Math.min(400, COUNT - from + 1) }, (_, index) => from + index),
      )
    }
  })

  test("the newest page ends with the newest event and says how many there are", async () => {
    const page = await getTimelinePage(opened.runtime, TEAM, { newest: 100 })
    expect(page.events).toHaveLength(100)
    expect(page.events.at(-1)!.seq).toBe(COUNT)
    expect(page.total).toBe(COUNT)
  })

  test("a request's life has its steps in order and counts what ran under it", async () => {
    const approved = story.find((event) => event.type === "gate.opened")!
    const life = await getTimelineLife(opened.runtime, approved.request_id!)
    const own = story.filter((event) => event.request_id === approved.request_id)
    expect(lifeHead(life.events).standing).toMatch(/^Approved by Dana, carried out by /)
    expect(lifeSteps(life.events)[0]!.text).toMatch(/ submitted it$/)
    const changing = ["bash", "write_file", "edit_file"]
    expect(life.calls).toBe(
      own.filter((event) => event.type === "tool.finished" && changing.includes(String(event.data.tool))).length,
    )
    expect(life.events.every((event) => !event.type.startsWith("tool."))).toBe(true)
  })

  test("a request that does not exist is said not to", async () => {
    await expect(getTimelineLife(opened.runtime, "req_none")).rejects.toMatchObject({ code: "not_found" })
  })
})
