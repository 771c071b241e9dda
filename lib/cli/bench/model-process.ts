// A Messages API on loopback that costs almost nothing, in a process of its own: it tells when each request arrived and answers by script.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type Answer, type Heard, SCRIPTS, type ScriptName } from "./model-scripts"

/** Serves until its parent hangs up. */
export async function modelProcess(script: ScriptName): Promise<never> {
  const calls = new Map<string, number>()
  let toolIds = 0

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const at = steadyNow()
    const [team = "", agent = ""] = userOf(await bodyOf(request)).split(":")
    const call = (calls.get(`${team}:${agent}`) ?? 0) + 1
    calls.set(`${team}:${agent}`, call)
    const heard: Heard = { team, agent, call, at }
    process.send?.(heard)
    response.writeHead(200, { "content-type": "text/event-stream" })
    response.end(stream(SCRIPTS[script](heard), () => `toolu_${++toolIds}`))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  process.send?.({ port: (server.address() as AddressInfo).port })
  return new Promise<never>(() => process.once("disconnect", () => process.exit(0)))
}

/** Milliseconds on the clock that all processes of this machine share. */
export const steadyNow = (): number => Number(process.hrtime.bigint()) / 1e6

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString("utf8")
}

/** Parsing a long conversation would be work of the model, and it is not the model that is measured. */
const userOf = (body: string): string => /"user_id":"([^"]*)"/.exec(body)?.[1] ?? ""

function stream(answer: Answer, newToolId: () => string): string {
  const usage = { input_tokens: 100, output_tokens: 20, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 }
  const isTool = "tool" in answer
  const start = isTool
    ? { type: "tool_use", id: newToolId(), name: answer.tool, input: {} }
    : { type: "text", text: "" }
  const delta = isTool
    ? { type: "input_json_delta", partial_json: JSON.stringify(answer.input) }
    : { type: "text_delta", text: answer.text }
  const message = { id: "msg_bench", type: "message", role: "assistant", model: "bench", content: [], usage }
  const events = [
    { type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null } },
    { type: "content_block_start", index: 0, content_block: start },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: isTool ? "tool_use" : "end_turn", stop_sequence: null }, usage },
    { type: "message_stop" },
  ]
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("")
}
