// The roster's order, and that it holds still under the pointer.
import { describe, expect, it } from "vitest"
import { heldOrder, sortRoster } from "@/components/roster/roster-order"
import { anAgent, at } from "../support/view-fixtures"

const names = (agents: { name: string }[]) => agents.map((agent) => agent.name)

describe("the roster", () => {
  it("puts what needs a person first and what is gone last", () => {
    const agents = [
      anAgent({ name: "nils", status: "shutdown", ended_at: at(0) }),
      anAgent({ name: "juno", status: "idle" }),
      anAgent({ name: "bram", status: "stopping" }),
      anAgent({ name: "iris", status: "working" }),
      anAgent({ name: "tess", status: "failed" }),
      anAgent({ name: "otto", status: "waiting" }),
    ]
    expect(names(sortRoster(agents))).toEqual(["otto", "tess", "iris", "bram", "juno", "nils"])
  })

  it("leaves the lead out", () => {
    expect(sortRoster([anAgent({ name: "lead", kind: "lead" })])).toEqual([])
  })

  it("lists the longest wait first and the last to leave first", () => {
    const waits = [
      anAgent({ name: "wren", status: "waiting", status_since: at(60) }),
      anAgent({ name: "otto", status: "waiting", status_since: at(0) }),
      anAgent({ name: "nils", status: "shutdown", ended_at: at(0) }),
      anAgent({ name: "sol", status: "shutdown", ended_at: at(60) }),
    ]
    expect(names(sortRoster(waits))).toEqual(["otto", "wren", "sol", "nils"])
  })

  it("keeps the seen order while somebody points at it, with newcomers last and the vanished left out", () => {
    const now = [anAgent({ name: "iris" }), anAgent({ name: "otto" }), anAgent({ name: "kit" })]
    expect(names(heldOrder(["otto", "gone", "iris"], now))).toEqual(["otto", "iris", "kit"])
  })
})
