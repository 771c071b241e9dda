// A scripted Messages API on loopback: the real wire format, the real refusals, a prompt cache that counts, faults on demand.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { type CacheUsage, PromptCache } from "./messages-api-cache"
import { prefixOf, unboundThinking } from "./messages-api-prefix"
import { objectionTo } from "./messages-api-refusals"
import { failWith, type Reply } from "./messages-api-reply"
import type { MessagesRequest } from "./messages-api-request"
import { encodeEvent, errorBody, eventsOf, messageOf, type WireContext } from "./messages-api-wire"

export type About = { agent: string; team: string }
/** `call` counts the requests of this agent of this team from 1, refused and failed ones included. */
export type Script = (request: MessagesRequest, call: number, about: About) => Reply | Promise<Reply>
/** One script for all, or one for each agent's name with `*` for everybody else. */
export type Scripts = Script | Record<string, Script>

export type RecordedCall = About & {
  call: number
  request: MessagesRequest
  headers: IncomingMessage["headers"]
  usage: CacheUsage | null
  /** What the API would have objected to. */
  refused: string | null
  /** Resolves when the exchange is over, whoever ended it. */
  ended: Promise<"answered" | "cut" | "gone">
}

/** Replies in order, one a call; a call beyond the last is refused in words that say so. */
export const sequence =
  (...replies: (Reply | Script)[]): Script =>
  (request, call, about) => {
    const reply = replies[call - 1]
    if (reply === undefined) return failWith(400, { message: `The script of ${about.agent} has no call ${call}.` })
    return typeof reply === "function" ? reply(request, call, about) : reply
  }

export function scriptFor(scripts: Scripts, agent: string): Script {
  if (typeof scripts === "function") return scripts
  return scripts[agent] ?? scripts["*"] ?? (() => failWith(400, { message: `There is no script for ${agent}.` }))
}

export type MessagesApiOptions = { minCacheTokens?: number }

export class MessagesApi {
  readonly calls: RecordedCall[] = []
  private readonly cache: PromptCache
  private readonly sockets = new Set<Socket>()
  private readonly paused = new Map<string, boolean>()
  private readonly waiting: { agent: string; n: number; resolve: (call: RecordedCall) => void }[] = []
  private toolIds = 0

  private constructor(
    private readonly server: Server,
    private scripts: Scripts,
    options: MessagesApiOptions,
  ) {
    this.cache = new PromptCache(options.minCacheTokens ?? 0)
    server.on("connection", (socket) => {
      this.sockets.add(socket)
      socket.once("close", () => this.sockets.delete(socket))
    })
    server.on("request", (request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        if (!response.headersSent) sendError(response, 500, "api_error", `The script threw: ${String(error)}`)
        else response.destroy()
      })
    })
  }

  static async start(scripts: Scripts, options: MessagesApiOptions = {}): Promise<MessagesApi> {
    const server = createServer()
    const api = new MessagesApi(server, scripts, options)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return api
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** From now on these scripts answer; the counts go on. */
  use(scripts: Scripts): void {
    this.scripts = scripts
  }

  /** Calls of "alice" in any team, or of "team_1:alice". */
  callsOf(agent: string): RecordedCall[] {
    return this.calls.filter((call) => isOf(call, agent))
  }

  get refusals(): string[] {
    return this.calls.flatMap((call) => (call.refused === null ? [] : [`${call.agent}: ${call.refused}`]))
  }

  /** The n-th request of this agent, from 1, as soon as it has arrived. */
  waitForCall(agent: string, n = 1): Promise<RecordedCall> {
    const there = this.callsOf(agent)[n - 1]
    if (there) return Promise.resolve(there)
    return new Promise((resolve) => this.waiting.push({ agent, n, resolve }))
  }

  /** The part of an agent's input tokens that was read from the cache, from 0 to 1. */
  cacheShare(agent: string): number {
    const figures = this.callsOf(agent).flatMap((call) => (call.usage ? [call.usage] : []))
    const read = figures.reduce((sum, usage) => sum + usage.cache_read_input_tokens, 0)
    const rest = figures.reduce((sum, usage) => sum + usage.input_tokens + usage.cache_creation_input_tokens, 0)
    return read + rest === 0 ? 0 : read / (read + rest)
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()))
    for (const socket of this.sockets) socket.destroy()
    await closed
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const objection = doorObjection(request, body)
    if (objection) return sendError(response, ...objection)
    const parsed = JSON.parse(body) as Partial<MessagesRequest>
    const [team = "", agent = ""] = (parsed.metadata?.user_id ?? "").split(":")
    const record = this.record(parsed as MessagesRequest, { team, agent }, request, response)
    record.refused = objectionTo(parsed, this.paused.get(`${team}:${agent}`) === true)
    if (record.refused) {
      this.announce(record)
      return sendError(response, 400, "invalid_request_error", record.refused)
    }
    const prefix = prefixOf(record.request)
    record.refused = unboundThinking(prefix)
    this.announce(record)
    if (record.refused) return sendError(response, 400, "invalid_request_error", record.refused)
    const reply = await scriptFor(this.scripts, agent)(record.request, record.call, { team, agent })
    await reply.parts.gate
    if (reply.parts.fault?.kind === "status") {
      const { status, type, message, headers } = reply.parts.fault
      return sendError(response, status, type, message, headers)
    }
    record.usage = this.cache.account(prefix)
    this.paused.set(`${team}:${agent}`, reply.parts.stopReason === "pause_turn")
    const context: WireContext = {
      id: `msg_scripted_${this.calls.length}`,
      model: record.request.model,
      prefix: prefix.at(-1)!,
      usage: record.usage,
      newToolId: () => `toolu_scripted_${++this.toolIds}`,
    }
    if (record.request.stream) await stream(response, reply, context)
    else sendJson(response, 200, messageOf(reply, context))
  }

  private record(
    body: MessagesRequest,
    about: About,
    request: IncomingMessage,
    response: ServerResponse,
  ): RecordedCall {
    const call = this.callsOf(`${about.team}:${about.agent}`).length + 1
    const ended = new Promise<"answered" | "cut" | "gone">((resolve) => {
      response.once("close", () => {
        if (response.writableFinished) resolve("answered")
        else resolve(response.destroyed && response.errored ? "cut" : "gone")
      })
    })
    const record = { ...about, call, request: body, headers: request.headers, usage: null, refused: null, ended }
    this.calls.push(record)
    return record
  }

  private announce(record: RecordedCall): void {
    for (const wait of this.waiting.splice(0)) {
      const there = this.callsOf(wait.agent)[wait.n - 1]
      if (there === record) wait.resolve(record)
      else this.waiting.push(wait)
    }
  }
}

const isOf = (call: About, agent: string): boolean => call.agent === agent || `${call.team}:${call.agent}` === agent

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString("utf8")
}

type Objection = [status: number, type: string, message: string]
const MAX_BODY = 32 * 1024 * 1024

function doorObjection(request: IncomingMessage, body: string): Objection | null {
  if (request.method !== "POST" || !request.url?.startsWith("/v1/messages"))
    return [404, "not_found_error", "Not found"]
  if (!request.headers.authorization?.startsWith("Bearer ") && !request.headers["x-api-key"])
    return [401, "authentication_error", "invalid x-api-key"]
  if (!request.headers["anthropic-version"])
    return [400, "invalid_request_error", "anthropic-version: header is required"]
  if (body.length > MAX_BODY) return [413, "request_too_large", "Request exceeds the maximum size"]
  try {
    JSON.parse(body)
  } catch {
    return [400, "invalid_request_error", "The request body is not valid JSON."]
  }
  return null
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers })
  response.end(JSON.stringify(body))
}

function sendError(
  response: ServerResponse,
  status: number,
  type: string,
  message: string,
  headers: Record<string, string> = {},
): void {
  sendJson(response, status, errorBody(type, message), headers)
}

async function stream(response: ServerResponse, reply: Reply, context: WireContext): Promise<void> {
  const { fault, eventDelayMs } = reply.parts
  const limit = fault?.kind === "cut" || fault?.kind === "stall" ? fault.afterBytes : Number.POSITIVE_INFINITY
  let sent = 0
  if (limit > 0) response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" })
  for (const event of eventsOf(reply, context)) {
    if (eventDelayMs > 0) await sleep(eventDelayMs)
    if (response.destroyed) return
    const bytes = Buffer.from(encodeEvent(event)).subarray(0, Math.max(0, limit - sent))
    sent += bytes.length
    if (bytes.length > 0) await new Promise<void>((resolve) => response.write(bytes, () => resolve()))
    if (sent < limit) continue
    // A stalled connection is left open: whoever is tired of waiting closes it.
    if (fault?.kind === "cut") response.destroy(new Error("cut by the script"))
    return
  }
  response.end()
}
