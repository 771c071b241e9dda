// A plan as rows: one row for every source line that shows something, so that a number always means the same line.

import { type Run, runsText, splitLines, type TreeNode, textOf } from "./plan-runs"

export type CodeBlock = { language: string; info: string; first: boolean; last: boolean }

export type Row = {
  line: number
  kind: "heading" | "text" | "item" | "code" | "table" | "rule"
  /** Rank of a heading. */
  level: number
  /** Nesting in lists. */
  indent: number
  /** Nesting in quotations. */
  quote: number
  /** What the source puts before a list item: `1.`, `-`, `[x]`. */
  marker: string
  /** A new block begins here. */
  gap: boolean
  runs: Run[]
  cells?: { header: boolean; columns: Run[][] }
  code?: CodeBlock
}

export const sourceLines = (source: string): string[] => source.split(/\r\n|\r|\n/)
export const rowText = (row: Row): string =>
  row.cells ? row.cells.columns.map(runsText).join(" | ") : runsText(row.runs)

type Place = { indent: number; quote: number; marker: string }

const BLOCKS = new Set([
  "p",
  "ul",
  "ol",
  "li",
  "blockquote",
  "pre",
  "table",
  "hr",
  "plan-block",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "div",
  "section",
])

export function planRows(tree: TreeNode, source: string): Row[] {
  const lines = sourceLines(source)
  const rows: Row[] = []
  const push = (row: Partial<Row> & Pick<Row, "line" | "kind">, place: Place) => {
    const full = {
      level: 0,
      indent: place.indent,
      quote: place.quote,
      marker: place.marker,
      gap: false,
      runs: [],
      ...row,
    }
    place.marker = ""
    rows.push(full)
  }
  walk(tree.children ?? [], { indent: 0, quote: 0, marker: "" })
  return withGaps(rows)

  function walk(nodes: readonly TreeNode[], place: Place): void {
    let loose: TreeNode[] = []
    const flush = () => {
      if (loose.length > 0) inlineRows(loose, place, place.marker ? "item" : "text", 0)
      loose = []
    }
    for (const node of nodes) {
      if (node.type === "element" && BLOCKS.has(node.tagName ?? "")) {
        flush()
        block(node, place)
      } else if (node.type === "element" || (node.value ?? "").trim() !== "" || loose.length > 0) loose.push(node)
    }
    flush()
    // An item without words still stands on a line of its own.
  }

  function block(node: TreeNode, place: Place): void {
    const tag = node.tagName ?? ""
    const children = node.children ?? []
    const line = node.position?.start.line ?? rows.at(-1)?.line ?? 1
    if (/^h[1-6]$/.test(tag)) inlineRows(children, place, "heading", Number(tag[1]))
    else if (tag === "p" || tag === "plan-block") inlineRows(children, place, place.marker ? "item" : "text", 0)
    else if (tag === "blockquote") walk(children, { ...place, quote: place.quote + 1 })
    else if (tag === "pre") codeRows(node, place)
    else if (tag === "table") tableRows(node, place)
    else if (tag === "hr") push({ line, kind: "rule" }, place)
    else if (tag === "ul" || tag === "ol") {
      for (const item of children) {
        if (item.type !== "element") continue
        const inner = { ...place, indent: place.indent + 1, marker: markerOf(item) }
        const before = rows.length
        walk(item.children ?? [], inner)
        if (rows.length === before) push({ line: item.position?.start.line ?? line, kind: "item" }, inner)
      }
    } else walk(children, place)
  }

  function markerOf(item: TreeNode): string {
    const start = item.position?.start
    const written = start
      ? /^([-*+]|\d+[.)])/.exec((lines[start.line - 1] ?? "").slice(start.column - 1))?.[0]
      : undefined
    const marker = written === undefined || /^[-*+]$/.test(written) ? "•" : written
    const box = findCheckbox(item)
    return box === undefined ? marker : box ? "[x]" : "[ ]"
  }

  function inlineRows(nodes: readonly TreeNode[], place: Place, kind: Row["kind"], level: number): void {
    for (const segment of splitLines(nodes)) {
      if (runsText(segment.runs).trim() === "") continue
      push(
        { line: segment.line, kind: kind === "item" && !place.marker ? "text" : kind, level, runs: segment.runs },
        place,
      )
    }
  }

  function codeRows(pre: TreeNode, place: Place): void {
    const text = textOf(pre).replace(/\n$/, "")
    const start = pre.position?.start ?? { line: 1, column: 1 }
    const opening = /^\s*(?:`{3,}|~{3,})(.*)$/.exec((lines[start.line - 1] ?? "").slice(start.column - 1))
    const info = opening?.[1]?.trim() ?? ""
    const language = (/^[\w+#.-]+/.exec(info)?.[0] ?? "").toLowerCase()
    const values = text.split("\n")
    values.forEach((value, index) => {
      const code = { language, info, first: index === 0, last: index === values.length - 1 }
      const line = Math.min(start.line + index + (opening ? 1 : 0), lines.length)
      push({ line, kind: "code", runs: value ? [{ text: value }] : [], code }, place)
    })
  }

  function tableRows(table: TreeNode, place: Place): void {
    for (const row of descendants(table, "tr")) {
      const cells = (row.children ?? []).filter((cell) => cell.tagName === "td" || cell.tagName === "th")
      const header = cells[0]?.tagName === "th"
      const columns = cells.map((cell) => splitLines(cell.children ?? []).flatMap((segment) => segment.runs))
      push({ line: row.position?.start.line ?? 1, kind: "table", cells: { header, columns } }, place)
    }
  }
}

/** Where the source leaves a line empty, or a block of another kind begins, the page leaves space. */
function withGaps(rows: Row[]): Row[] {
  return rows.map((row, index) => {
    const before = rows[index - 1]
    if (!before) return row
    const blank = row.line - before.line > 1 && !(row.kind === "table" && before.kind === "table")
    const sameCode = row.kind === "code" && !row.code?.first
    return {
      ...row,
      gap: !sameCode && (blank || row.kind === "heading" || row.kind === "rule" || before.kind === "rule"),
    }
  })
}

function descendants(node: TreeNode, tag: string): TreeNode[] {
  return (node.children ?? []).flatMap((child) => (child.tagName === tag ? [child] : descendants(child, tag)))
}

function findCheckbox(item: TreeNode): boolean | undefined {
  for (const child of item.children ?? []) {
    if (child.tagName === "input") return child.properties?.checked === true
    if (child.tagName === "p") return findCheckbox(child)
  }
  return undefined
}
