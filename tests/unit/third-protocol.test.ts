// A third protocol is one entry: with it alone, it is opened by a tool, queued, decided, forwarded, and on the timeline.
import { afterEach, describe, expect, it } from "vitest"
import { z } from "zod"
import { PROTOCOLS, type Protocol } from "@/lib/core/protocols"
import { listInbox } from "@/lib/server/queries/list-inbox"
import { listQueue } from "@/lib/server/queries/list-queue"
import { decideRequest } from "@/lib/server/requests/decide-request"
import { quiet, storyOf } from "../support/agent-story"
import { sequence } from "../support/messages-api"
import { say, useTool } from "../support/messages-api-reply"
import { openScriptedRuntime, type ScriptedRuntime } from "../support/scripted-runtime"

const budgetIncrease: Protocol = {
  type: "budget_increase",
  label: "budget increase",
  requestMessage: "budget_increase_request",
  responseMessage: "budget_increase_response",
  payload: z.strictObject({ usd: z.number().positive(), why: z.string() }),
  tool: { name: "request_budget", description: "Ask a person for more budget." },
  subject: "sender",
  mayOpen: ["teammate"],
  answeredBy: "human",
  revisable: true,
  parks: false,
  risk: () => "medium",
  title: (payload) => `$${String(payload.usd)} more`,
  summary: (payload) => String(payload.why),
  fields: (payload) => [{ label: "Amount", value: String(payload.usd) }],
  onApproved: [],
  onRejected: [],
}

describe("a third protocol", () => {
  let test: ScriptedRuntime
  const story = storyOf(() => test)
  afterEach(() => test.close())

  it("needs one entry and nothing else", async () => {
    test = await openScriptedRuntime(
      "embedded",
      {
        lead: quiet,
        otto: sequence(
          useTool("request_budget", { usd: 5, why: "The index is large." }),
          say("I asked."),
          say("Thank you."),
        ),
      },
      { protocols: { ...PROTOCOLS, budget_increase: budgetIncrease } },
    )
    await story.spawn("otto")
    const opened = await story.until("it is opened", (event) => event.type === "request.opened")
    expect(opened.data).toMatchObject({
      title: "$5 more",
      request: { type: "budget_increase", effective_risk: "medium" },
    })
    const queue = await listQueue(test.runtime)
    expect(queue.waiting).toMatchObject([{ title: "$5 more", needs_person: true, agent: { name: "otto" } }])
    await story.idle("otto")
    await decideRequest(test.runtime, opened.request_id!, { approve: true, feedback: "Five it is." }, "human:dana")
    await story.until(
      "otto has read the answer",
      (event) => event.type === "turn.finished" && event.agent === "otto" && event.data.turn === 3,
    )
    const heard = JSON.stringify(test.api.callsOf("otto").at(-1)!.request.messages)
    expect(heard).toContain("budget_increase_response")
    expect(heard).toContain("Five it is.")
    const inbox = await listInbox(test.runtime, test.team.id, "lead", undefined, { limit: 100 })
    expect(inbox.messages.map((message) => message.type)).toEqual(
      expect.arrayContaining(["budget_increase_request", "budget_increase_response"]),
    )
    const life = (await story.events())
      .filter((event) => event.request_id === opened.request_id)
      .map((event) => event.type)
    expect(life).toEqual(
      expect.arrayContaining([
        "request.opened",
        "message.sent",
        "request.decided",
        "response.forwarded",
        "message.delivered",
      ]),
    )
  })
})
