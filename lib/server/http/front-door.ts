// The first look at every request, before Next sees it: whose it is, in which form it asks, and where it comes from.
import "server-only"
import type { IncomingMessage, ServerResponse } from "node:http"
import { AppError } from "@/lib/core/errors"
import type { Env } from "@/lib/server/env"
import { writeAddress } from "./caller-address"
import { errorAnswer, methodNotAllowed } from "./error-answer"
import { METHODS } from "./methods"
import { API_POLICY, securityHeaders } from "./security-headers"

const KNOWN: ReadonlySet<string> = new Set(METHODS)

/** Puts the request into the one form the rest expects; false when it has been refused and answered here. */
export async function passFrontDoor(env: Env, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const refusal = refusalOf(env, request)
  if (refusal) {
    await send(env, refusal, response)
    return false
  }
  writeAddress(request, env.behindProxy)
  request.url = plainPath(request.url ?? "/")
  return true
}

function refusalOf(env: Env, request: IncomingMessage): Response | null {
  const { url = "/", method = "" } = request
  // Next would redirect some addresses before its proxy looks at the host.
  const hosts = [request.headers.host, ...(url.startsWith("/") ? [] : [hostOf(url)])]
  if (!hosts.every((host) => host !== undefined && env.hosts.includes(host.toLowerCase())))
    return errorAnswer(
      new AppError("foreign_host", `This server answers at ${env.url} only. Set COUNTERSIGN_URL to change that.`),
      url,
    )
  return KNOWN.has(method) ? null : methodNotAllowed(method, METHODS)
}

/** A request may name its whole address, as proxies do. */
const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined)

/** An address of the API is the same with a slash at its end or two in a row; Next would send the caller elsewhere. */
function plainPath(given: string): string {
  const path = given.startsWith("/") ? given : given.slice(given.indexOf("/", given.indexOf("//") + 2))
  const [where = "/", ...query] = path.split("?")
  if (!/^\/+api(\/|$)/.test(where)) return path
  const plain = where.replace(/\/{2,}/g, "/").replace(/\/$/, "")
  return query.length > 0 ? `${plain}?${query.join("?")}` : plain
}

async function send(env: Env, answer: Response, response: ServerResponse): Promise<void> {
  for (const [name, value] of Object.entries(securityHeaders(env))) answer.headers.set(name, value)
  answer.headers.set("Content-Security-Policy", API_POLICY)
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), connection: "close" })
  response.end(await answer.text())
}

const SPOKEN: Record<string, [status: string, code: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "too_large", "The headers are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "timeout", "The request did not arrive in time."],
}

/** What is no HTTP that could be understood is told so in the form of every other error. */
export function answerNoise(
  error: NodeJS.ErrnoException,
  socket: { writable: boolean; end(text: string): void },
): void {
  if (error.code === "ECONNRESET" || !socket.writable) return
  const [status, code, message] = SPOKEN[error.code ?? ""] ?? [
    "400 Bad Request",
    "invalid",
    "This is no HTTP request that the server understands.",
  ]
  const body = JSON.stringify({ error: { code, message } })
  const head = ["Content-Type: application/json; charset=utf-8", `Content-Length: ${body.length}`, "Connection: close"]
  socket.end(`HTTP/1.1 ${status}\r\n${head.join("\r\n")}\r\n\r\n${body}`)
}
