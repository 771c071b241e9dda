// What a server action returns: thrown errors reach a browser only as a digest, so expected failures are values.
import type { ErrorCode } from "./errors"

export type ActionFailure = { code: ErrorCode | "failed"; message: string; details?: Record<string, unknown> }
export type ActionResult<T> = { ok: true; value: T } | { ok: false; error: ActionFailure }
