// What a failed call means for the turn: one sentence, and whether asking again can help.
import "server-only"
import Anthropic from "@anthropic-ai/sdk"
import { ModelError } from "./model-client"

const RETRYABLE_STATUS = new Set([408, 409, 429])
const RETRYABLE_TYPE = new Set(["overloaded_error", "api_error", "rate_limit_error", "timeout_error"])

export function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error
  if (error instanceof Anthropic.APIConnectionError)
    return new ModelError("retryable", `The model's server could not be reached${reason(error)}.`, { cause: error })
  if (error instanceof Anthropic.APIError) return fromApi(error)
  return new ModelError("retryable", `The model's answer broke off in the middle${reason(error)}.`, { cause: error })
}

function fromApi(error: InstanceType<typeof Anthropic.APIError>): ModelError {
  const { status } = error
  const said = shorten(error.apiMessage ?? error.message)
  const options = { status, retryAfterMs: retryAfter(error.headers), cause: error }
  if (status === undefined) {
    const kind = RETRYABLE_TYPE.has(error.type ?? "api_error") ? "retryable" : "fatal"
    return new ModelError(kind, `The model's server broke off its answer: ${said}`, options)
  }
  if (status === 429) return new ModelError("retryable", `The model's rate limit is reached (429): ${said}`, options)
  if (status === 529) return new ModelError("retryable", `The model is overloaded (529): ${said}`, options)
  if (status >= 500 || RETRYABLE_STATUS.has(status))
    return new ModelError("retryable", `The model's server failed (${status}): ${said}`, options)
  if (status === 401 || status === 403)
    return new ModelError("fatal", `The model's server refused the credentials (${status}): ${said}`, options)
  if (status === 404)
    return new ModelError("fatal", `The model's server does not know this model or address (404): ${said}`, options)
  return new ModelError("fatal", `The model's server did not accept the request (${status}): ${said}`, options)
}

/** Error pages of proxies can be long; a person needs the first line of them. */
const shorten = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim()
  return line.length <= 300 ? line : `${line.slice(0, 299)}…`
}

function reason(error: unknown): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const code = (at as NodeJS.ErrnoException).code
    if (typeof code === "string") return ` (${code})`
  }
  return ""
}

function retryAfter(headers: Headers | undefined): number | undefined {
  const ms = Number.parseFloat(headers?.get("retry-after-ms") ?? "")
  if (ms >= 0) return ms
  const given = headers?.get("retry-after")
  if (!given) return undefined
  const seconds = Number.parseFloat(given)
  // Counted from the other side's own clock, where it shows it.
  const said = Date.parse(headers?.get("date") ?? "")
  const from = Number.isNaN(said) ? Date.now() : said
  const wait = Number.isNaN(seconds) ? Date.parse(given) - from : seconds * 1_000
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
