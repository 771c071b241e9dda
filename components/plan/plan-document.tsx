// A plan as a document: a number for every source line. Rendered on the server; only lines are alive in the browser.
import type { ReactNode } from "react"
import { classes } from "@/components/ui/classes"
import type { Row } from "@/lib/core/plan-rows"
import { rowText } from "@/lib/core/plan-rows"
import { CodeBlock, CodeLine } from "./code-block"
import { weigh } from "./code-weight"
import { PlanLine } from "./plan-line"
import { RunsText } from "./runs-text"
import { ShownText } from "./shown-text"

/** Comments stand below a short block; in a long one they would be too far from their line. */
const SHORT_BLOCK = 14

export function PlanDocument({ rows }: { rows: readonly Row[] }) {
  return groups(rows).map((group) => <Group key={group[0]!.line} rows={group} />)
}

function Group({ rows }: { rows: readonly Row[] }) {
  const first = rows[0]!
  const space = first.gap ? (first.kind === "heading" ? "mt-3.5" : "mt-2") : ""
  if (first.kind === "code") return <CodeGroup rows={rows} space={space} />
  if (first.kind === "table") return <TableGroup rows={rows} space={space} />
  return rows.map((row) => (
    <PlanLine key={row.line} line={row.line} text={spoken(row)} className={space}>
      <RowFrame row={row}>
        <RowContent row={row} />
      </RowFrame>
    </PlanLine>
  ))
}

function RowContent({ row }: { row: Row }) {
  if (row.kind === "rule") return <Rule />
  if (row.kind !== "heading") return <RunsText runs={row.runs} />
  const look = row.level === 1 ? "text-head font-semibold" : "text-read font-semibold"
  // The page's own title is the only h1.
  const Heading = row.level <= 2 ? "h2" : row.level === 3 ? "h3" : "h4"
  return (
    <Heading className={look}>
      <RunsText runs={row.runs} />
    </Heading>
  )
}

/** Padding, not margin: its number must stand on the line itself. */
export const Rule = () => (
  <div className="py-[11px]">
    <hr className="border-line-strong" />
  </div>
)

/** Indents by list nesting, and draws the rule of a quotation. */
export function RowFrame({ row, children }: { row: Row; children: ReactNode }) {
  const depth = Math.min(row.indent, INDENT.length - 1)
  const framed = (
    <div className={classes("relative", INDENT[depth])}>
      {row.kind === "item" && (
        <span className={classes("absolute whitespace-nowrap text-text-3", MARKER[depth])}>{row.marker}</span>
      )}
      {children}
    </div>
  )
  if (row.quote === 0) return framed
  return <div className="border-l-2 border-line-strong pl-3 text-text-2">{framed}</div>
}

/** Beyond five levels nobody can tell one from the next. */
const INDENT = ["", "pl-6", "pl-12", "pl-[72px]", "pl-24", "pl-[120px]"]
const MARKER = ["left-0", "left-0", "left-6", "left-12", "left-[72px]", "left-24"]

function CodeGroup({ rows, space }: { rows: readonly Row[]; space: string }) {
  const first = rows[0]!
  const info = first.code?.info ?? ""
  const language = first.code?.language ?? ""
  return (
    <CodeBlock
      lines={rows.map((row) => row.line)}
      commentsBelow={rows.length <= SHORT_BLOCK}
      info={info.toLowerCase() === language ? "" : info}
      className={classes(space || "mt-2", "mb-2")}
    >
      {rows.map((row) => (
        <CodeLine
          key={row.line}
          line={row.line}
          text={spoken(row)}
          first={row.code?.first}
          last={row.code?.last}
          commented={rows.length > SHORT_BLOCK}
        >
          <Weighed text={rowText(row)} language={language} />
        </CodeLine>
      ))}
    </CodeBlock>
  )
}

export function Weighed({ text, language }: { text: string; language: string }) {
  return weigh(text, language).map((piece, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line never change places.
      key={index}
      className={piece.weight === "strong" ? "font-semibold" : piece.weight === "dim" ? "text-text-3" : undefined}
    >
      <ShownText text={piece.text} />
    </span>
  ))
}

function TableGroup({ rows, space }: { rows: readonly Row[]; space: string }) {
  const columns = Math.max(...rows.map((row) => row.cells?.columns.length ?? 0))
  return (
    <div className={classes(space || "mt-2", "mb-2")}>
      {rows.map((row) => (
        <PlanLine key={row.line} line={row.line} text={spoken(row)}>
          <div
            className={classes(
              "grid border-b border-line text-talk",
              row.cells?.header && "border-line-strong font-semibold",
            )}
            style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
          >
            {row.cells?.columns.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row never change places.
              <span key={index} className="py-1 pr-3">
                <RunsText runs={cell} />
              </span>
            ))}
          </div>
        </PlanLine>
      ))}
    </div>
  )
}

/** What a line is called when it is reached: its first words are enough. */
export const spoken = (row: Row): string => rowText(row).slice(0, 120)

/** Lines of one code block or one table belong together; every other row stands alone. */
function groups(rows: readonly Row[]): Row[][] {
  const out: Row[][] = []
  for (const row of rows) {
    const last = out.at(-1)
    const joins =
      last !== undefined &&
      last[0]!.kind === row.kind &&
      ((row.kind === "code" && !row.code?.first) || (row.kind === "table" && !row.cells?.header))
    if (joins) last.push(row)
    else out.push([row])
  }
  return out
}
