// The model boundary: what a turn asks of a model, what it gets back, and the one error family a call can end in.
import "server-only"

/** A block of the Messages API, stored and sent back verbatim. */
export type ContentBlock = Record<string, unknown> & { type: string }
export type Turn = { role: "user" | "assistant"; content: ContentBlock[] }
export type ToolSpec = { name: string; description: string; input_schema: Record<string, unknown> }

export type ModelRequest = {
  model: string
  system: string
  tools: ToolSpec[]
  messages: Turn[]
  maxTokens: number
  /** "<team>:<agent>", sent as `metadata.user_id`. */
  userId: string
}

export type ModelDelta = { kind: "text" | "thinking" | "tool_input"; text: string; tool?: string; toolUseId?: string }

export type Usage = {
  input_tokens: number
  output_tokens: number
  cache_read_tokens: number
  cache_write_tokens: number
}

export type ModelAnswer = {
  content: ContentBlock[]
  stopReason: string
  model: string
  usage: Usage
  /** Ids of the `tool_use` blocks whose input was no JSON object; it is stored as `{}` and must not be run. */
  unparsable: string[]
}

export type ModelCallOptions = {
  signal: AbortSignal
  onDelta?(delta: ModelDelta): void
  /** A stream broke and begins anew: what was shown of this answer so far is void. */
  onRestart?(): void
}

export interface ModelClient {
  readonly provider: "anthropic" | "rehearsal"
  call(request: ModelRequest, options: ModelCallOptions): Promise<ModelAnswer>
}

export type ModelErrorKind = "retryable" | "fatal" | "refusal" | "aborted"

/** Why a call gave no answer; the message is a sentence for the person who sees the failed turn. */
export class ModelError extends Error {
  override name = "ModelError"
  readonly kind: ModelErrorKind
  readonly status?: number
  /** How long the other side asked us to wait. */
  readonly retryAfterMs?: number

  constructor(
    kind: ModelErrorKind,
    sentence: string,
    options: { status?: number; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(sentence, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    this.status = options.status
    this.retryAfterMs = options.retryAfterMs
  }
}
