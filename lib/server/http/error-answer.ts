// From an error to an HTTP answer: the only place where a code becomes a status.
import "server-only"
import { AppError, ERROR_STATUS } from "@/lib/core/errors"
import { awayError } from "@/lib/server/db/away"
import { reportBug } from "./report-bug"

export function jsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store", ...headers },
  })
}

/** Next loads routes and instrumentation apart, so one of our errors may be of the other copy's class. */
export const isAppError = (error: unknown): error is AppError =>
  error instanceof AppError || (error instanceof Error && error.name === "AppError" && "code" in error)

export function errorAnswer(thrown: unknown, where: string): Response {
  const error = isAppError(thrown) ? thrown : (awayError(thrown) ?? thrown)
  if (!isAppError(error)) {
    reportBug(error, where)
    return jsonAnswer(500, {
      error: { code: "failed", message: "Something went wrong here; the server's log says what." },
    })
  }
  const body = {
    error: { code: error.code, message: error.message },
    // A decision that came too late is told what stands instead.
    ...("request" in error.details ? { request: error.details.request } : {}),
  }
  return jsonAnswer(ERROR_STATUS[error.code], body, errorHeaders(error))
}

function errorHeaders(error: AppError): Record<string, string> {
  switch (error.code) {
    case "unauthenticated":
      return { "WWW-Authenticate": 'Bearer realm="countersign"' }
    case "unavailable":
      return { "Retry-After": "1" }
    case "too_many":
      return { "Retry-After": String(error.details.retry_after ?? 1) }
    // The rest of the body is not waited for.
    case "too_large":
    case "timeout":
      return { Connection: "close" }
    default:
      return {}
  }
}

export const methodNotAllowed = (method: string, allowed: readonly string[]): Response =>
  jsonAnswer(
    405,
    { error: { code: "method_not_allowed", message: `${method} is not possible here; use ${allowed.join(", ")}.` } },
    { Allow: allowed.join(", ") },
  )
