// The Anthropic client through the real SDK against the scripted API: answers, faults, retries, aborts, credentials.
import { afterEach, describe, expect, it, vi } from "vitest"
import { AnthropicClient, type AnthropicSettings } from "@/lib/server/model/anthropic-client"
import { type ModelDelta, ModelError, type ModelRequest } from "@/lib/server/model/model-client"
import { MessagesApi, type Scripts, sequence } from "../support/messages-api"
import { failWith, refuse, say, think, useTool, useToolRaw } from "../support/messages-api-reply"

const QUICK = { apiKey: "key", idleMs: 5_000, backoffMs: 1 } satisfies AnthropicSettings

let api: MessagesApi
afterEach(async () => {
  vi.unstubAllEnvs()
  await api.close()
})

async function start(scripts: Scripts, settings: AnthropicSettings = {}): Promise<AnthropicClient> {
  api = await MessagesApi.start(scripts)
  return new AnthropicClient({ ...QUICK, baseURL: api.url, ...settings })
}

const request = (change: Partial<ModelRequest> = {}): ModelRequest => ({
  model: "claude-opus-5-5",
  system: "You are alice.",
  tools: [{ name: "write_file", description: "Writes.", input_schema: { type: "object", properties: {} } }],
  messages: [{ role: "user", content: [{ type: "text", text: "Hello" }] }],
  maxTokens: 1_000,
  userId: "team_1:alice",
  ...change,
})

const never = new AbortController().signal

async function failureOf(call: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await call.then(
    () => new Error("the call succeeded"),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ModelError)
  return error as ModelError
}

describe("an answer", () => {
  it("comes back block for block, thinking and signatures included, with deltas on the way", async () => {
    const client = await start(
      sequence(think("Let me see.").say("Writing now.").useTool("write_file", { path: "ä.md" })),
    )
    const deltas: ModelDelta[] = []
    const answer = await client.call(request(), { signal: never, onDelta: (delta) => deltas.push(delta) })
    expect(answer.content).toMatchObject([
      { type: "thinking", thinking: "Let me see.", signature: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { type: "text", text: "Writing now." },
      { type: "tool_use", id: "toolu_scripted_1", name: "write_file", input: { path: "ä.md" } },
    ])
    expect(answer).toMatchObject({ stopReason: "tool_use", model: "claude-opus-5-5", unparsable: [] })
    const joined = (kind: string) => deltas.flatMap((delta) => (delta.kind === kind ? [delta.text] : [])).join("")
    expect(joined("thinking")).toBe("Let me see.")
    expect(joined("text")).toBe("Writing now.")
    expect(joined("tool_input")).toBe('{"path":"ä.md"}')
    expect(deltas.at(-1)).toMatchObject({ tool: "write_file", toolUseId: "toolu_scripted_1" })
    expect(api.callsOf("alice")[0]?.request.metadata).toEqual({ user_id: "team_1:alice" })
  })

  it("carries usage with what the cache wrote and read", async () => {
    const client = await start(sequence(say("One."), say("Two.")))
    const first = await client.call(request(), { signal: never })
    expect(first.usage.cache_write_tokens).toBeGreaterThan(0)
    const second = await client.call(
      request({
        messages: [
          ...request().messages,
          { role: "assistant", content: first.content },
          { role: "user", content: [{ type: "text", text: "And?" }] },
        ],
      }),
      { signal: never },
    )
    expect(second.usage.cache_read_tokens).toBe(first.usage.cache_write_tokens)
    expect(second.usage.output_tokens).toBeGreaterThan(0)
  })

  it("with malformed tool input keeps the call with an empty input and says which one it was", async () => {
    const client = await start(
      sequence(useTool("write_file", { path: "a" }).useToolRaw("write_file", '{"path": "b', "toolu_bad")),
    )
    const answer = await client.call(request(), { signal: never })
    expect(answer.content).toMatchObject([{ input: { path: "a" } }, { id: "toolu_bad", input: {} }])
    expect(answer.unparsable).toEqual(["toolu_bad"])
  })

  it("with tool input that is JSON but no object counts as unparsable too", async () => {
    const client = await start(sequence(useToolRaw("write_file", "[1]", "toolu_list")))
    expect((await client.call(request(), { signal: never })).unparsable).toEqual(["toolu_list"])
  })

  it("with a tool call without any input is not a mistake", async () => {
    const client = await start(sequence(useToolRaw("list_tasks", "")))
    const answer = await client.call(request(), { signal: never })
    expect(answer).toMatchObject({ unparsable: [], content: [{ name: "list_tasks", input: {} }] })
  })

  it("cut by max_tokens in the middle of tool input says so and names the input", async () => {
    const client = await start(
      sequence(useToolRaw("write_file", '{"path":"a.md","content":"# He', "toolu_cut").stop("max_tokens")),
    )
    const answer = await client.call(request(), { signal: never })
    expect(answer).toMatchObject({ stopReason: "max_tokens", unparsable: ["toolu_cut"] })
  })

  it("that pauses is handed on as it is and may be sent back as the last message", async () => {
    const client = await start(sequence(say("Half of").stop("pause_turn"), say("the work.")))
    const half = await client.call(request(), { signal: never })
    expect(half.stopReason).toBe("pause_turn")
    const rest = await client.call(
      request({ messages: [...request().messages, { role: "assistant", content: half.content }] }),
      { signal: never },
    )
    expect(rest).toMatchObject({ stopReason: "end_turn", content: [{ text: "the work." }] })
  })

  it("with an unknown tool name is handed on for the caller to refuse", async () => {
    const client = await start(sequence(useTool("launch_rocket", { now: true })))
    expect((await client.call(request(), { signal: never })).content).toMatchObject([{ name: "launch_rocket" }])
  })

  it("never repeats a tool id of the conversation, even when the server does", async () => {
    const client = await start(sequence(useTool("write_file", {}, "call_0").useTool("write_file", {}, "call_0")))
    const answer = await client.call(
      request({
        messages: [
          ...request().messages,
          { role: "assistant", content: [{ type: "tool_use", id: "call_0", name: "write_file", input: {} }] },
          { role: "user", content: [{ type: "tool_result", tool_use_id: "call_0", content: "ok" }] },
        ],
      }),
      { signal: never },
    )
    expect(answer.content.map((block) => block.id)).toEqual(["call_0_2", "call_0_3"])
  })
})

describe("a fault", () => {
  it.each([408, 409, 429, 500, 503, 529])("with status %i is asked again and then answered", async (status) => {
    const client = await start(sequence(failWith(status), say("Here.")))
    expect((await client.call(request(), { signal: never })).content).toMatchObject([{ text: "Here." }])
    expect(api.callsOf("alice")).toHaveLength(2)
  })

  it.each([400, 401, 403, 404, 413])(
    "with status %i ends the call at once, as fatal, in a sentence",
    async (status) => {
      const client = await start(sequence(failWith(status, { message: "It is so." })))
      const error = await failureOf(client.call(request(), { signal: never }))
      expect(error).toMatchObject({ kind: "fatal", status })
      expect(error.message).toMatch(/^The model's server .*: It is so\.$/)
      expect(api.callsOf("alice")).toHaveLength(1)
    },
  )

  it("that stays is handed to the turn's back-off after the quick retries", async () => {
    const client = await start(() => failWith(529), { retries: 1 })
    const error = await failureOf(client.call(request(), { signal: never }))
    expect(error).toMatchObject({ kind: "retryable", status: 529 })
    expect(api.callsOf("alice")).toHaveLength(2)
  })

  it("honours a short retry-after before asking again", async () => {
    const client = await start(sequence(failWith(429, { retryAfter: "0.2" }), say("Here.")))
    const begun = performance.now()
    await client.call(request(), { signal: never })
    expect(performance.now() - begun).toBeGreaterThanOrEqual(195)
  })

  it("with a long retry-after is left to the turn at once, with the time to wait", async () => {
    const client = await start(sequence(failWith(429, { retryAfter: "90" })))
    const error = await failureOf(client.call(request(), { signal: never }))
    expect(error).toMatchObject({ kind: "retryable", status: 429, retryAfterMs: 90_000 })
    expect(api.callsOf("alice")).toHaveLength(1)
  })

  it.each([0, 300, 700])(
    "that cuts the stream after %i bytes is asked again, and what was shown is void",
    async (bytes) => {
      const client = await start(sequence(say("A long answer that breaks off.").cutAfter(bytes), say("Whole.")))
      const shown: string[] = []
      const answer = await client.call(request(), {
        signal: never,
        onDelta: (delta) => shown.push(delta.text),
        onRestart: () => shown.splice(0),
      })
      expect(answer.content).toMatchObject([{ text: "Whole." }])
      expect(shown.join("")).toBe("Whole.")
    },
  )

  it.each([0, 400])("that stalls after %i bytes is noticed by the watchdog and asked again", async (bytes) => {
    const client = await start(sequence(say("Silence.").stallAfter(bytes), say("Awake.")), { idleMs: 100 })
    expect((await client.call(request(), { signal: never })).content).toMatchObject([{ text: "Awake." }])
  })

  it("that stalls for ever ends as retryable and says for how long nothing came", async () => {
    const client = await start(() => say("Silence.").stallAfter(400), { idleMs: 60, retries: 0 })
    const error = await failureOf(client.call(request(), { signal: never }))
    expect(error).toMatchObject({ kind: "retryable", message: "The model sent nothing for 1 s." })
  })

  it("in the middle of the stream, overloaded, is asked again", async () => {
    const client = await start(sequence(say("Half.").errorEvent(), say("Whole.")))
    expect((await client.call(request(), { signal: never })).content).toMatchObject([{ text: "Whole." }])
  })

  it("in the middle of the stream that is our own mistake is fatal", async () => {
    const client = await start(sequence(say("Half.").errorEvent("invalid_request_error", "No.")))
    expect(await failureOf(client.call(request(), { signal: never }))).toMatchObject({ kind: "fatal" })
  })

  it("of the network is retryable and names the cause", async () => {
    const client = await start(sequence())
    await api.close()
    const error = await failureOf(client.call(request(), { signal: never }))
    expect(error).toMatchObject({ kind: "retryable" })
    expect(error.message).toMatch(/could not be reached \(ECONNREFUSED\)/)
  })

  it("that is a refusal is neither answer nor retried", async () => {
    const client = await start(sequence(refuse("I will not.")))
    const error = await failureOf(client.call(request(), { signal: never }))
    expect(error).toMatchObject({
      kind: "refusal",
      message: "The model refused to answer: This was scripted as a refusal.",
    })
    expect(api.callsOf("alice")).toHaveLength(1)
  })

  it("of the caller's own callback is thrown as it is and not taken for a broken stream", async () => {
    const client = await start(() => say("Hello."))
    const call = client.call(request(), {
      signal: never,
      onDelta: () => {
        throw new TypeError("a bug")
      },
    })
    await expect(call).rejects.toThrow(TypeError)
    expect(api.callsOf("alice")).toHaveLength(1)
  })
})

describe("a slow stream", () => {
  it("is no stall as long as bytes come, pings included", async () => {
    const client = await start(sequence(say("At last.").slow(60).ping(4)), { idleMs: 200, retries: 0 })
    expect((await client.call(request(), { signal: never })).content).toMatchObject([{ text: "At last." }])
  })
})

describe("an abort", () => {
  it("before the answer ends the call and closes the connection", async () => {
    const client = await start(() => say("Late.").hold(new Promise(() => {})))
    const caller = new AbortController()
    const failure = failureOf(client.call(request(), { signal: caller.signal }))
    const arrived = await api.waitForCall("alice")
    caller.abort()
    expect(await failure).toMatchObject({ kind: "aborted" })
    expect(await arrived.ended).toBe("gone")
  })

  it("in the middle of the stream is an abort, not a shorter answer", async () => {
    const client = await start(() => say("A long answer that never ends.").stallAfter(600))
    const caller = new AbortController()
    const call = client.call(request(), { signal: caller.signal, onDelta: () => caller.abort() })
    expect(await failureOf(call)).toMatchObject({ kind: "aborted" })
  })

  it("during the pause before a retry ends the call at once", async () => {
    const client = await start(() => failWith(500), { backoffMs: 60_000 })
    const caller = new AbortController()
    const failure = failureOf(client.call(request(), { signal: caller.signal, onRestart: () => caller.abort() }))
    expect(await failure).toMatchObject({ kind: "aborted" })
  })

  it("given beforehand sends nothing", async () => {
    const client = await start(() => say("Never."))
    const failure = failureOf(client.call(request(), { signal: AbortSignal.abort() }))
    expect(await failure).toMatchObject({ kind: "aborted" })
    expect(api.calls).toHaveLength(0)
  })
})

describe("credentials", () => {
  const sent = () => api.calls[0]?.headers

  it("of both kinds: the API key is the one that is sent", async () => {
    const client = await start(sequence(say("Hi.")), { apiKey: "the-key", authToken: "the-token" })
    await client.call(request(), { signal: never })
    expect(sent()?.authorization).toBe("Bearer the-key")
  })

  it("of the other kind work alone", async () => {
    const client = await start(sequence(say("Hi.")), { apiKey: null, authToken: "the-token" })
    await client.call(request(), { signal: never })
    expect(sent()?.authorization).toBe("Bearer the-token")
  })

  it("are never taken from the environment, nor is anything else", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", "ambient-key")
    vi.stubEnv("ANTHROPIC_AUTH_TOKEN", "ambient-token")
    vi.stubEnv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    vi.stubEnv("ANTHROPIC_CUSTOM_HEADERS", "authorization: Bearer ambient\nx-ambient: yes")
    const client = await start(sequence(say("Hi.")), { apiKey: null })
    await client.call(request(), { signal: never })
    expect(sent()?.authorization).toBe("Bearer none")
    expect(JSON.stringify(sent())).not.toContain("ambient")
  })
})
