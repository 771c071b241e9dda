// What the composer offers after a slash, and what sending it means.
import { describe, expect, it } from "vitest"
import { completions, intentOf } from "@/components/team/composer-commands"

const names = { agents: ["lead", "alice", "bram"], teammates: ["alice", "bram"] }
const labels = (text: string) => completions(text, names).map((offer) => offer.label)

describe("completion", () => {
  it("offers the commands that begin with what was typed", () => {
    expect(labels("/")).toEqual(["/team", "/inbox", "/plan", "/shutdown"])
    expect(labels("/s")).toEqual(["/shutdown"])
    expect(labels("hello /s")).toEqual([])
  })

  it("offers names where one is expected, and only teammates to be asked to leave", () => {
    expect(labels("/inbox ")).toEqual(["lead", "alice", "bram"])
    expect(labels("/shutdown ")).toEqual(["alice", "bram"])
    expect(labels("/inbox al")).toEqual(["alice"])
    expect(labels("/inbox alice")).toEqual([])
  })
})

describe("sending", () => {
  it("says ordinary words to the lead, also those that begin with a path", () => {
    expect(intentOf(" Go on ", names)).toEqual({ kind: "say", text: "Go on" })
    expect(intentOf("/etc/hosts is wrong", names)).toEqual({ kind: "say", text: "/etc/hosts is wrong" })
  })

  it("opens an inbox, a shutdown and the roster", () => {
    expect(intentOf("/inbox Alice", names)).toEqual({ kind: "inbox", name: "alice" })
    expect(intentOf("/shutdown bram", names)).toEqual({ kind: "shutdown", name: "bram" })
    expect(intentOf("/team", names)).toEqual({ kind: "roster" })
  })

  it("asks the lead to request a plan, or shows the plans when nobody is named", () => {
    expect(intentOf("/plan alice split the module", names)).toEqual({
      kind: "ask-for-plan",
      name: "alice",
      text: "Request a plan from alice: split the module",
    })
    expect(intentOf("/plan", names)).toEqual({ kind: "plans" })
  })

  it("says what is wrong instead of sending half a command", () => {
    expect(intentOf("/shutdown zoe", names)).toEqual({
      kind: "wrong",
      sentence: "Nobody is called zoe. There are alice, bram.",
    })
    expect(intentOf("/shutdown lead", names)).toMatchObject({ kind: "wrong" })
    expect(intentOf("/plan alice", names)).toMatchObject({ kind: "wrong" })
  })
})
