// The team's policy at work: who decides what, how many, by when, and the limits that pause a team.
import fs from "node:fs"
import { afterEach, describe, expect, it } from "vitest"
import { sendHumanMessage } from "@/lib/server/inbox/send-human-message"
import { listInbox } from "@/lib/server/queries/list-inbox"
import { listQueue } from "@/lib/server/queries/list-queue"
import { listTeams } from "@/lib/server/queries/list-teams"
import { decideRequest } from "@/lib/server/requests/decide-request"
import { requestShutdown } from "@/lib/server/requests/request-shutdown"
import { updateTeam } from "@/lib/server/teams/update-team"
import { plan, quiet, storyOf } from "../support/agent-story"
import { type Script, sequence } from "../support/messages-api"
import { say, useTool } from "../support/messages-api-reply"
import { openScriptedRuntime, type ScriptedRuntime } from "../support/scripted-runtime"

const SANDBOXED = { kind: "bubblewrap" as const, wrap: (command: string[]) => command }
const requestIn = (messages: unknown): string =>
  /request_id=\\"(req_[a-z0-9]+)/.exec(JSON.stringify(messages))?.[1] ?? ""
const reviews: Script = (request, call) =>
  call === 1
    ? useTool("review_plan", { request_id: requestIn(request.messages), approve: true, feedback: "Go." })
    : say("Noted.")
const writes = (risk: string, files = ["a"]): Script =>
  sequence(
    useTool("submit_plan", { ...plan("Write", files), risk }),
    useTool("write_file", { path: "a", content: "x" }),
    say("Done."),
  )

describe("policy", () => {
  let test: ScriptedRuntime
  const story = storyOf(() => test)
  afterEach(() => test.close())

  /** What the lead is told of a decision; only a person's own words are ever from `human`. */
  const copyToLead = async () =>
    (await listInbox(test.runtime, test.team.id, "lead", undefined, { limit: 100 })).messages.find(
      (message) => message.type === "plan_approval_response",
    )

  it("low risk handed to the lead is decided by it, named as such", async () => {
    test = await openScriptedRuntime(
      "embedded",
      { lead: reviews, otto: writes("low") },
      { sandbox: SANDBOXED, team: { policy: { decide: { low: "lead" } } } },
    )
    await story.spawn("otto")
    await story.idle("otto")
    expect((await story.view()).requests).toMatchObject([
      { status: "approved", resolution: { by: "lead", feedback: "Go." } },
    ])
    expect(fs.existsSync(story.file("a"))).toBe(true)
    expect(await copyToLead()).toMatchObject({ from: "system", metadata: { by: "lead", approve: true } })
  })

  it("a plan handed to the lead waits for no person until the lead has looked and left it", async () => {
    test = await openScriptedRuntime(
      "embedded",
      { lead: quiet, otto: writes("low") },
      { sandbox: SANDBOXED, team: { policy: { decide: { low: "lead" } } } },
    )
    await story.spawn("otto")
    const { request_id } = await story.until("it is opened", (event) => event.type === "request.opened")
    expect(await listQueue(test.runtime)).toMatchObject({ waiting: [], under_way: [{ request: { request_id } }] })
    expect(await listTeams(test.runtime)).toMatchObject([{ waiting: 0, newest: null }])
    await updateTeam(test.runtime, test.team.id, { policy: { decide: { low: "human" } } }, "human:dana")
    expect(await listQueue(test.runtime)).toMatchObject({ waiting: [{ request: { request_id } }], under_way: [] })
    expect(await listTeams(test.runtime)).toMatchObject([{ waiting: 1, newest: request_id }])
  })

  it("high risk goes to a person whatever the policy says", async () => {
    test = await openScriptedRuntime(
      "embedded",
      { lead: reviews, otto: writes("low", []) },
      { sandbox: SANDBOXED, team: { policy: { decide: { low: "lead", medium: "lead" } } } },
    )
    await story.spawn("otto")
    await story.until("the lead recommends", (event) => event.type === "request.recommended")
    expect((await story.view()).requests).toMatchObject([{ status: "pending", effective_risk: "high" }])
  })

  it("two approvals take two people, and one short of the number stays pending", async () => {
    test = await openScriptedRuntime(
      "embedded",
      { lead: quiet, otto: writes("low") },
      { team: { policy: { approvals: 2 } } },
    )
    await story.spawn("otto")
    const { request_id } = await story.pending("otto")
    const first = await decideRequest(test.runtime, request_id, { approve: true }, "human:dana")
    expect(first).toMatchObject({ status: "pending", approvals: [{ by: "human:dana" }] })
    await expect(decideRequest(test.runtime, request_id, { approve: true }, "human:dana")).rejects.toMatchObject({
      code: "conflict",
    })
    expect(fs.existsSync(story.file("a"))).toBe(false)
    expect(await decideRequest(test.runtime, request_id, { approve: true }, "human:priya")).toMatchObject({
      status: "approved",
    })
    await story.idle("otto")
    expect(fs.existsSync(story.file("a"))).toBe(true)
    expect(await copyToLead()).toMatchObject({ from: "human", metadata: { by: "human:priya" } })
  })

  it("a review that comes too late, or of something that is no plan, changes nothing and is visible", async () => {
    test = await openScriptedRuntime("embedded", {
      lead: (request) => {
        const ids = /Review (req_\w+) and (req_\w+)/.exec(JSON.stringify(request.messages.at(-1)))
        if (!ids) return say("Noted.")
        const review = (n: number) => ({ request_id: ids[n], approve: true, feedback: "Go." })
        return useTool("review_plan", review(1)).useTool("review_plan", review(2))
      },
      otto: sequence(useTool("submit_plan", plan("Write", ["a"])), say("As you say.")),
    })
    await story.spawn("otto")
    await decideRequest(test.runtime, (await story.pending("otto")).request_id, { approve: false }, "human:dana")
    await story.idle("otto")
    await requestShutdown(test.runtime, test.team.id, "otto", {}, "human:dana")
    const before = (await story.view()).requests
    const words = `Review ${before.map((request) => request.request_id).join(" and ")}`
    await sendHumanMessage(test.runtime, test.team.id, { to: "lead", content: words }, "human:dana")
    await story.until("both are ignored", (event) => event.data.cause === "wrong_type")
    expect(await story.events("response.ignored")).toMatchObject([
      { request_id: before[0]?.request_id, data: { cause: "already_decided", by: "lead" } },
      { request_id: before[1]?.request_id, data: { cause: "wrong_type", by: "lead" } },
    ])
    expect((await story.view()).requests).toEqual(before)
  })

  it("a deadline rejects, names its rule, and never approves", async () => {
    test = await openScriptedRuntime(
      "embedded",
      { lead: quiet, otto: sequence(useTool("submit_plan", plan("Write", ["a"])), say("Too late, I see.")) },
      { team: { policy: { deadline_seconds: 1, on_deadline: "reject" } } },
    )
    await story.spawn("otto")
    await story.pending("otto")
    await story.idle("otto")
    expect((await story.view()).requests).toMatchObject([
      { status: "rejected", resolution: { by: "policy:deadline", reason: "expired" } },
    ])
    expect(await copyToLead()).toMatchObject({ from: "policy", metadata: { approve: false } })
  })

  it("a deadline that reminds says so on the timeline and decides nothing", async () => {
    test = await openScriptedRuntime(
      "embedded",
      { lead: quiet, otto: sequence(useTool("submit_plan", plan("Write", ["a"]))) },
      { team: { policy: { deadline_seconds: 1, on_deadline: "remind" } } },
    )
    await story.spawn("otto")
    const { request_id } = await story.pending("otto")
    const reminded = await story.until("the reminder", (event) => event.type === "request.recommended")
    expect(reminded).toMatchObject({ request_id, data: { reminder: true } })
    expect((await story.view()).requests).toMatchObject([{ status: "pending", recommendation: null }])
  })

  it("a timer that cannot be carried out keeps no other from its time", async () => {
    const submits = sequence(useTool("submit_plan", plan("Write", ["a"])), say("Too late, I see."))
    test = await openScriptedRuntime(
      "embedded",
      { lead: quiet, otto: submits, wren: submits },
      { team: { policy: { deadline_seconds: 1, on_deadline: "reject" } } },
    )
    await story.spawn("otto")
    const { request_id } = await story.pending("otto")
    const { engine } = test.runtime.store
    await engine.transact((tx) => tx.executeSql("update requests set type = 'lost' where id = $1", [request_id]))
    await story.spawn("wren")
    await story.pending("wren")
    await story.idle("wren")
    expect((await story.agent("otto")).status).toBe("waiting")
    await engine.transact((tx) => tx.executeSql("delete from timers where request_id = $1", [request_id]))
  })

  it("a teammate without a plan is refused to the lead unless the policy allows it", async () => {
    const spawn = useTool("spawn_teammate", { name: "free", role: "r", prompt: "p", plan_required: false })
    test = await openScriptedRuntime("embedded", {
      lead: sequence(spawn, say("Refused."), spawn, say("Allowed."), say("."), say(".")),
      free: quiet,
    })
    await sendHumanMessage(test.runtime, test.team.id, { to: "lead", content: "Spawn." }, "human:dana")
    await story.idle("lead")
    expect((await story.view()).agents).toHaveLength(1)
    await updateTeam(test.runtime, test.team.id, { policy: { allow_ungated: true } }, "human:dana")
    await sendHumanMessage(test.runtime, test.team.id, { to: "lead", content: "Again." }, "human:dana")
    await story.until("free joins", (event) => event.type === "agent.spawned" && event.agent === "free")
    expect((await story.agent("free")).gate).toBe("open")
  })

  it("the lead changes nothing itself, unless the policy lets it", async () => {
    const write = useTool("write_file", { path: "a", content: "x" })
    test = await openScriptedRuntime("embedded", { lead: sequence(write, say("No."), write, say("Yes.")) })
    await sendHumanMessage(test.runtime, test.team.id, { to: "lead", content: "Write." }, "human:dana")
    await story.idle("lead")
    expect(fs.existsSync(story.file("a"))).toBe(false)
    expect(await story.events("gate.blocked")).toMatchObject([{ agent: "lead" }])
    await updateTeam(test.runtime, test.team.id, { policy: { lead_may_change: true } }, "human:dana")
    await sendHumanMessage(test.runtime, test.team.id, { to: "lead", content: "Write." }, "human:dana")
    await story.until("it writes", (event) => event.type === "tool.finished" && event.data.tool === "write_file")
    expect(fs.existsSync(story.file("a"))).toBe(true)
  })

  it("a spent budget pauses the team with its reason; raising it goes on where it stopped", async () => {
    test = await openScriptedRuntime(
      "embedded",
      { lead: () => say("Noted.") },
      { team: { policy: { budget_usd: 0.000001 } } },
    )
    await test.runtime.store.engine.transact(({ executeSql }) =>
      executeSql("update teams set cost_usd = 1 where id = $1", [test.team.id]),
    )
    await sendHumanMessage(test.runtime, test.team.id, { to: "lead", content: "Hello" }, "human:dana")
    await story.until("the team pauses", (event) => event.type === "team.paused")
    expect((await story.view()).team.paused).toMatchObject({ reason: "budget" })
    expect(test.api.calls).toHaveLength(0)
    await updateTeam(test.runtime, test.team.id, { policy: { budget_usd: 10 } }, "human:dana")
    await story.idle("lead")
    expect((await story.view()).team.paused).toBeNull()
    expect(JSON.stringify(test.api.callsOf("lead")[0]!.request.messages)).toContain("Hello")
  })

  it("a paused team runs no turn, still takes decisions and shutdowns, and goes on when the pause is lifted", async () => {
    test = await openScriptedRuntime("embedded", { lead: quiet, otto: writes("low"), wren: quiet })
    await story.spawn("otto")
    await story.spawn("wren")
    const { request_id } = await story.pending("otto")
    await story.idle("wren")
    await updateTeam(test.runtime, test.team.id, { paused: true }, "human:dana")
    expect(await decideRequest(test.runtime, request_id, { approve: true }, "human:dana")).toMatchObject({
      status: "approved",
    })
    expect(await requestShutdown(test.runtime, test.team.id, "wren", {}, "human:dana")).toMatchObject({
      status: "approved",
    })
    expect(test.api.callsOf("otto")).toHaveLength(1)
    await updateTeam(test.runtime, test.team.id, { paused: false }, "human:dana")
    await story.idle("otto")
    expect(fs.existsSync(story.file("a"))).toBe(true)
  })

  it("a person's pause holds whatever paused the team before, and whatever would lift that", async () => {
    test = await openScriptedRuntime(
      "embedded",
      { lead: () => useTool("list_tasks") },
      { team: { policy: { max_turns_unattended: 2 } } },
    )
    const say = (content: string) => sendHumanMessage(test.runtime, test.team.id, { to: "lead", content }, "human:dana")
    await say("Go on for ever.")
    await story.until("nobody was there", (event) => event.type === "team.paused")
    expect((await story.view()).team.paused).toMatchObject({ reason: "unattended" })
    await updateTeam(test.runtime, test.team.id, { paused: true }, "human:dana")
    await say("Are you there?")
    expect((await story.view()).team.paused).toMatchObject({ reason: "human" })
    expect(test.api.calls).toHaveLength(2)
    await updateTeam(test.runtime, test.team.id, { paused: false }, "human:dana")
    await test.api.waitForCall("lead", 3)
  })
})
