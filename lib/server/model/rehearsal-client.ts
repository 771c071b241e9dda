// The rehearsal model: deterministic, without key or network, a pure function of the request that streams like a real one.
import "server-only"
import { createHash } from "node:crypto"
import { REHEARSAL_MODEL } from "./default-model"
import type {
  ContentBlock,
  ModelAnswer,
  ModelCallOptions,
  ModelClient,
  ModelRequest,
  Turn,
  Usage,
} from "./model-client"
import { pause, stopped } from "./pause"
import { readScene } from "./rehearsal-scene"
import { playLead } from "./rehearsal-script-lead"
import { playTeammate } from "./rehearsal-script-teammate"

const LEAD = "lead"
/** An answer is shown in at most so many pieces, so that a long plan takes no longer than a short one. */
const MOST_PIECES = 30

export class RehearsalClient implements ModelClient {
  readonly provider = "rehearsal"

  /** `paceMs` is the pause between two pieces of an answer; 0 gives it at once. */
  constructor(private readonly paceMs = 15) {}

  async call(request: ModelRequest, options: ModelCallOptions): Promise<ModelAnswer> {
    if (options.signal.aborted) throw stopped()
    const answer = rehearse(request)
    await this.stream(answer.content, options)
    return answer
  }

  private async stream(content: readonly ContentBlock[], { signal, onDelta }: ModelCallOptions): Promise<void> {
    const length = content.reduce((sum, block) => sum + spokenText(block).length, 0)
    const size = Math.max(12, Math.ceil(length / MOST_PIECES))
    for (const block of content) {
      for (const text of pieces(spokenText(block), size)) {
        if (this.paceMs > 0) await pause(this.paceMs, signal)
        if (signal.aborted) throw stopped()
        if (block.type === "text") onDelta?.({ kind: "text", text })
        else onDelta?.({ kind: "tool_input", text, tool: String(block.name), toolUseId: String(block.id) })
      }
    }
  }
}

const spokenText = (block: ContentBlock): string =>
  block.type === "text" ? String(block.text) : JSON.stringify(block.input)

/** Whole words where there are spaces; never half a character. */
function pieces(text: string, size: number): string[] {
  const words = text.match(/\S+\s*|\s+/gu) ?? []
  const found: string[] = []
  for (const word of words.flatMap((one) =>
    one.length > size * 2 ? (one.match(new RegExp(`.{1,${size}}`, "gsu")) ?? []) : [one],
  )) {
    const last = found.at(-1)
    if (last !== undefined && last.length + word.length <= size) found[found.length - 1] = last + word
    else found.push(word)
  }
  return found
}

export function rehearse(request: ModelRequest): ModelAnswer {
  const scene = readScene(request)
  const { text, calls } = scene.name === LEAD ? playLead(scene) : playTeammate(scene)
  const answers = request.messages.filter((turn) => turn.role === "assistant").length
  const seed = sha(JSON.stringify(request.messages))
  const content: ContentBlock[] = [
    { type: "text", text },
    ...calls.map((call, at) => ({
      type: "tool_use",
      id: `toolu_rehearsal_${answers + 1}_${call.tool}_${at + 1}_${sha(seed + JSON.stringify(call)).slice(0, 12)}`,
      name: call.tool,
      input: call.input,
    })),
  ]
  return {
    content,
    stopReason: calls.length > 0 ? "tool_use" : "end_turn",
    model: REHEARSAL_MODEL,
    usage: usageOf(request, content),
    unparsable: [],
  }
}

const sha = (text: string): string => createHash("sha256").update(text).digest("hex")
const tokens = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4)

/** Rough figures for the pages; what an earlier call had seen counts as read from the cache. */
function usageOf(request: ModelRequest, content: readonly ContentBlock[]): Usage {
  const last = request.messages.findLastIndex((turn: Turn) => turn.role === "assistant")
  const prompt = tokens(request.system) + tokens(request.tools)
  const fresh = tokens(request.messages.slice(Math.max(0, last)))
  const first = last < 0
  return {
    input_tokens: fresh + (first ? prompt : 0),
    output_tokens: tokens(content),
    cache_read_tokens: first ? 0 : prompt + tokens(request.messages.slice(0, last)),
    cache_write_tokens: 0,
  }
}
