// Runs: the inline text of a plan, cut at the source's line breaks, with how each stretch is set.

/** A stretch of text set in one way. */
export type Run = {
  text: string
  code?: true
  strong?: true
  em?: true
  struck?: true
  /** `target`: where a link leads, written out. `image`: what stands for a picture that is not loaded. `source`: Markdown or HTML shown as it was written. */
  role?: "link" | "target" | "image" | "source"
  /** Only for http and https. */
  href?: string
}

/** The part of a syntax tree that is read here; positions are those of the source. */
export type TreeNode = {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: TreeNode[]
  position?: { start: { line: number; column: number }; end: { line: number; column: number } }
}

export const runsText = (runs: readonly Run[]): string => runs.map((run) => run.text).join("")

type Format = Pick<Run, "strong" | "em" | "struck" | "code" | "role" | "href">
type Segment = { line: number; runs: Run[] }

/** Inline nodes cut at the source's line breaks; what spans two lines is set alike on both. */
export function splitLines(nodes: readonly TreeNode[]): Segment[] {
  const segments: Segment[] = []
  const add = (line: number, run: Run) => {
    const last = segments.at(-1)
    if (last && line <= last.line) last.runs.push(run)
    else segments.push({ line, runs: [run] })
  }
  const visit = (node: TreeNode, format: Format) => {
    if (node.type === "text") return addText(node, format)
    if (node.type !== "element") return
    const inner = formatOf(node, format)
    for (const child of node.children ?? []) visit({ ...child, position: child.position ?? node.position }, inner)
    const target = targetOf(node)
    if (target)
      add(node.position?.end.line ?? segments.at(-1)?.line ?? 1, { ...format, role: "target", text: ` (${target})` })
  }
  const addText = (node: TreeNode, format: Format) => {
    const start = node.position?.start.line ?? segments.at(-1)?.line ?? 1
    const parts = (node.value ?? "").split("\n")
    parts.forEach((text, index) => {
      if (text !== "") add(start + index, { ...format, text })
    })
  }
  for (const node of nodes) visit(node, {})
  for (const segment of segments) segment.runs = trimmed(segment.runs)
  return segments
}

function formatOf(node: TreeNode, format: Format): Format {
  const url = typeof node.properties?.title === "string" ? node.properties.title : ""
  switch (node.tagName) {
    case "strong":
      return { ...format, strong: true }
    case "em":
      return { ...format, em: true }
    case "del":
      return { ...format, struck: true }
    case "code":
      return { ...format, code: true }
    case "plan-link":
      return /^https?:\/\//i.test(url) ? { ...format, role: "link", href: url } : { ...format, role: "link" }
    case "plan-image":
      return { ...format, role: "image" }
    case "plan-source":
      return { ...format, role: "source" }
    default:
      return format
  }
}

/** A target that the text itself already shows is not said twice. */
function targetOf(node: TreeNode): string | undefined {
  if (node.tagName !== "plan-link" && node.tagName !== "plan-image") return undefined
  const target = String(node.properties?.title ?? "")
  const text = textOf(node)
  const same = [text, `http://${text}`, `mailto:${text}`].includes(target)
  return same && node.tagName === "plan-link" ? undefined : target
}

function trimmed(runs: Run[]): Run[] {
  const last = runs.at(-1)
  if (!last || last.code || last.text === last.text.trimEnd()) return runs
  return [...runs.slice(0, -1), { ...last, text: last.text.trimEnd() }].filter((run) => run.text !== "")
}

export function textOf(node: TreeNode): string {
  return node.value ?? (node.children ?? []).map(textOf).join("")
}
