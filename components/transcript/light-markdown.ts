// Markdown, lightly: the few forms agents use in talk, as a tree of plain data. What it does not know stays text.

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong"; children: Inline[] }
  | { kind: "em"; children: Inline[] }
  /** A link is shown with its target written out; it is not followed from here. */
  | { kind: "link"; text: string; target: string }

export type Block =
  | { kind: "paragraph"; children: Inline[] }
  | { kind: "heading"; children: Inline[] }
  | { kind: "code"; text: string }
  | { kind: "quote"; children: Inline[] }
  | { kind: "list"; ordered: boolean; start: number; items: { depth: number; children: Inline[] }[] }

const FENCE = /^\s*(```+|~~~+)/
const ITEM = /^(\s*)(?:([-*+])|(\d{1,9})[.)])\s+(.*)$/

export function parseLight(source: string): Block[] {
  const lines = source.replaceAll("\r\n", "\n").split("\n")
  const blocks: Block[] = []
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: "paragraph", children: parseInline(paragraph.join("\n")) })
    paragraph = []
  }
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!
    const fence = FENCE.exec(line)
    if (fence) {
      endParagraph()
      const end = lines.findIndex((other, at) => at > index && other.trim().startsWith(fence[1]!))
      // A fence that is still being written has no end yet.
      const stop = end < 0 ? lines.length : end
      blocks.push({ kind: "code", text: lines.slice(index + 1, stop).join("\n") })
      index = stop
      continue
    }
    const item = ITEM.exec(line)
    if (item) {
      endParagraph()
      addItem(blocks, item)
      continue
    }
    if (line.trim() === "") {
      endParagraph()
      continue
    }
    const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(line)
    const quote = /^>\s?(.*)$/.exec(line)
    if (heading || quote) {
      endParagraph()
      const last = blocks.at(-1)
      if (quote && last?.kind === "quote") last.children.push({ kind: "text", text: "\n" }, ...parseInline(quote[1]!))
      else blocks.push({ kind: heading ? "heading" : "quote", children: parseInline((heading ?? quote)![1]!) })
      continue
    }
    const last = blocks.at(-1)
    if (last?.kind === "list" && paragraph.length === 0 && /^\s+\S/.test(line))
      last.items.at(-1)!.children.push({ kind: "text", text: " " }, ...parseInline(line.trim()))
    else paragraph.push(line)
  }
  endParagraph()
  return blocks
}

function addItem(blocks: Block[], item: RegExpExecArray): void {
  const [, indent = "", , number, text = ""] = item
  const ordered = number !== undefined
  const depth = Math.min(3, Math.floor(indent.length / 2))
  const entry = { depth, children: parseInline(text) }
  const last = blocks.at(-1)
  if (last?.kind === "list" && (last.ordered === ordered || depth > 0)) last.items.push(entry)
  else blocks.push({ kind: "list", ordered, start: ordered ? Number(number) : 1, items: [entry] })
}

const INLINE =
  /(`+)([\s\S]+?)\1(?!`)|\*\*([\s\S]+?)\*\*|(?<![\w*])\*([^\s*][^*\n]*?)\*(?![\w*])|\[([^\]\n]+)\]\(([^()\s]+)\)/

export function parseInline(text: string): Inline[] {
  const match = INLINE.exec(text)
  if (!match) return text === "" ? [] : [{ kind: "text", text }]
  const [whole, , code, strong, em, label, target] = match
  const before = text.slice(0, match.index)
  const after = text.slice(match.index + whole.length)
  const found: Inline =
    code !== undefined
      ? { kind: "code", text: code.replace(/^ (.*) $/, "$1") }
      : strong !== undefined
        ? { kind: "strong", children: parseInline(strong) }
        : em !== undefined
          ? { kind: "em", children: parseInline(em) }
          : { kind: "link", text: label!, target: target! }
  return [...(before === "" ? [] : [{ kind: "text" as const, text: before }]), found, ...parseInline(after)]
}
