// Changes n−1 → n: both line numbers, words that came and went, earlier comments beside their passage.
import type { ReactNode } from "react"
import { classes } from "@/components/ui/classes"
import type { PlacedComment } from "@/lib/core/plan-comment-fate"
import { rowText } from "@/lib/core/plan-rows"
import type { Request } from "@/lib/core/request"
import { DiffLine } from "./diff-line"
import { EarlierComment } from "./earlier-comment"
import { RowFrame, Rule, spoken, Weighed } from "./plan-document"
import type { DiffRow, Stretch } from "./revision-diff"
import { RunsText } from "./runs-text"
import { UnsentComments } from "./unsent-comments"

type Props = {
  comparison: { rows: readonly DiffRow[]; placed: readonly PlacedComment[]; whose: string; before: Request }
}

export function RevisionView({ comparison }: Props) {
  const { rows, placed, whose, before } = comparison
  const whole = placed.filter((each) => each.row === null)
  return (
    <>
      <UnsentComments requestId={before.request_id} revision={before.revision} moved={movedLines(rows)} />
      {whole.length > 0 && (
        <div className="mb-4 ml-4 grid max-w-[60ch] gap-3 md:ml-20">
          {whole.map((each) => (
            <EarlierComment key={each.comment.text} placed={each} whose={whose} />
          ))}
        </div>
      )}
      <Rows rows={rows} placed={placed} whose={whose} />
    </>
  )
}

/** Where each old line stands now, so that a comment can come along. */
function movedLines(rows: readonly DiffRow[]): [number, number][] {
  return rows.flatMap((row) => (row.before && row.after ? [[row.before.line, row.after.line] as [number, number]] : []))
}

function Rows({ rows, placed, whose }: Omit<Props["comparison"], "before">) {
  return rows.map((row, index) => {
    const said = placed.filter((each) => each.row === index)
    const shown = row.after ?? row.before!
    const key = `${row.before?.line ?? ""}:${row.after?.line ?? ""}`
    return (
      <DiffLine
        key={key}
        kind={row.kind}
        before={row.before?.line ?? null}
        after={row.after?.line ?? null}
        text={spoken(shown)}
        gap={shown.gap && index > 0}
        said={said.map((each) => (
          <EarlierComment key={`${each.comment.line}:${each.comment.text}`} placed={each} whose={whose} />
        ))}
      >
        <RowFrame row={shown}>
          <DiffContent row={row} />
        </RowFrame>
      </DiffLine>
    )
  })
}

function DiffContent({ row }: { row: DiffRow }) {
  const shown = row.after ?? row.before!
  if (shown.kind === "rule") return <Rule />
  const isCode = shown.kind === "code"
  const words = row.stretches.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of a row never change places.
    <StretchText key={index} part={part} whole={row.kind === "removed" || row.kind === "added"}>
      {isCode && row.kind === "same" ? (
        <Weighed text={rowText(shown)} language={shown.code?.language ?? ""} />
      ) : (
        <RunsText runs={part.runs} />
      )}
    </StretchText>
  ))
  if (isCode)
    return <code className="block text-[13px] leading-6 [overflow-wrap:anywhere] whitespace-pre-wrap">{words}</code>
  if (shown.kind !== "heading") return words
  const Heading = shown.level <= 2 ? "h2" : "h3"
  return <Heading className="text-read font-semibold">{words}</Heading>
}

function StretchText({ part, whole, children }: { part: Stretch; whole: boolean; children: ReactNode }) {
  const look = "rounded-[3px] box-decoration-clone"
  if (part.kind === "removed")
    return (
      <>
        <del
          className={classes(look, "text-text-2 decoration-fail line-through", !whole && "mr-0.5 bg-fail-soft p-0.5")}
        >
          {children}
        </del>
        <wbr />
      </>
    )
  if (part.kind === "added")
    return (
      <ins
        className={classes(
          look,
          whole
            ? "no-underline"
            : "bg-work-soft p-0.5 underline decoration-work-mark decoration-[1.5px] underline-offset-4",
        )}
      >
        {children}
      </ins>
    )
  return children
}
