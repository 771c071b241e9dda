// The rehearsal on a real runtime: the scenes go through the real inbox, gate, workspace and tools to their end.
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { Event } from "@/lib/core/event"
import { NewTeam, type Team } from "@/lib/core/team"
import { sendHumanMessage } from "@/lib/server/inbox/send-human-message"
import { RehearsalClient } from "@/lib/server/model/rehearsal-client"
import { PLAYABLE } from "@/lib/server/model/rehearsal-words"
import { decideRequest } from "@/lib/server/requests/decide-request"
import { createTeam } from "@/lib/server/teams/create-team"
import { allEvents, openTestRuntime, type TestRuntime, waitForEvent } from "../support/test-runtime"

let opened: TestRuntime
beforeAll(async () => {
  opened = await openTestRuntime("embedded", { model: new RehearsalClient(0) })
})
afterAll(() => opened.close())

async function begin(words: string): Promise<Team> {
  const team = await createTeam(opened.runtime, NewTeam.parse({ name: "Rehearsal" }), "human:operator")
  await sendHumanMessage(opened.runtime, team.id, { to: "lead", content: words }, "human:operator")
  return team
}

const happened = (team: Team, what: string, fits: (event: Event) => boolean) =>
  waitForEvent(opened.runtime, team.id, what, fits)

/** The lead's word beside the n-th plan, from 0; it comes before any decision here. */
async function advised(team: Team, n: number): Promise<string> {
  const ids = async () =>
    (await allEvents(opened.runtime, team.id)).flatMap((event) =>
      event.type === "request.recommended" ? [event.request_id] : [],
    )
  const seen: string[] = []
  await happened(team, `recommendation ${n + 1}`, (event) => {
    if (event.type === "request.recommended" && !seen.includes(String(event.request_id)))
      seen.push(String(event.request_id))
    return seen.length > n
  })
  return String((await ids())[n])
}

it.each([PLAYABLE.en[0]!, PLAYABLE.zh[0]!])(
  "plays the first prompt from the first word to the shutdown: %s",
  async (words) => {
    const team = await begin(words)
    const request = await advised(team, 0)
    await decideRequest(opened.runtime, request, { approve: true, feedback: "Go ahead." }, "human:dana")
    await happened(team, "alice has left", (event) => event.type === "agent.terminated" && event.agent === "alice")
    expect(await readFile(join(team.workspace, "src/health.js"), "utf8")).toContain("export async function health")
    const events = await allEvents(opened.runtime, team.id)
    expect(events.filter((event) => event.type === "turn.failed" || event.type === "gate.blocked")).toEqual([])
    const order = ["request.opened", "request.recommended", "request.decided", "gate.opened", "agent.terminated"]
    const places = order.map((type) => events.findIndex((event) => event.type === type))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  },
)

it("revises a rejected plan after the words given, and carries out the revision alone", async () => {
  const team = await begin(PLAYABLE.en[3]!)
  const first = await advised(team, 0)
  await decideRequest(opened.runtime, first, { approve: false, feedback: "List the files first." }, "human:dana")
  const second = await advised(team, 1)
  expect(second).not.toBe(first)
  await decideRequest(opened.runtime, second, { approve: true }, "human:dana")
  await happened(team, "dave is done", (event) => event.type === "gate.closed" && event.agent === "dave")
  expect(await readFile(join(team.workspace, "cleanup/inventory.md"), "utf8")).toContain("Inventory of")
  const events = await allEvents(opened.runtime, team.id)
  expect(events.filter((event) => event.type === "tool.started" && event.data.tool === "bash")).toEqual([])
})

it("runs the refactoring's command and files within its lease", async () => {
  const team = await begin(PLAYABLE.en[1]!)
  await decideRequest(opened.runtime, await advised(team, 0), { approve: true }, "human:dana")
  await happened(team, "bob is done", (event) => event.type === "gate.closed" && event.agent === "bob")
  const events = await allEvents(opened.runtime, team.id)
  const tools = events.flatMap((event) =>
    event.type === "tool.finished" && event.agent === "bob" ? [`${event.data.tool} ${event.data.is_error}`] : [],
  )
  expect(tools).toEqual([
    "list_files false",
    "submit_plan false",
    "write_file false",
    "write_file false",
    "write_file false",
    "bash false",
    "read_file false",
  ])
})
