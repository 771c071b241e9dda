// A sentence of the timeline as it is set: commands as code, words of others in quotes.
import type { Part } from "@/lib/core/timeline-words"

export function RowWords({ words }: { words: readonly Part[] }) {
  return words.map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change place.
    if (part.kind === "code") return <code key={index}>{part.text}</code>
    return part.kind === "quote" ? `“${part.text}”` : part.text
  })
}
