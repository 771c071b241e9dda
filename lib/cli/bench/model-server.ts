// A Messages API on loopback that costs almost nothing: it notes the moment a request arrives and answers by script.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"

export type Heard = { team: string; agent: string; call: number; at: number }
export type Answer = { text: string } | { tool: string; input: unknown }
export type Script = (heard: Heard) => Answer | Promise<Answer>

export type ModelServer = {
  readonly url: string
  /** The next request of this agent that has not arrived yet. */
  next(agent: string): Promise<Heard>
  use(script: Script): void
  close(): Promise<void>
}

export async function startModelServer(script: Script): Promise<ModelServer> {
  const sockets = new Set<Socket>()
  const calls = new Map<string, number>()
  const waiting = new Map<string, (heard: Heard) => void>()
  let current = script
  let toolIds = 0

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const at = performance.now()
    const [team = "", agent = ""] = userOf(await bodyOf(request)).split(":")
    const call = (calls.get(`${team}:${agent}`) ?? 0) + 1
    calls.set(`${team}:${agent}`, call)
    const heard = { team, agent, call, at }
    const listener = waiting.get(agent)
    waiting.delete(agent)
    listener?.(heard)
    const words = await current(heard)
    response.writeHead(200, { "content-type": "text/event-stream" })
    response.end(stream(words, () => `toolu_${++toolIds}`))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.on("connection", (socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: (agent) => new Promise((resolve) => waiting.set(agent, resolve)),
    use: (script) => {
      current = script
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

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
