// What a turn is called in traces, by the GenAI conventions of OpenTelemetry: names, models and numbers, never a word anybody wrote.
import "server-only"
import type { ModelAnswer, ModelRequest, Usage } from "@/lib/server/model/model-client"
import type { Attributes } from "@/lib/server/telemetry/otlp-body"
import { errorKind, type Span, traced } from "@/lib/server/telemetry/tracer"
import type { AgentRuntime, Begun } from "./agent-runtime"
import type { Dispatched } from "./dispatch"

const agentAttributes = ({ model }: Pick<AgentRuntime, "model">, { fence }: Begun): Attributes => {
  const id = `${fence.team}/${fence.name}/${fence.generation}`
  return {
    "gen_ai.provider.name": model.provider,
    "gen_ai.agent.name": fence.name,
    "gen_ai.agent.id": id,
    // One bearer of a name has one conversation.
    "gen_ai.conversation.id": id,
    "countersign.team": fence.team,
  }
}

/** By the conventions the input counts whole, what the cache gave included. */
const usageAttributes = (usage: Usage): Attributes => ({
  "gen_ai.usage.input_tokens": usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens,
  "gen_ai.usage.output_tokens": usage.output_tokens,
  "gen_ai.usage.cache_read.input_tokens": usage.cache_read_tokens,
  "gen_ai.usage.cache_creation.input_tokens": usage.cache_write_tokens,
})

/** The turn as a whole; what happens in it is handed a context whose spans stand below this one. */
export async function inTurnSpan(
  context: AgentRuntime,
  begun: Begun,
  work: (context: AgentRuntime) => Promise<void>,
): Promise<void> {
  const { fence, turn, agent } = begun
  const span = context.tracer.start(`invoke_agent ${fence.name}`, {
    attributes: {
      "gen_ai.operation.name": "invoke_agent",
      ...agentAttributes(context, begun),
      "gen_ai.request.model": agent.model,
      "countersign.turn": turn.no,
      "countersign.gate": agent.gate,
    },
  })
  try {
    await work({ ...context, tracer: span.tracer })
    if (turn.answer) span.set({ "gen_ai.response.model": turn.answer.model, ...usageAttributes(turn.answer.usage) })
    span.end()
  } catch (error) {
    span.end(errorKind(error))
    throw error
  }
}

export function inChatSpan(
  context: AgentRuntime,
  begun: Begun,
  request: ModelRequest,
  work: () => Promise<ModelAnswer>,
): Promise<ModelAnswer> {
  const attributes = {
    "gen_ai.operation.name": "chat",
    ...agentAttributes(context, begun),
    "gen_ai.request.model": request.model,
    "gen_ai.request.max_tokens": request.maxTokens,
    "gen_ai.request.stream": true,
    ...serverOf(context),
  }
  return traced(context.tracer, `chat ${request.model}`, { kind: "client", attributes }, async (span) => {
    const answer = await work()
    span.set({
      "gen_ai.response.model": answer.model,
      "gen_ai.response.finish_reasons": [answer.stopReason],
      ...usageAttributes(answer.usage),
    })
    return answer
  })
}

function serverOf({ env: { model } }: AgentRuntime): Attributes {
  if (model.provider !== "anthropic" || model.baseURL === null) return {}
  const { hostname, port, protocol } = new URL(model.baseURL)
  return { "server.address": hostname, "server.port": Number(port || (protocol === "https:" ? 443 : 80)) }
}

/** `name` is the tool's own where there is such a tool: what a model makes up is not repeated. */
export function inToolSpan(
  context: AgentRuntime,
  begun: Begun,
  call: { id: string; name: string },
  work: () => Promise<Dispatched>,
): Promise<Dispatched> {
  const attributes = {
    "gen_ai.operation.name": "execute_tool",
    ...agentAttributes(context, begun),
    "gen_ai.tool.name": call.name,
    "gen_ai.tool.call.id": call.id,
    "gen_ai.tool.type": "function",
  }
  return traced(context.tracer, `execute_tool ${call.name}`, { attributes }, async (span) => {
    const dispatched = await work()
    noteOutcome(span, dispatched)
    return dispatched
  })
}

function noteOutcome(span: Span, dispatched: Dispatched): void {
  // `exit 1`, `blocked`, `outcome unknown`: a few words of our own.
  if (dispatched.kind === "halt") span.end("not_run")
  else if (dispatched.outcome.isError) span.end(dispatched.outcome.outcome || "error")
}
