// The one error family of our own: a closed union of codes, each with a sentence a person can act on.

export const ERROR_STATUS = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  digest_mismatch: 412,
  too_large: 413,
  wrong_content_type: 415,
  foreign_host: 421,
  invalid: 422,
  too_many: 429,
  timeout: 408,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

export class AppError extends Error {
  readonly code: ErrorCode
  /** Facts the caller may show beside the sentence, such as the request as it stands. */
  readonly details: Record<string, unknown>

  constructor(code: ErrorCode, sentence: string, options: { cause?: unknown; details?: Record<string, unknown> } = {}) {
    super(sentence, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = "AppError"
    this.code = code
    this.details = options.details ?? {}
  }
}

/** A bad value, said in one sentence: the path of the first issue and what is wrong with it. */
export function invalidFrom(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
  what = "body",
): AppError {
  const first = issues[0]
  if (!first) return new AppError("invalid", `The ${what} is not valid.`)
  const where = first.path.length > 0 ? first.path.map(String).join(".") : what
  return new AppError("invalid", `${where}: ${first.message}`)
}
