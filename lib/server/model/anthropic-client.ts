// The Messages API behind the model boundary: streamed, watched, retried a little; the turn's own back-off does the rest.
import "server-only"
import Anthropic from "@anthropic-ai/sdk"
import { AnswerReader } from "./answer-reader"
import { type MarkedPrompt, markPrompt } from "./cache-breakpoints"
import { toModelError } from "./call-errors"
import { IdleWatchdog } from "./idle-watchdog"
import {
  type ModelAnswer,
  type ModelCallOptions,
  type ModelClient,
  ModelError,
  type ModelRequest,
  type Turn,
} from "./model-client"
import { pause, stopped } from "./pause"
import { isBoundElsewhere, thinkingFor, withoutThinking } from "./thinking-rules"

const PUBLIC_API = "https://api.anthropic.com"
/** Something must stand in the header when a base URL alone is given. */
const PLACEHOLDER_KEY = "none"
/** What the library sets by itself; a variable such as ANTHROPIC_CUSTOM_HEADERS adds nothing to it. */
const OWN_HEADERS = /^(accept|content-type|user-agent|authorization|anthropic-version|anthropic-beta|x-stainless-.+)$/
/** Tells our own `fetch` whose bytes it counts; it is not sent. */
const CALL_HEADER = "x-countersign-call"

export type AnthropicSettings = {
  apiKey?: string | null
  authToken?: string | null
  baseURL?: string | null
  /** No byte for this long ends the attempt. */
  idleMs?: number
  /** Quick attempts after the first one, within one call. */
  retries?: number
  /** The first pause between them; it doubles, with jitter. */
  backoffMs?: number
  /** A longer `retry-after` is left to the turn's durable back-off. */
  longestWaitMs?: number
}

export class AnthropicClient implements ModelClient {
  readonly provider = "anthropic"
  private readonly api: Anthropic
  private readonly authorization: string
  /** By call: one client serves all of them. */
  private readonly watchdogs = new Map<string, IdleWatchdog>()
  private calls = 0
  private readonly limits: { idleMs: number; retries: number; backoffMs: number; longestWaitMs: number }

  constructor(settings: AnthropicSettings) {
    const credential = settings.apiKey || settings.authToken || PLACEHOLDER_KEY
    this.authorization = `Bearer ${credential}`
    this.limits = {
      idleMs: settings.idleMs ?? 60_000,
      retries: settings.retries ?? 2,
      backoffMs: settings.backoffMs ?? 500,
      longestWaitMs: settings.longestWaitMs ?? 10_000,
    }
    this.api = new Anthropic({
      apiKey: credential,
      baseURL: settings.baseURL || PUBLIC_API,
      webhookKey: null,
      maxRetries: 0,
      logLevel: "off",
      openTelemetry: false,
      fetch: (url, init) => this.send(url, init),
    })
  }

  async call(request: ModelRequest, options: ModelCallOptions): Promise<ModelAnswer> {
    let messages: Turn[] = request.messages
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.attempt({ ...request, messages }, options)
      } catch (thrown) {
        if (!(thrown instanceof ModelError)) throw thrown
        const bare = thrown.status === 400 && isBoundElsewhere(thrown.message) ? withoutThinking(messages) : null
        if (bare && countBlocks(bare) < countBlocks(messages)) {
          messages = bare
          continue
        }
        const wait = this.pauseAfter(thrown, attempt)
        if (wait === null) throw thrown
        options.onRestart?.()
        await pause(wait, options.signal)
      }
    }
  }

  private async attempt(request: ModelRequest, options: ModelCallOptions): Promise<ModelAnswer> {
    const watchdog = new IdleWatchdog(options.signal, this.limits.idleMs)
    const call = String(++this.calls)
    this.watchdogs.set(call, watchdog)
    const reader = new AnswerReader(request.messages, options.onDelta)
    const step = async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        return await work()
      } catch (error) {
        throw this.interrupted(options.signal, watchdog) ?? toModelError(error)
      }
    }
    try {
      const stream = await step(() => this.open(request, call, watchdog.signal))
      const events = stream[Symbol.asyncIterator]()
      for (;;) {
        const next = await step(() => events.next()).catch(ignoredOnce(() => reader.isComplete))
        if (next.done) break
        reader.take(next.value)
        if (reader.isComplete) watchdog.expectEnd()
      }
      const { complete, refusal, ...answer } = reader.read()
      if (answer.stopReason === "refusal")
        throw new ModelError("refusal", `The model refused to answer${refusal ? `: ${refusal}` : "."}`)
      if (complete) return answer
      // An aborted stream ends without an error, exactly like one whose connection was closed.
      throw (
        this.interrupted(options.signal, watchdog) ??
        new ModelError("retryable", "The model's answer broke off in the middle.")
      )
    } finally {
      watchdog.end()
      this.watchdogs.delete(call)
    }
  }

  private async open(request: ModelRequest, call: string, signal: AbortSignal) {
    const prompt = markPrompt(request)
    const thinking = thinkingFor(request.model)
    return this.api.messages.create(
      {
        model: request.model,
        max_tokens: request.maxTokens,
        messages: prompt.messages as unknown as Anthropic.Messages.MessageParam[],
        ...(prompt.tools.length > 0 && { tools: asApiTools(prompt.tools) }),
        ...(prompt.system.length > 0 && { system: prompt.system }),
        ...(thinking && { thinking }),
        metadata: { user_id: request.userId },
        stream: true,
      },
      { signal, headers: { [CALL_HEADER]: call } },
    )
  }

  private async send(url: Parameters<typeof fetch>[0], init: RequestInit | undefined): Promise<Response> {
    const given = new Headers(init?.headers)
    const watchdog = this.watchdogs.get(given.get(CALL_HEADER) ?? "")
    const headers: Record<string, string> = {}
    given.forEach((value, name) => {
      if (OWN_HEADERS.test(name)) headers[name] = value
    })
    headers.authorization = this.authorization
    const response = await fetch(url, { ...init, headers })
    return watchdog ? watchdog.watch(response) : response
  }

  private interrupted(caller: AbortSignal, watchdog: IdleWatchdog): ModelError | null {
    if (caller.aborted) return stopped()
    if (!watchdog.stalled) return null
    return new ModelError("retryable", `The model sent nothing for ${Math.ceil(this.limits.idleMs / 1_000)} s.`)
  }

  /** Null: not again in this call. */
  private pauseAfter(error: ModelError, attempt: number): number | null {
    if (error.kind !== "retryable" || attempt >= this.limits.retries) return null
    if (error.retryAfterMs !== undefined)
      return error.retryAfterMs <= this.limits.longestWaitMs ? error.retryAfterMs * (1 + Math.random() / 10) : null
    return this.limits.backoffMs * 2 ** attempt * (0.5 + Math.random() / 2)
  }
}

/** Once the answer is whole, how its connection ends is of no interest. */
const ignoredOnce =
  (complete: () => boolean) =>
  (error: unknown): { done: true; value: undefined } => {
    if (complete()) return { done: true, value: undefined }
    throw error
  }

const asApiTools = (tools: MarkedPrompt["tools"]) => tools as unknown as Anthropic.Messages.Tool[]

const countBlocks = (messages: readonly Turn[]): number => messages.reduce((sum, turn) => sum + turn.content.length, 0)
