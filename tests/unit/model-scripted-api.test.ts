// The scripted Messages API itself: what it refuses and in which words, how it counts, and that tests can wait for it.
import Anthropic from "@anthropic-ai/sdk"
import { afterEach, describe, expect, it } from "vitest"
import { MessagesApi, type Scripts, sequence } from "../support/messages-api"
import { say, think, useTool } from "../support/messages-api-reply"
import { type MessagesRequest, newestMail, newestText, newestToolResult } from "../support/messages-api-request"

let api: MessagesApi
afterEach(() => api.close())

const start = async (scripts: Scripts = () => say("Hello.")) => {
  api = await MessagesApi.start(scripts)
  return new Anthropic({ apiKey: "key", baseURL: api.url, maxRetries: 0, logLevel: "off" })
}

const text = (value: string) => ({ type: "text", text: value })
const marked = (value: string) => ({ ...text(value), cache_control: { type: "ephemeral" } })
const body = (change: Record<string, unknown> = {}) => ({
  model: "claude-opus-5-5",
  max_tokens: 100,
  messages: [{ role: "user", content: "Hi" }],
  metadata: { user_id: "team_1:alice" },
  ...change,
})
const post = (change: Record<string, unknown>, headers: Record<string, string> = {}) =>
  fetch(`${api.url}/v1/messages`, {
    method: "POST",
    headers: { authorization: "Bearer key", "anthropic-version": "2023-06-01", ...headers },
    body: JSON.stringify(body(change)),
  })

const tool = (id: string) => ({ type: "tool_use", id, name: "bash", input: {} })
const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "ok" })
const user = (...content: unknown[]) => ({ role: "user", content })
const agent = (...content: unknown[]) => ({ role: "assistant", content })
const go = user(text("go"))

describe("a body the API refuses", () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    ["no messages", { messages: [] }, /at least one message is required/],
    ["no max_tokens", { max_tokens: undefined }, /max_tokens: Field required/],
    ["nobody's request", { metadata: undefined }, /metadata\.user_id: Field required/],
    ["an assistant first", { messages: [agent(text("hi"))] }, /first message must use the "user" role/],
    ["empty content", { messages: [user()] }, /must have non-empty content/],
    ["empty text", { messages: [user(text(""))] }, /text content blocks must be non-empty/],
    ["blank text", { messages: [user(text(" \n"))] }, /must contain non-whitespace text/],
    [
      "a dangling tool",
      { messages: [go, agent(tool("a"))] },
      /messages\.1: `tool_use` ids were found without `tool_result` blocks immediately after: a\./,
    ],
    [
      "a tool answered too late",
      { messages: [go, agent(tool("a")), user(text("wait")), agent(text("hm")), user(result("a"))] },
      /without `tool_result`/,
    ],
    [
      "a result behind words",
      { messages: [go, agent(tool("a")), user(text("so"), result("a"))] },
      /without `tool_result`/,
    ],
    [
      "a result for nothing",
      { messages: [go, agent(text("hi")), user(result("x"))] },
      /unexpected `tool_use_id` found in `tool_result` blocks: x/,
    ],
    [
      "two results for one",
      { messages: [go, agent(tool("a")), user(result("a"), result("a"))] },
      /must have a single result/,
    ],
    [
      "an id used twice",
      { messages: [go, agent(tool("a")), user(result("a")), agent(tool("a")), user(result("a"))] },
      /ids must be unique/,
    ],
    ["an odd id", { messages: [go, agent(tool("a b")), user(result("a b"))] }, /should match pattern/],
    [
      "an empty error",
      { messages: [go, agent(tool("a")), user({ ...result("a"), content: "", is_error: true })] },
      /content cannot be empty if `is_error` is true/,
    ],
    [
      "five breakpoints",
      { messages: [user(...["a", "b", "c", "d", "e"].map(marked))] },
      /A maximum of 4 blocks with cache_control may be provided\. Found 5\./,
    ],
    [
      "a breakpoint on nothing",
      { messages: [user(marked(""), text("hi"))] },
      /cache_control cannot be set for empty text blocks/,
    ],
    [
      "a breakpoint on thinking",
      { messages: [go, agent({ type: "thinking", thinking: "x", signature: "s", cache_control: {} }, text("y")), go] },
      /Extra inputs are not permitted/,
    ],
    [
      "unsigned thinking",
      { messages: [go, agent({ type: "thinking", thinking: "x" }, text("y")), go] },
      /signature: Field required/,
    ],
    [
      "forged thinking",
      { messages: [go, agent({ type: "thinking", thinking: "x", signature: "s" }, text("y")), go] },
      /Invalid `signature` in `thinking` block/,
    ],
    [
      "an answer put into its mouth",
      { messages: [go, agent(text("I will"))] },
      /does not support assistant message prefill/,
    ],
    ["a trailing space", { messages: [go, agent(text("I will "))] }, /cannot end with trailing whitespace/],
    ["an empty system prompt", { system: [text("")] }, /system: text content blocks must be non-empty/],
    ["a tool without a schema", { tools: [{ name: "a", input_schema: {} }] }, /input_schema\.type: Field required/],
    [
      "two tools of one name",
      { tools: ["a", "a"].map((name) => ({ name, input_schema: { type: "object" } })) },
      /Tool names must be unique/,
    ],
    ["a choice of an unknown tool", { tool_choice: { type: "tool", name: "x" } }, /Tool 'x' not found/],
  ])("%s is a 400 in the API's words", async (_, change, words) => {
    await start()
    const response = await post(change)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      type: "error",
      error: { type: "invalid_request_error", message: expect.stringMatching(words) },
    })
    expect(api.refusals).toHaveLength(1)
  })

  it("without credentials is a 401, at another address a 404", async () => {
    await start()
    expect((await post({}, { authorization: "" })).status).toBe(401)
    expect((await fetch(`${api.url}/v1/other`, { method: "POST" })).status).toBe(404)
  })
})

describe("a body the API accepts", () => {
  it("may have two messages of one side in a row", async () => {
    await start()
    expect((await post({ messages: [go, go, agent(tool("a")), user(result("a")), user(text("on"))] })).status).toBe(200)
  })

  it("is answered as JSON or as a stream with the same content", async () => {
    const client = await start(() => think("Hm.").say("Look: 界面").useTool("bash", { command: "ls" }, "toolu_1"))
    const whole = await client.messages.create(body() as Anthropic.Messages.MessageCreateParamsNonStreaming)
    const streamed = await client.messages.stream(body() as Anthropic.Messages.MessageStreamParams).finalMessage()
    expect(streamed.content).toMatchObject(whole.content as object[])
    expect(streamed.stop_reason).toBe("tool_use")
    expect(whole.content.map((block) => block.type)).toEqual(["thinking", "text", "tool_use"])
  })
})

describe("the scripts", () => {
  it("are chosen by the agent's name and count each agent's calls", async () => {
    await start({
      alice: (_, call) => say(`alice ${call}`),
      "*": (_, call, about) => say(`${about.agent} ${call}`),
    })
    const said = async (user_id: string) =>
      ((await (await post({ metadata: { user_id } })).json()) as { content: { text: string }[] }).content[0]?.text
    expect(await said("team_1:alice")).toBe("alice 1")
    expect(await said("team_1:bob")).toBe("bob 1")
    expect(await said("team_1:alice")).toBe("alice 2")
    expect(await said("team_2:alice")).toBe("alice 1")
    expect(api.callsOf("alice")).toHaveLength(3)
    expect(api.callsOf("team_1:alice")).toHaveLength(2)
  })

  it("that have come to their end say so", async () => {
    await start(sequence(say("Only this.")))
    await post({})
    expect(await (await post({})).json()).toMatchObject({ error: { message: "The script of alice has no call 2." } })
  })

  it("can be waited for and held", async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    await start(() => say("Now.").hold(gate))
    const second = api.waitForCall("alice", 2)
    const answers = Promise.all([post({}), post({ max_tokens: 7 })])
    expect((await second).call).toBe(2)
    release()
    expect((await answers).map((response) => response.status)).toEqual([200, 200])
    expect(await (await api.waitForCall("alice", 1)).ended).toBe("answered")
  })

  it("can ask what the conversation last said", () => {
    const mail = '<message id="msg_1" from="alice" type="plan_approval_request" request_id="req_7">\nA plan\n</message>'
    const messages = [go, agent(tool("a")), user(result("a"), text(mail))]
    const request = body({ messages }) as unknown as MessagesRequest
    expect(newestText(request)).toBe(mail)
    expect(newestToolResult(request)).toMatchObject({ tool: "bash", text: "ok", isError: false })
    expect(newestMail(request, "plan_approval_request")).toMatchObject({ request_id: "req_7", content: "A plan" })
  })
})

describe("the prompt cache", () => {
  const usageOf = async (messages: unknown[]) =>
    ((await (await post({ messages })).json()) as { usage: Record<string, number> }).usage

  it("reads what an earlier breakpoint wrote, and only when nothing before it changed", async () => {
    await start()
    const first = await usageOf([user(marked("a".repeat(400)))])
    expect(first).toMatchObject({ cache_read_input_tokens: 0, input_tokens: 0 })
    const same = await usageOf([user(marked("a".repeat(400)), text("more"))])
    expect(same.cache_read_input_tokens).toBe(first.cache_creation_input_tokens)
    expect((await usageOf([user(marked(`b${"a".repeat(399)}`))])).cache_read_input_tokens).toBe(0)
  })

  it("looks back no further than twenty blocks", async () => {
    await start()
    await usageOf([user(marked("start"))])
    const after = (n: number) => [
      user(text("start"), ...Array.from({ length: n }, (_, at) => text(`${at}`)), marked("end")),
    ]
    expect((await usageOf(after(18))).cache_read_input_tokens).toBeGreaterThan(0)
    await usageOf([user(marked("other"))])
    expect(
      (await usageOf([user(text("other"), ...Array.from({ length: 19 }, (_, at) => text(`${at}`)), marked("end"))]))
        .cache_read_input_tokens,
    ).toBe(0)
  })

  it("counts nothing where no breakpoint was set", async () => {
    await start(() => useTool("bash"))
    expect(await usageOf([go])).toMatchObject({ cache_read_input_tokens: 0, cache_creation_input_tokens: 0 })
  })
})
