// The plan exactly as it was sent: every line with its number, nothing interpreted, hidden characters marked.
import { sourceLines } from "@/lib/core/plan-rows"
import { PlanLine } from "./plan-line"
import { ShownText } from "./shown-text"

const COMMENT = /(<!--[\s\S]*?(?:-->|$))/

export function RawText({ source }: { source: string }) {
  const shaded = commentLines(source)
  return sourceLines(source).map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the line's number is its identity.
    <PlanLine key={index} line={index + 1} text={line.slice(0, 120)}>
      <code className="block min-h-6 text-[13px] leading-6 [overflow-wrap:anywhere] whitespace-pre-wrap">
        {shaded.has(index) ? (
          <span title="HTML comment" className="bg-wait-soft text-wait">
            <ShownText text={line} />
          </span>
        ) : (
          <ShownText text={line} />
        )}
      </code>
    </PlanLine>
  ))
}

/** Lines that an HTML comment touches. */
function commentLines(source: string): Set<number> {
  const lines = new Set<number>()
  let at = 0
  for (const part of sourceLines(source).join("\n").split(COMMENT)) {
    const breaks = part.split("\n").length - 1
    if (part.startsWith("<!--")) for (let i = 0; i <= breaks; i++) lines.add(at + i)
    at += breaks
  }
  return lines
}
