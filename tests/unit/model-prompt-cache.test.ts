// The prompt cache: where breakpoints stand, and that a long conversation is read from the cache instead of paid anew.
import { afterEach, describe, expect, it } from "vitest"
import { AnthropicClient } from "@/lib/server/model/anthropic-client"
import { markPrompt } from "@/lib/server/model/cache-breakpoints"
import { toApiMessages } from "@/lib/server/model/conversation"
import type { ContentBlock, ModelRequest, ToolSpec, Turn } from "@/lib/server/model/model-client"
import { MessagesApi, type Script } from "../support/messages-api"
import { Reply, say, think, useTool } from "../support/messages-api-reply"

const lorem = (words: number): string => "Lorem ipsum dolor sit amet, consectetur elit sed ".repeat(words / 8)
const tools: ToolSpec[] = ["bash", "read_file", "write_file"].map((name) => ({
  name,
  description: lorem(80),
  input_schema: { type: "object", properties: { path: { type: "string" } } },
}))
const user = (...content: ContentBlock[]): Turn => ({ role: "user", content })
const text = (value: string): ContentBlock => ({ type: "text", text: value })

let api: MessagesApi | undefined
afterEach(async () => {
  await api?.close()
  api = undefined
})

const marksOf = (prompt: ReturnType<typeof markPrompt>) =>
  [...prompt.tools, ...prompt.system, ...prompt.messages.flatMap((message) => message.content)].filter(
    (block) => block.cache_control,
  )

describe("breakpoints", () => {
  const conversation: Turn[] = [
    user(text("one")),
    { role: "assistant", content: [text("two")] },
    user(text("three")),
    { role: "assistant", content: [{ type: "thinking", thinking: "", signature: "s" }, text("four")] },
    user(text("five"), text("six")),
  ]

  it("stand on the last tool, the system prompt and the two newest user messages, and nowhere else", () => {
    const prompt = markPrompt({ tools, system: "You are alice.", messages: conversation })
    expect(marksOf(prompt)).toMatchObject([
      { name: "write_file" },
      { text: "You are alice." },
      { text: "three" },
      { text: "six" },
    ])
  })

  it("never stand on thinking or on blank text", () => {
    const messages: Turn[] = [
      user(text("one")),
      { role: "assistant", content: [text("two"), { type: "thinking", thinking: "x", signature: "s" }, text(" ")] },
    ]
    expect(marksOf(markPrompt({ tools: [], system: "", messages }))).toMatchObject([{ text: "one" }, { text: "two" }])
  })

  it("leave the prompt they were asked for untouched", () => {
    const prompt = { tools, system: "You are alice.", messages: conversation }
    const before = structuredClone(prompt)
    markPrompt(prompt)
    expect(prompt).toEqual(before)
  })
})

/** Plays a teammate as a turn does: entries appended at the end, the conversation built anew for each call. */
async function play(script: Script, calls: number): Promise<MessagesApi> {
  const server = await MessagesApi.start(script)
  api = server
  const client = new AnthropicClient({ apiKey: "key", baseURL: server.url, retries: 0 })
  const entries: Turn[] = [user(text(lorem(40)))]
  for (let call = 1; call <= calls; call++) {
    const request: ModelRequest = {
      model: "claude-opus-5-5",
      system: lorem(800),
      tools,
      messages: toApiMessages(entries),
      maxTokens: 4_000,
      userId: "team_1:alice",
    }
    const answer = await client.call(request, { signal: new AbortController().signal })
    entries.push({ role: "assistant", content: answer.content })
    const results = answer.content
      .filter((block) => block.type === "tool_use")
      .map((block): ContentBlock => ({ type: "tool_result", tool_use_id: block.id, content: lorem(40) }))
    entries.push(user(...results, text(`And now step ${call + 1}.`)))
  }
  return server
}

describe("a conversation of thirty turns", () => {
  it("reads at least 93% of its input tokens from the cache", async () => {
    const server = await play((_, call) => think("Next.").say(`Step ${call}.`).useTool("read_file", { path: "a" }), 30)
    expect(server.refusals).toEqual([])
    expect(server.cacheShare("alice")).toBeGreaterThanOrEqual(0.93)
  })

  it("still finds its cache after answers of more blocks than the API looks back", async () => {
    const fifteen = Array.from({ length: 15 }).reduce<Reply>(
      (reply) => reply.useTool("bash", { path: "b" }),
      new Reply(),
    )
    const server = await play(() => fifteen, 6)
    const misses = server
      .callsOf("alice")
      .slice(1)
      .filter((call) => {
        const before = server.callsOf("alice")[call.call - 2]?.usage
        const written = (before?.cache_read_input_tokens ?? 0) + (before?.cache_creation_input_tokens ?? 0)
        return call.usage?.cache_read_input_tokens !== written
      })
    expect(misses).toEqual([])
  })

  it("in which thinking is sent back exactly where it was said is never refused", async () => {
    const server = await play((_, call) => (call % 3 === 0 ? think("Hm.").say("So.") : think("Go.").useTool("bash")), 9)
    expect(server.refusals).toEqual([])
    expect(JSON.stringify(server.calls.at(-1)?.request.messages).match(/"thinking"/g)?.length).toBeGreaterThan(8)
  })
})

describe("thinking that no longer fits its conversation", () => {
  it("is left out and the call goes on, as after an upgrade that changed the system prompt", async () => {
    const server = await MessagesApi.start((_, call) => (call === 1 ? think("Hm.").say("Yes.") : say("Still here.")))
    api = server
    const client = new AnthropicClient({ apiKey: "key", baseURL: server.url, retries: 0 })
    const base = { model: "claude-opus-5-5", tools, maxTokens: 100, userId: "team_1:alice" }
    const options = { signal: new AbortController().signal }
    const first = await client.call({ ...base, system: "Old words.", messages: [user(text("Hi"))] }, options)
    const messages: Turn[] = [user(text("Hi")), { role: "assistant", content: first.content }, user(text("Again"))]
    const answer = await client.call({ ...base, system: "New words.", messages }, options)
    expect(answer.content).toMatchObject([{ text: "Still here." }])
    expect(server.callsOf("alice").map((call) => call.refused !== null)).toEqual([false, true, false])
    expect(JSON.stringify(server.calls.at(-1)?.request.messages)).not.toContain('"thinking"')
  })
})

describe("the tool calls of one answer", () => {
  it("are each told apart by an id of their own", async () => {
    const server = await play(() => useTool("bash").useTool("bash"), 3)
    const ids = server.calls
      .at(-1)
      ?.request.messages.flatMap((message) =>
        typeof message.content === "string"
          ? []
          : message.content.flatMap((block) => (block.type === "tool_use" ? [block.id] : [])),
      )
    expect(new Set(ids).size).toBe(4)
  })
})
