// What pages say of a request without the protocol table agrees with the table.
import { describe, expect, it } from "vitest"
import { nameProblem } from "@/components/roster/name-problem"
import { isRequestMessage, isResponseMessage, requestMessage, requestTitle } from "@/components/team/request-words"
import { TeammateName } from "@/lib/core/ids"
import { PROTOCOLS } from "@/lib/core/protocols"

describe("a request in words", () => {
  it.each([
    ["plan_approval", { title: " Smaller images ", plan: "# x" }],
    ["plan_approval", { title: "", plan: "# Smaller images\n\n1. Slim" }],
    ["shutdown", { reason: "Done." }],
  ])("is titled as its protocol titles it: %s", (type, payload) => {
    expect(requestTitle({ type, payload })).toBe(PROTOCOLS[type]!.title(payload))
  })

  it("is called by its protocol's name when it has no title of its own", () => {
    expect(requestTitle({ type: "budget_increase", payload: {} })).toBe("Budget increase")
  })

  it.each(Object.values(PROTOCOLS))("knows the messages of $type", (protocol) => {
    expect(requestMessage(protocol.type)).toBe(protocol.requestMessage)
    expect(isRequestMessage(protocol.requestMessage)).toBe(true)
    expect(isResponseMessage(protocol.responseMessage)).toBe(true)
  })
})

describe("a teammate's name", () => {
  it.each(["otto", "Otto-2", "", "a b", "lead", "HUMAN", "ö", "x".repeat(65), "policy"])(
    "is judged as the server judges it: %j",
    (name) => {
      expect(nameProblem(name) === null).toBe(TeammateName.safeParse(name).success)
    },
  )
})
