// Puts one streamed answer together, event by event: blocks as the API would return them, tool input parsed at the end.
import "server-only"
import type Anthropic from "@anthropic-ai/sdk"
import type { ContentBlock, ModelAnswer, ModelDelta, Turn, Usage } from "./model-client"

type Event = Anthropic.Messages.RawMessageStreamEvent

export type ReadAnswer = ModelAnswer & { complete: boolean; refusal: string | null }

export class AnswerReader {
  private readonly blocks: ContentBlock[] = []
  private readonly inputs = new Map<number, string>()
  private readonly usage: Usage = { input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 }
  private model = ""
  private stopReason: string | null = null
  private refusal: string | null = null
  private complete = false

  private readonly usedIds: Set<string>

  /** The earlier messages tell which tool ids are taken: some servers count from one in every answer. */
  constructor(
    earlier: readonly Turn[],
    private readonly onDelta?: (delta: ModelDelta) => void,
  ) {
    this.usedIds = new Set(earlier.flatMap((turn) => turn.content.filter(isToolUse).map((block) => String(block.id))))
  }

  take(event: Event): void {
    switch (event.type) {
      case "message_start":
        this.model = event.message.model
        this.count(event.message.usage)
        break
      case "content_block_start":
        this.blocks[event.index] = this.begin({ ...event.content_block } as unknown as ContentBlock)
        break
      case "content_block_delta":
        this.grow(event.index, event.delta)
        break
      case "message_delta":
        this.stopReason = event.delta.stop_reason ?? this.stopReason
        this.refusal = event.delta.stop_details?.explanation ?? this.refusal
        this.count(event.usage)
        break
      case "message_stop":
        this.complete = true
        break
    }
  }

  get isComplete(): boolean {
    return this.complete && this.stopReason !== null
  }

  read(): ReadAnswer {
    const unparsable: string[] = []
    const content = this.blocks.flatMap((block, index) => {
      if (!block) return []
      if (!isToolUse(block)) return [block]
      const input = parseInput(this.inputs.get(index) ?? "", block.input)
      if (input === null) unparsable.push(String(block.id))
      return [{ ...block, input: input ?? {} }]
    })
    return {
      content,
      unparsable,
      stopReason: this.stopReason ?? "end_turn",
      model: this.model,
      usage: { ...this.usage },
      complete: this.isComplete,
      refusal: this.refusal,
    }
  }

  private begin(block: ContentBlock): ContentBlock {
    if (!isToolUse(block)) return block
    const id = freeId(String(block.id ?? ""), this.usedIds)
    this.usedIds.add(id)
    return { ...block, id }
  }

  private grow(index: number, delta: Anthropic.Messages.RawContentBlockDelta): void {
    const block = this.blocks[index]
    if (!block) return
    switch (delta.type) {
      case "text_delta":
        block.text = `${block.text ?? ""}${delta.text}`
        this.onDelta?.({ kind: "text", text: delta.text })
        break
      case "thinking_delta":
        block.thinking = `${block.thinking ?? ""}${delta.thinking}`
        this.onDelta?.({ kind: "thinking", text: delta.thinking })
        break
      case "signature_delta":
        block.signature = `${block.signature ?? ""}${delta.signature}`
        break
      case "input_json_delta":
        this.inputs.set(index, `${this.inputs.get(index) ?? ""}${delta.partial_json}`)
        if (delta.partial_json !== "")
          this.onDelta?.({
            kind: "tool_input",
            text: delta.partial_json,
            tool: String(block.name),
            toolUseId: String(block.id),
          })
        break
      case "citations_delta":
        block.citations = [...((block.citations as unknown[] | null | undefined) ?? []), delta.citation]
        break
    }
  }

  /** Figures are cumulative: the newest one given is the true one. */
  private count(usage: Partial<Anthropic.Messages.MessageDeltaUsage> | null | undefined): void {
    this.usage.input_tokens = usage?.input_tokens ?? this.usage.input_tokens
    this.usage.output_tokens = usage?.output_tokens ?? this.usage.output_tokens
    this.usage.cache_read_tokens = usage?.cache_read_input_tokens ?? this.usage.cache_read_tokens
    this.usage.cache_write_tokens = usage?.cache_creation_input_tokens ?? this.usage.cache_write_tokens
  }
}

const isToolUse = (block: ContentBlock): boolean => block.type === "tool_use"

/** A tool without parameters streams nothing at all, which is an empty object and no mistake. */
function parseInput(streamed: string, given: unknown): Record<string, unknown> | null {
  if (streamed.trim() === "") return isObject(given) ? given : {}
  try {
    const parsed: unknown = JSON.parse(streamed)
    return isObject(parsed) ? parsed : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

function freeId(id: string, used: ReadonlySet<string>): string {
  const clean = id.replace(/[^A-Za-z0-9_-]/g, "_") || "toolu"
  if (!used.has(clean)) return clean
  for (let n = 2; ; n++) if (!used.has(`${clean}_${n}`)) return `${clean}_${n}`
}
