// What became of the passage an earlier comment stood on. Never a claim that the comment is resolved.
import type { Comment } from "./request"

export type Fate = "changed" | "removed" | "unchanged"

/** A row of the comparison, as far as a comment needs it. */
export type ComparedLine = {
  kind: "same" | "changed" | "removed" | "added"
  before: number | null
  after: number | null
  afterText: string
}

export type PlacedComment = {
  comment: Comment
  /** `null`: it was about the plan as a whole. */
  fate: Fate | null
  /** The row of the comparison it stands beside. */
  row: number | null
  /** The line of the new revision that *Repeat* puts it on. */
  line: number | null
}

export function placeComments(comments: readonly Comment[], rows: readonly ComparedLine[]): PlacedComment[] {
  return comments.map((comment) => {
    if (comment.line === undefined) return { comment, fate: null, row: null, line: null }
    const on = rowsOf(rows, comment.line, comment.end_line ?? comment.line)
    const first = on[0]
    if (first === undefined) return { comment, fate: "removed", row: null, line: null }
    const placed = on.find((index) => rows[index]!.after !== null)
    const line = placed === undefined ? nextLine(rows, first) : rows[placed]!.after
    return {
      comment,
      fate: fateOf(
        comment,
        on.map((index) => rows[index]!),
      ),
      row: first,
      line,
    }
  })
}

/** An empty line or a fence shows nothing of its own: the comment stands on the passage before it. */
function rowsOf(rows: readonly ComparedLine[], from: number, to: number): number[] {
  const exact = rows.flatMap((row, index) =>
    row.before !== null && row.before >= from && row.before <= to ? [index] : [],
  )
  if (exact.length > 0) return exact
  const nearest = rows.findLastIndex((row) => row.before !== null && row.before < from)
  return nearest >= 0 ? [nearest] : []
}

function fateOf(comment: Comment, on: readonly ComparedLine[]): Fate {
  if (on.every((row) => row.kind === "removed")) return "removed"
  if (on.every((row) => row.kind === "same")) return "unchanged"
  // The words that were pointed at may stand untouched in a line that changed elsewhere.
  const quote = comment.quote?.trim()
  if (quote && on.some((row) => row.afterText.includes(quote))) return "unchanged"
  return "changed"
}

function nextLine(rows: readonly ComparedLine[], from: number): number | null {
  const after = rows.slice(from).find((row) => row.after !== null) ?? rows.findLast((row) => row.after !== null)
  return after?.after ?? null
}

/** “All 3 of your comments were on passages that changed.” */
export function fateSentence(placed: readonly PlacedComment[], whose: string): string {
  const on = placed.filter((each) => each.fate !== null)
  if (on.length === 0) return ""
  const changed = on.filter((each) => each.fate !== "unchanged").length
  const comments = `${whose} comment${on.length === 1 ? "" : "s"}`
  if (on.length === 1) return `${capital(comments)} was on a passage that ${changed ? "changed" : "did not change"}.`
  if (changed === on.length) return `All ${on.length} of ${comments} were on passages that changed.`
  if (changed === 0) return `None of ${comments} was on a passage that changed.`
  return `${changed} of ${comments} ${changed === 1 ? "was on a passage" : "were on passages"} that changed.`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
