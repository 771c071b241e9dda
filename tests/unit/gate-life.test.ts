// The life of an open gate: what leaves it open, what closes it and under which name, and what is bound to one bearer of a name.
import { createHash } from "node:crypto"
import { afterEach, describe, expect, it } from "vitest"
import { effectiveRisk, PlanPayload } from "@/lib/core/plan"
import { revokeGate } from "@/lib/server/agents/revoke-gate"
import { sendHumanMessage } from "@/lib/server/inbox/send-human-message"
import { listInbox } from "@/lib/server/queries/list-inbox"
import { decideRequest } from "@/lib/server/requests/decide-request"
import { payloadDigest } from "@/lib/server/requests/digest"
import { requestShutdown } from "@/lib/server/requests/request-shutdown"
import { createTask } from "@/lib/server/tasks/create-task"
import { plan, quiet, storyOf } from "../support/agent-story"
import { sequence } from "../support/messages-api"
import { say, useTool } from "../support/messages-api-reply"
import { openScriptedRuntime, type ScriptedRuntime } from "../support/scripted-runtime"

const busy = say("…").hold(new Promise(() => {}))

describe("an open gate", () => {
  let test: ScriptedRuntime
  const story = storyOf(() => test)
  afterEach(() => test.close())
  const approve = async (name: string) =>
    decideRequest(test.runtime, (await story.pending(name)).request_id, { approve: true }, "human:dana")

  it("bears talk and a claim of its own; a person's word, a task and leaving close it, each by its name", async () => {
    const works = sequence(useTool("submit_plan", plan("Work", ["a"])), useTool("claim_task", { task_id: 1 }), busy)
    const idles = sequence(useTool("submit_plan", plan("Work", ["a"])), busy)
    test = await openScriptedRuntime("embedded", { lead: quiet, otto: works, wren: idles, finn: idles })
    const { runtime, team } = test
    await createTask(runtime, team.id, { subject: "Sweep" }, "human:dana")
    for (const name of ["otto", "wren", "finn"]) {
      await story.spawn(name)
      await approve(name)
    }
    await test.api.waitForCall("otto", 3)
    await sendHumanMessage(runtime, team.id, { to: "otto", content: "How is it going?" }, "human:dana")
    expect(await story.agent("otto")).toMatchObject({ gate: "open", lease: { files: ["a"], generation: 1 } })
    await revokeGate(runtime, team.id, "otto", "human:dana")
    expect(await story.agent("otto")).toMatchObject({ gate: "plan_required", lease: null })
    await createTask(runtime, team.id, { subject: "Mop", owner: "wren" }, "human:dana")
    await requestShutdown(runtime, team.id, "finn", { force: true }, "human:dana")
    expect((await story.events("gate.closed")).map(({ agent, data }) => [agent, data.reason])).toEqual([
      ["otto", "revoked"],
      ["wren", "reassigned"],
      ["finn", "shutdown"],
    ])
    expect((await story.view()).requests.filter(({ type }) => type === "plan_approval")).toMatchObject(
      Array(3).fill({ status: "approved" }),
    )
  })

  it("and mail of an earlier bearer are nothing to a later one", async () => {
    test = await openScriptedRuntime("embedded", {
      lead: quiet,
      otto: sequence(useTool("submit_plan", plan("Wait", ["a"])), useTool("bash", { command: "touch a" }), say("No.")),
    })
    const { runtime, team } = test
    await story.spawn("otto")
    const { request_id } = await story.pending("otto")
    await sendHumanMessage(runtime, team.id, { to: "otto", content: "for the first of them" }, "human:dana")
    await requestShutdown(runtime, team.id, "otto", {}, "human:dana")
    await story.spawn("otto", "You are the second.")
    await story.idle("otto")
    await expect(decideRequest(runtime, request_id, { approve: true }, "human:dana")).rejects.toMatchObject({
      code: "conflict",
      details: { cause: "already_decided" },
    })
    expect(await story.agent("otto")).toMatchObject({ generation: 2, gate: "plan_required", lease: null })
    expect(JSON.stringify(test.api.callsOf("otto").slice(1))).not.toContain("for the first of them")
    const first = await listInbox(runtime, team.id, "otto", 1, { limit: 10 })
    const stale = first.messages.find(({ content }) => content === "for the first of them")
    expect(stale).toMatchObject({ to_generation: 1, delivered_at: null, turn: null })
    expect(await story.events("gate.blocked")).toMatchObject([{ data: { cause: "plan_required", generation: 2 } }])
  })
})

describe("a plan", () => {
  it.each([
    [{ risk: "low", files: ["a"] }, true, "low"],
    [{ risk: "medium", files: ["a"] }, true, "medium"],
    [{ files: ["a"] }, true, "high"],
    [{ risk: "low", files: ["a"], commands: ["ls"] }, true, "medium"],
    [{ risk: "high", commands: ["ls"] }, true, "high"],
    [{ risk: "low" }, true, "high"],
    [{ risk: "low", files: ["a"] }, false, "high"],
  ])("%j with a sandbox: %s is of %s risk", (given, sandbox, risk) => {
    expect(effectiveRisk(PlanPayload.parse({ plan: "Do it.", ...given }), { sandbox })).toBe(risk)
  })

  it("is bound by the digest of its RFC 8785 form, defaults filled in", () => {
    const written = `{"commands":[],"files":["b","a"],"plan":"1. Größe €\\n\\u000f\\"","risk":"high","rollback":"","title":""}`
    const payload = PlanPayload.parse({ plan: '1. Größe €\n\u000f"', files: ["b", "a"] })
    expect(payloadDigest(payload)).toBe(createHash("sha256").update(written).digest("hex"))
  })
})
