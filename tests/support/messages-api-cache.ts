// The prompt cache as the API keeps it: written at breakpoints, found at a breakpoint or up to twenty blocks before it.
import type { PrefixBlock } from "./messages-api-prefix"

export type CacheUsage = { input_tokens: number; cache_read_input_tokens: number; cache_creation_input_tokens: number }

const LOOKBACK = 20

export class PromptCache {
  private readonly written = new Set<string>()

  constructor(private readonly minTokens: number) {}

  account(blocks: readonly PrefixBlock[]): CacheUsage {
    const upTo: number[] = []
    for (const block of blocks) upTo.push((upTo.at(-1) ?? 0) + block.tokens)
    const breakpoints = blocks.flatMap((block, at) => (block.breakpoint && upTo[at]! >= this.minTokens ? [at] : []))
    const read = Math.max(0, ...breakpoints.map((at) => this.found(blocks, upTo, at)))
    const marked = breakpoints.length > 0 ? upTo[breakpoints.at(-1)!]! : 0
    for (const at of breakpoints) this.written.add(blocks[at]!.hash)
    return {
      cache_read_input_tokens: read,
      cache_creation_input_tokens: Math.max(0, marked - read),
      input_tokens: (upTo.at(-1) ?? 0) - Math.max(marked, read),
    }
  }

  private found(blocks: readonly PrefixBlock[], upTo: readonly number[], from: number): number {
    for (let at = from; at >= 0 && at > from - LOOKBACK; at--) if (this.written.has(blocks[at]!.hash)) return upTo[at]!
    return 0
  }
}
