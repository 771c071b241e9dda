// The conversation that is sent: valid for the API whatever the stored entries are, and growing at its end only.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { OUTCOME_UNKNOWN, toApiMessages } from "@/lib/server/model/conversation"
import type { ContentBlock, Turn } from "@/lib/server/model/model-client"
import { objectionTo } from "../support/messages-api-refusals"
import type { ApiMessage } from "../support/messages-api-request"

const text = (value: string): ContentBlock => ({ type: "text", text: value })
const tool = (id: string): ContentBlock => ({ type: "tool_use", id, name: "bash", input: {} })
const result = (id: string, content = "done"): ContentBlock => ({ type: "tool_result", tool_use_id: id, content })
const user = (...content: ContentBlock[]): Turn => ({ role: "user", content })
const agent = (...content: ContentBlock[]): Turn => ({ role: "assistant", content })

const unknown = (id: string) => ({ type: "tool_result", tool_use_id: id, content: OUTCOME_UNKNOWN, is_error: true })

describe("entries become messages", () => {
  it("that merge consecutive entries of one side, results before words", () => {
    const entries = [
      user(text("go")),
      agent(tool("a"), tool("b")),
      user(text("mail"), result("b"), result("a")),
      user(text("more")),
    ]
    expect(toApiMessages(entries)).toEqual([
      user(text("go")),
      agent(tool("a"), tool("b")),
      user(result("a"), result("b"), text("mail"), text("more")),
    ])
  })

  it("without blank text, empty entries and thinking that was never signed", () => {
    const unsigned = { type: "thinking", thinking: "hm", signature: "" }
    expect(toApiMessages([user(text("go")), agent(text(" \n"), unsigned), user(), user(text(""), text("on"))])).toEqual(
      [user(text("go"), text("on"))],
    )
  })

  it("that begin with the user even when the stored ones do not", () => {
    expect(toApiMessages([agent(text("I was here."))])[0]?.role).toBe("user")
  })

  it("in which a tool without a result is answered as unknown, wherever it stands", () => {
    expect(toApiMessages([user(text("go")), agent(tool("a"), tool("b")), user(result("b"))])).toEqual([
      user(text("go")),
      agent(tool("a"), tool("b")),
      user(unknown("a") as ContentBlock, result("b")),
    ])
    expect(toApiMessages([user(text("go")), agent(tool("a"))]).at(-1)).toEqual(user(unknown("a") as ContentBlock))
    expect(toApiMessages([user(text("go")), agent(tool("a")), agent(text("next"))])).toEqual([
      user(text("go")),
      agent(tool("a")),
      user(unknown("a") as ContentBlock),
      agent(text("next")),
    ])
  })

  it("without results that nobody asked for and without a tool id used twice", () => {
    expect(
      toApiMessages([user(text("go"), result("x")), agent(tool("a"), tool("a")), user(result("a")), user(result("a"))]),
    ).toEqual([user(text("go")), agent(tool("a")), user(result("a"))])
  })

  it("whose empty results say so", () => {
    const empty = { type: "tool_result", tool_use_id: "a", content: [text("")], is_error: true }
    expect(toApiMessages([user(text("go")), agent(tool("a")), user(empty)]).at(-1)?.content).toMatchObject([
      { content: "(no output)", is_error: true },
    ])
  })

  it("keep signed thinking with the answer it belongs to, and drop it where nothing follows", () => {
    const thinking = { type: "thinking", thinking: "", signature: "sig" }
    expect(toApiMessages([user(text("go")), agent(thinking), agent(tool("a")), user(result("a"))])).toEqual([
      user(text("go")),
      agent(thinking, tool("a")),
      user(result("a")),
    ])
    expect(toApiMessages([user(text("go")), agent(thinking), user(text("on"))])).toEqual([user(text("go"), text("on"))])
  })

  it("and leave what is stored untouched", () => {
    const entries = [user(text("go")), agent(text("well ")), user(text("on")), user(text("and on"))]
    const before = structuredClone(entries)
    toApiMessages(entries)
    expect(entries).toEqual(before)
  })
})

const id = fc.constantFrom("t1", "t2", "t3", "t4")
const words = fc.constantFrom("", " ", "\n", "hello", "trailing ")
const block: fc.Arbitrary<ContentBlock> = fc.oneof(
  words.map(text),
  id.map(tool),
  fc.tuple(id, words).map(([tid, content]) => result(tid, content)),
  id.map((tid): ContentBlock => ({ type: "tool_result", tool_use_id: tid, content: [], is_error: true })),
  fc.constantFrom("", "signed").map((signature): ContentBlock => ({ type: "thinking", thinking: "hm", signature })),
)
const userBlock = block.filter((one) => one.type === "text" || one.type === "tool_result")
const agentBlock = block.filter((one) => one.type !== "tool_result")
const entry: fc.Arbitrary<Turn> = fc.oneof(
  fc.array(userBlock, { maxLength: 5 }).map((content): Turn => ({ role: "user", content })),
  fc.array(agentBlock, { maxLength: 5 }).map((content): Turn => ({ role: "assistant", content })),
)
const entries = fc.array(entry, { maxLength: 12 })

const flat = (messages: readonly Turn[]): string[] =>
  messages.flatMap((message) => message.content.map((one) => JSON.stringify([message.role, one])))

describe("whatever was stored", () => {
  it("the API accepts what is sent", () => {
    fc.assert(
      fc.property(entries, (stored) => {
        const messages = toApiMessages(stored)
        fc.pre(messages.length > 0)
        const body = { model: "m", max_tokens: 1, messages: messages as ApiMessage[], metadata: { user_id: "t:a" } }
        expect(objectionTo(body, true)).toBeNull()
      }),
      { numRuns: 1_000 },
    )
  })

  it("roles alternate, beginning with the user", () => {
    fc.assert(
      fc.property(entries, (stored) => {
        const roles = toApiMessages(stored).map((message) => message.role)
        expect(roles).toEqual(roles.map((_, at) => (at % 2 === 0 ? "user" : "assistant")))
      }),
    )
  })

  it("adding entries at the end never changes an earlier block, once all tools are answered", () => {
    fc.assert(
      fc.property(entries, entries, (stored, more) => {
        const before = toApiMessages(stored)
        // A call with open tools is the last resort; every other point of a conversation is one a turn may call at.
        fc.pre(!flat(before).at(-1)?.includes(OUTCOME_UNKNOWN))
        const after = flat(toApiMessages([...stored, ...more]))
        expect(after.slice(0, flat(before).length)).toEqual(flat(before))
      }),
      { numRuns: 1_000 },
    )
  })
})
