// A Markdown plugin that lets nothing vanish: HTML, definitions and footnotes stay as text, links and pictures say where they point.

type MarkdownNode = {
  type: string
  value?: string
  url?: string
  title?: string | null
  alt?: string | null
  identifier?: string
  children?: MarkdownNode[]
  data?: Record<string, unknown>
  position?: { start: { offset?: number }; end: { offset?: number } }
}

const CONTAINERS = new Set(["root", "blockquote", "listItem"])

export function keepAllText(source: string) {
  return () => (tree: MarkdownNode) => {
    const definitions = new Map<string, MarkdownNode>()
    collect(tree, definitions)
    rewrite(tree, source, definitions)
  }
}

function collect(node: MarkdownNode, definitions: Map<string, MarkdownNode>): void {
  if (node.type === "definition" && node.identifier && !definitions.has(node.identifier))
    definitions.set(node.identifier, node)
  for (const child of node.children ?? []) collect(child, definitions)
}

function rewrite(parent: MarkdownNode, source: string, definitions: Map<string, MarkdownNode>): void {
  parent.children = parent.children?.map((node) => {
    rewrite(node, source, definitions)
    const flow = CONTAINERS.has(parent.type)
    switch (node.type) {
      case "html":
      case "definition":
      case "footnoteDefinition":
        return asWritten(node, written(node, source), flow)
      case "footnoteReference":
        return asWritten(node, written(node, source), false)
      case "text":
        return breaksOf(node.value ?? "") === breaksOf(written(node, source))
          ? node
          : asWritten(node, written(node, source), false)
      case "table":
        return withWholeRows(node)
      case "link":
        return pointing("plan-link", node, node)
      case "linkReference":
        return pointing("plan-link", node, definitions.get(node.identifier ?? ""))
      case "image":
        return pointing("plan-image", node, node)
      case "imageReference":
        return pointing("plan-image", node, definitions.get(node.identifier ?? ""))
      default:
        return node
    }
  })
}

/** Cells beyond the header's are dropped by the rules of Markdown tables; here they move into the last cell that shows. */
function withWholeRows(table: MarkdownNode): MarkdownNode {
  const width = table.children?.[0]?.children?.length ?? 0
  for (const row of table.children ?? []) {
    const cells = row.children ?? []
    const last = cells[width - 1]
    if (!last || cells.length <= width) continue
    for (const extra of cells.splice(width))
      last.children = [
        ...(last.children ?? []),
        { type: "text", value: " | ", position: extra.position },
        ...(extra.children ?? []),
      ]
  }
  return table
}

/** A written-out `&#10;` would be a line that the source does not have. */
const breaksOf = (text: string): number => text.split("\n").length

const written = (node: MarkdownNode, source: string): string =>
  source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0)

function asWritten(node: MarkdownNode, value: string, flow: boolean): MarkdownNode {
  const text = { type: "text", value, position: node.position }
  const span = { type: "element", tagName: "plan-source", properties: {}, children: [text], position: node.position }
  const data = flow ? { hName: "plan-block", hChildren: [span] } : { hName: "plan-source", hChildren: [text] }
  return { type: "planSource", data, position: node.position }
}

function pointing(hName: string, node: MarkdownNode, aim: MarkdownNode | undefined): MarkdownNode {
  const target = `${aim?.url ?? ""}${aim?.title ? ` “${aim.title}”` : ""}`
  const data: Record<string, unknown> = { hName, hProperties: { title: target } }
  if (hName === "plan-image") {
    const value = `Image, not loaded: ${node.alt || "no description"}`
    data.hChildren = [{ type: "text", value, position: node.position }]
  }
  return { type: "planPointer", data, position: node.position, children: node.children ?? [] }
}
