// What a scripted model answers: blocks to say, tools to use, and every way a real answer can go wrong.

export type ReplyBlock =
  | { kind: "text"; text: string }
  | { kind: "thinking"; text: string }
  | { kind: "tool"; name: string; input: unknown; id?: string; raw?: string }

export type ReplyFault =
  | { kind: "status"; status: number; type: string; message: string; headers: Record<string, string> }
  | { kind: "cut"; afterBytes: number }
  | { kind: "stall"; afterBytes: number }
  | { kind: "error_event"; type: string; message: string }

type Parts = {
  blocks: ReplyBlock[]
  stopReason: string | null
  fault: ReplyFault | null
  gate: Promise<unknown> | null
  eventDelayMs: number
  pings: number
}

const EMPTY: Parts = { blocks: [], stopReason: null, fault: null, gate: null, eventDelayMs: 0, pings: 0 }

/** One answer, put together by chaining; each step gives a new one. */
export class Reply {
  constructor(readonly parts: Parts = EMPTY) {}

  private with(change: Partial<Parts>): Reply {
    return new Reply({ ...this.parts, ...change })
  }
  private add(block: ReplyBlock): Reply {
    return this.with({ blocks: [...this.parts.blocks, block] })
  }

  say(text: string): Reply {
    return this.add({ kind: "text", text })
  }
  think(text: string): Reply {
    return this.add({ kind: "thinking", text })
  }
  useTool(name: string, input: unknown = {}, id?: string): Reply {
    return this.add({ kind: "tool", name, input, id })
  }
  /** Tool input sent character for character, whether it is JSON or not. */
  useToolRaw(name: string, raw: string, id?: string): Reply {
    return this.add({ kind: "tool", name, input: {}, raw, id })
  }
  stop(reason: string): Reply {
    return this.with({ stopReason: reason })
  }
  /** Nothing is sent before the promise resolves; the request counts as arrived meanwhile. */
  hold(gate: Promise<unknown>): Reply {
    return this.with({ gate })
  }
  /** A pause before every event of the stream. */
  slow(eventDelayMs: number): Reply {
    return this.with({ eventDelayMs })
  }
  /** Extra pings, spaced like the events, before the first block. */
  ping(pings: number): Reply {
    return this.with({ pings })
  }
  /** The connection is destroyed after so many bytes of the body. */
  cutAfter(afterBytes: number): Reply {
    return this.with({ fault: { kind: "cut", afterBytes } })
  }
  /** After so many bytes nothing more comes, and the connection stays open. */
  stallAfter(afterBytes: number): Reply {
    return this.with({ fault: { kind: "stall", afterBytes } })
  }
  /** An error event in the stream, after the blocks. */
  errorEvent(type = "overloaded_error", message = "Overloaded"): Reply {
    return this.with({ fault: { kind: "error_event", type, message } })
  }
}

export const say = (text: string): Reply => new Reply().say(text)
export const think = (text: string): Reply => new Reply().think(text)
export const useTool = (name: string, input: unknown = {}, id?: string): Reply => new Reply().useTool(name, input, id)
export const useToolRaw = (name: string, raw: string, id?: string): Reply => new Reply().useToolRaw(name, raw, id)

export const refuse = (words = ""): Reply => (words ? say(words) : new Reply()).stop("refusal")

const ERROR_TYPES: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
}

export function failWith(status: number, options: { message?: string; retryAfter?: string } = {}): Reply {
  const type = ERROR_TYPES[status] ?? "api_error"
  const headers: Record<string, string> = options.retryAfter === undefined ? {} : { "retry-after": options.retryAfter }
  return new Reply({
    ...EMPTY,
    fault: { kind: "status", status, type, message: options.message ?? "Scripted failure", headers },
  })
}

/** How the answer ends unless the script says otherwise. */
export const stopReasonOf = ({ parts }: Reply): string =>
  parts.stopReason ?? (parts.blocks.some((block) => block.kind === "tool") ? "tool_use" : "end_turn")
