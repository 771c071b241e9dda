// Traces by the GenAI conventions, at a collector on loopback: complete, below each other, without a word anybody wrote, and in nobody's way.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import { metricsText } from "@/lib/server/http/metrics-text"
import { decideRequest } from "@/lib/server/requests/decide-request"
import { createSpanExporter } from "@/lib/server/telemetry/otlp-exporter"
import { createTracer } from "@/lib/server/telemetry/tracer"
import { plan, quiet, storyOf } from "@/tests/support/agent-story"
import { sequence } from "@/tests/support/messages-api"
import { failWith, say, useTool } from "@/tests/support/messages-api-reply"
import { openScriptedRuntime, type ScriptedRuntime } from "@/tests/support/scripted-runtime"
import { waitFor } from "@/tests/support/wait-for"

type Value = { stringValue?: string; intValue?: string; boolValue?: boolean; arrayValue?: { values: Value[] } }
type WireSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Value }[]
  status: { code: number }
}

class Collector {
  readonly bodies: string[] = []
  readonly headers: IncomingHttpHeaders[] = []
  answer: (response: ServerResponse) => void = (response) => response.writeHead(200).end("{}")
  private readonly server = createServer(async (request, response) => {
    let text = ""
    for await (const piece of request) text += piece
    this.bodies.push(text)
    this.headers.push(request.headers)
    this.answer(response)
  })
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve))
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }
  get spans(): WireSpan[] {
    return this.bodies.flatMap((body) =>
      JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: WireSpan[] }[] }) =>
        resource.scopeSpans.flatMap((scope) => scope.spans),
      ),
    )
  }
  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }
}

const plain = (value: Value): unknown =>
  value.stringValue ??
  (value.intValue === undefined ? undefined : Number(value.intValue)) ??
  value.boolValue ??
  value.arrayValue?.values.map(plain)
const factsOf = (span: WireSpan) => Object.fromEntries(span.attributes.map(({ key, value }) => [key, plain(value)]))

let collector: Collector
let test: ScriptedRuntime | null = null
afterEach(async () => {
  await test?.close()
  test = null
  collector.close()
})

describe("a team whose traces are collected", () => {
  it("is seen turn by turn, call by call and wait by wait, and none of its words", async () => {
    collector = new Collector()
    const url = await collector.start()
    const words = { prompt: "Grow a wombat.", content: "wombats are square", feedback: "Only small wombats." }
    test = await openScriptedRuntime(
      "embedded",
      {
        lead: quiet,
        otto: sequence(
          failWith(529),
          useTool("submit_plan", { ...plan("Wombats", ["a.txt"]), plan: words.content }),
          useTool("write_file", { path: "a.txt", content: words.content }).useTool("made_up_wombat", {}),
          say(words.content),
        ),
      },
      { variables: { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: "api-key=open%20sesame" } },
    )
    const story = storyOf(() => test!)
    await story.spawn("otto", words.prompt)
    const request = await story.pending("otto")
    await decideRequest(test.runtime, request.request_id, { approve: true, feedback: words.feedback }, "human:dana")
    await story.idle("otto")
    const { runtime, team } = test
    const metrics = await waitFor("spans were sent", async () => {
      const text = await metricsText(runtime)
      return /otlp_spans_total\{outcome="exported"\} [1-9]/.test(text) && text
    })
    expect(metrics).toContain('countersign_model_errors_total{cause="529"} 1')
    expect(metrics).toMatch(/countersign_wake_seconds_count [1-9]/)
    await runtime.stop()

    const spans = collector.spans
    const own = spans.filter((span) => factsOf(span)["gen_ai.agent.name"] === "otto")
    const named = (name: string) => own.filter((span) => span.name === name)
    const id = `${team.id}/otto/1`
    const turns = named("invoke_agent otto")
    expect(
      turns.map((span) => [factsOf(span)["countersign.turn"], factsOf(span)["error.type"], span.status.code]),
    ).toEqual([
      [1, "529", 2],
      [1, undefined, 0],
      [2, undefined, 0],
      [3, undefined, 0],
    ])
    const model = String(factsOf(turns[0]!)["gen_ai.request.model"])
    const chats = named(`chat ${model}`)
    expect(chats.map((span) => [span.kind, span.parentSpanId, span.traceId])).toEqual(
      turns.map((turn) => [3, turn.spanId, turn.traceId]),
    )
    const spoken = factsOf(chats[1]!)
    expect(spoken).toMatchObject({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "anthropic",
      "gen_ai.agent.id": id,
      "gen_ai.conversation.id": id,
      "gen_ai.response.finish_reasons": ["tool_use"],
    })
    const call = test.api.callsOf("otto")[1]!
    const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens } = call.usage!
    expect(spoken["gen_ai.usage.input_tokens"]).toBe(
      input_tokens + cache_read_input_tokens + cache_creation_input_tokens,
    )
    expect(spoken["gen_ai.usage.output_tokens"]).toBeGreaterThan(0)
    const tools = own.filter((span) => span.name.startsWith("execute_tool "))
    expect(tools.map((span) => [span.name, span.parentSpanId, factsOf(span)["error.type"]])).toEqual([
      ["execute_tool submit_plan", turns[1]!.spanId, undefined],
      ["execute_tool write_file", turns[2]!.spanId, undefined],
      ["execute_tool unknown", turns[2]!.spanId, "error"],
    ])
    expect(factsOf(tools[0]!)["gen_ai.tool.call.id"]).toMatch(/^toolu_/)
    const [wait] = named("await_decision plan_approval")
    expect(factsOf(wait!)).toMatchObject({
      "countersign.request.id": request.request_id,
      "countersign.request.status": "approved",
      "countersign.request.decided_by": "human",
    })
    expect(BigInt(wait!.endTimeUnixNano)).toBeGreaterThan(BigInt(wait!.startTimeUnixNano))

    expect(collector.headers[0]!["api-key"]).toBe("open sesame")
    const sent = collector.bodies.join()
    for (const word of ["wombat", "sk-test", "sesame", "dana", test.team.workspace])
      expect(sent.toLowerCase()).not.toContain(word)
  })
})

describe("a collector that is away, refuses or falls silent", () => {
  const exporterTo = async (answer: Collector["answer"]) => {
    collector = new Collector()
    collector.answer = answer
    const errors: unknown[] = []
    const settings = { url: await collector.start(), headers: {}, serviceName: "countersign" }
    const exporter = createSpanExporter(settings, { version: "0", onError: (error) => errors.push(error) })
    return { exporter, tracer: createTracer(exporter.add), errors }
  }

  it("holds nobody up: a bounded number of spans waits, the others are dropped and counted, and a stop does not wait", async () => {
    const { exporter, tracer } = await exporterTo(() => {})
    for (let n = 0; n < 5_000; n++) tracer.start("turn").end()
    expect(exporter.counts().dropped).toBeGreaterThan(2_000)
    const began = performance.now()
    await exporter.stop()
    expect(performance.now() - began).toBeLessThan(4_000)
    expect(exporter.counts()).toEqual({ exported: 0, dropped: 5_000 })
  })

  it("is said once, and what it refuses for good is dropped", async () => {
    const { exporter, tracer, errors } = await exporterTo((response) => response.writeHead(400).end())
    for (let n = 0; n < 600; n++) tracer.start("turn").end()
    await exporter.stop()
    expect(exporter.counts()).toEqual({ exported: 0, dropped: 600 })
    expect(errors.map(String)).toEqual(["Error: the collector answered 400"])
  })

  it("gets the same batch again when it asks for that", async () => {
    let calls = 0
    const { exporter, tracer } = await exporterTo((response) => response.writeHead(++calls === 1 ? 503 : 200).end())
    for (let n = 0; n < 256; n++) tracer.start("turn").end()
    await waitFor("all were sent", () => exporter.counts().exported === 256)
    expect(collector.bodies[0]).toBe(collector.bodies[1])
    await exporter.stop()
  })
})
