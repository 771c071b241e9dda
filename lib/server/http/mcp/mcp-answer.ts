// MCP over Streamable HTTP, without sessions: each call stands alone, so a restart or another process loses nothing.
import "server-only"
import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js"
import { z } from "zod"
import { invalidFrom } from "@/lib/core/errors"
import type { Runtime } from "@/lib/server/runtime/runtime"
import { trackStream } from "@/lib/server/session/open-streams"
import type { Principal } from "@/lib/server/session/principal"
import { isAppError } from "../error-answer"
import { reportBug } from "../report-bug"
import { type Outsider, outsiderOf } from "./outside-agent"
import { OUTSIDE_TOOLS, type ToolAnswer } from "./outside-tools"

const INSTRUCTIONS =
  "You are a teammate in Countersign. Before you change anything anywhere, call submit_plan, then await_decision until it says approved; heed the words that come with it. Do only what the approved plan names. When check_inbox brings a shutdown_request, answer it with respond_shutdown."

const LISTED = OUTSIDE_TOOLS.map(({ name, description, input }) => {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: "input" })
  return { name, description, inputSchema: { ...schema, type: "object" as const } }
})

export async function mcpAnswer(
  call: { runtime: Runtime; principal: Principal; request: Request },
  message: unknown,
): Promise<Response> {
  const { runtime, principal, request } = call
  // A client that waits hears that it still waits, and asks again; a line cut off would leave it waiting for nothing.
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  const server = serverFor(outsiderOf(runtime, principal), leaving.signal)
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  const close = () => void server.close()
  const undo = [trackStream(runtime, principal, leave), runtime.onStop(leave)]
  server.onclose = () => {
    for (const step of undo) step()
  }
  request.signal.addEventListener("abort", close, { once: true })
  await server.connect(transport)
  const answer = await transport.handleRequest(request, { parsedBody: message })
  return whenRead(answer, close)
}

/** A call is over when its answer has been read to the end, or its reader is gone. */
function whenRead(answer: Response, close: () => void): Response {
  if (!answer.body) {
    close()
    return new Response(null, answer)
  }
  const reader = answer.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await reader.read()
      if (!done) return controller.enqueue(value)
      controller.close()
      close()
    },
    cancel: close,
  })
  return new Response(body, answer)
}

function serverFor(outsider: Outsider, leaving: AbortSignal): Server {
  const info = { name: "countersign", version: outsider.runtime.facts.version }
  const server = new Server(info, { capabilities: { tools: {} }, instructions: INSTRUCTIONS })
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: LISTED }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const progressToken = params._meta?.progressToken
    const progress = async (waited: number) => {
      if (progressToken === undefined) return
      const said = { progressToken, progress: waited, message: `Waiting for a person for ${waited} s` }
      await extra.sendNotification({ method: "notifications/progress", params: said })
    }
    const signal = AbortSignal.any([extra.signal, leaving])
    return resultOf(await runTool(outsider, params.name, params.arguments ?? {}, { signal, progress }))
  })
  return server
}

async function runTool(
  outsider: Outsider,
  name: string,
  given: unknown,
  waits: { signal: AbortSignal; progress: (waited: number) => Promise<void> },
): Promise<ToolAnswer> {
  const tool = OUTSIDE_TOOLS.find((one) => one.name === name)
  if (!tool) return { text: `Error: there is no tool "${name.slice(0, 100)}".`, isError: true }
  try {
    const input = tool.input.safeParse(given)
    if (!input.success) throw invalidFrom(input.error.issues, "input")
    return await tool.run(outsider, input.data, waits)
  } catch (error) {
    if (isAppError(error)) return { text: `Error: ${error.message}`, isError: true }
    reportBug(error, `mcp ${name}`)
    return { text: "Error: something went wrong on the server. Nothing was done.", isError: true }
  }
}

const resultOf = ({ text, isError, facts }: ToolAnswer): CallToolResult => ({
  content: [{ type: "text", text }],
  ...(isError ? { isError: true } : {}),
  ...(facts ? { structuredContent: facts } : {}),
})
