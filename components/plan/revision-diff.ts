// Revision n beside n−1: rows aligned first, then words within each pair. Computed on the server.
import { diffArrays, diffWordsWithSpace } from "diff"
import { pairPassages } from "@/lib/core/plan-pairing"
import { type Row, rowText } from "@/lib/core/plan-rows"
import { type Run, runsText } from "@/lib/core/plan-runs"

export type Stretch = { kind: "same" | "removed" | "added"; runs: Run[] }
export type DiffRow = {
  kind: "same" | "changed" | "removed" | "added"
  before: Row | null
  after: Row | null
  stretches: Stretch[]
}

export function diffRows(before: readonly Row[], after: readonly Row[]): DiffRow[] {
  const out: DiffRow[] = []
  let i = 0
  let j = 0
  const parts = diffArrays(before.map(identity), after.map(identity))
  for (let p = 0; p < parts.length; p++) {
    const part = parts[p]!
    const size = part.value.length
    if (!part.added && !part.removed) {
      for (let k = 0; k < size; k++) out.push(sameRow(before[i++]!, after[j++]!))
      continue
    }
    const next = parts[p + 1]
    const other = next && (next.added || next.removed) ? next.value.length : 0
    if (other > 0) p++
    const removed = part.removed ? size : other
    const added = part.removed ? other : size
    out.push(...changedStretch(before.slice(i, i + removed), after.slice(j, j + added)))
    i += removed
    j += added
  }
  return out
}

const identity = (row: Row): string => `${row.kind === "item" ? "text" : row.kind}\u0000${rowText(row)}`
const runsOf = (row: Row): Run[] =>
  row.cells ? row.cells.columns.flatMap((cell, index) => (index === 0 ? cell : [{ text: " | " }, ...cell])) : row.runs

const sameRow = (before: Row, after: Row): DiffRow => ({
  kind: "same",
  before,
  after,
  stretches: [{ kind: "same", runs: runsOf(after) }],
})

function changedStretch(before: readonly Row[], after: readonly Row[]): DiffRow[] {
  const pairs = pairPassages(before.map(rowText), after.map(rowText))
  const out: DiffRow[] = []
  let i = 0
  let j = 0
  for (const [a, b] of [...pairs, [before.length, after.length] as [number, number]]) {
    for (; i < a; i++) out.push(oneSided("removed", before[i]!))
    for (; j < b; j++) out.push(oneSided("added", after[j]!))
    const [old, now] = [before[a], after[b]]
    if (old && now)
      out.push({ kind: "changed", before: old, after: now, stretches: wordStretches(runsOf(old), runsOf(now)) })
    i = a + 1
    j = b + 1
  }
  return out
}

const oneSided = (kind: "removed" | "added", row: Row): DiffRow => ({
  kind,
  before: kind === "removed" ? row : null,
  after: kind === "added" ? row : null,
  stretches: [{ kind, runs: runsOf(row) }],
})

type WordPart = { kind: Stretch["kind"]; before: string; after: string }

/** Word by word, but a lone word kept between two changes reads as part of one change. */
export function wordStretches(before: Run[], after: Run[]): Stretch[] {
  const parts = coalesce(
    diffWordsWithSpace(runsText(before), runsText(after)).map((part) => ({
      kind: part.added ? "added" : part.removed ? "removed" : "same",
      before: part.added ? "" : part.value,
      after: part.removed ? "" : part.value,
    })),
  )
  const old = cutter(before)
  const now = cutter(after)
  const out: Stretch[] = []
  for (const part of parts) {
    const oldRuns = old(part.before.length)
    const newRuns = now(part.after.length)
    if (part.kind === "same") out.push({ kind: "same", runs: newRuns })
    else {
      if (part.before) out.push({ kind: "removed", runs: oldRuns })
      if (part.after) out.push({ kind: "added", runs: newRuns })
    }
  }
  return out
}

function coalesce(parts: WordPart[]): WordPart[] {
  const merged: WordPart[] = []
  parts.forEach((part, index) => {
    const last = merged.at(-1)
    const islet =
      part.kind === "same" && last && last.kind !== "same" && index < parts.length - 1 && isIslet(part.after)
    if (last && last.kind !== "same" && (part.kind !== "same" || islet)) {
      last.before += part.before
      last.after += part.after
    } else merged.push({ ...part })
  })
  return slideToSentence(merged).flatMap(keepEdgeSpace)
}

/** “The [cookie stays. The] flow” reads better as “[The cookie stays.] The flow”: the same change, whole sentences. */
function slideToSentence(parts: WordPart[]): WordPart[] {
  for (let i = 1; i < parts.length - 1; i++) {
    const [before, change, after] = [parts[i - 1]!, parts[i]!, parts[i + 1]!]
    const text = change.before || change.after
    if (before.kind !== "same" || after.kind !== "same" || (change.before && change.after)) continue
    const head = /(?:^|[.:;!?]\s+)([^.:;!?]*)$/.exec(before.after)?.[1]
    if (!head || !text.endsWith(head) || text === head) continue
    const slid = head + text.slice(0, -head.length)
    const cut = (whole: string) => whole.slice(0, whole.length - head.length)
    parts[i - 1] = { ...before, before: cut(before.before), after: cut(before.after) }
    parts[i] = { ...change, before: change.before && slid, after: change.after && slid }
    parts[i + 1] = { ...after, before: head + after.before, after: head + after.after }
  }
  return parts.filter((part) => part.before !== "" || part.after !== "")
}

const isIslet = (text: string): boolean => (text.match(/[\p{L}\p{N}]+/gu) ?? []).length <= 2 && text.length <= 24

/** The space around a change belongs to the sentence, not to the change. */
function keepEdgeSpace(part: WordPart): WordPart[] {
  if (part.kind === "same") return [part]
  const lead = sharedSpace(part.before, part.after, /^\s+/)
  const rest = { ...part, before: part.before.slice(lead.length), after: part.after.slice(lead.length) }
  const tail = sharedSpace(rest.before, rest.after, /\s+$/)
  const middle = {
    ...rest,
    before: rest.before.slice(0, rest.before.length - tail.length),
    after: rest.after.slice(0, rest.after.length - tail.length),
  }
  const same = (text: string): WordPart => ({ kind: "same", before: text, after: text })
  return [...(lead ? [same(lead)] : []), middle, ...(tail ? [same(tail)] : [])]
}

function sharedSpace(a: string, b: string, where: RegExp): string {
  const [x, y] = [where.exec(a)?.[0], where.exec(b)?.[0]]
  return x !== undefined && x === y ? x : ""
}

/** Takes the next `n` characters off a list of runs, keeping how they are set. */
function cutter(runs: Run[]): (n: number) => Run[] {
  let index = 0
  let offset = 0
  return (n) => {
    const out: Run[] = []
    for (let left = n; left > 0 && index < runs.length; ) {
      const run = runs[index]!
      const text = run.text.slice(offset, offset + left)
      if (text) out.push({ ...run, text })
      left -= text.length
      offset += text.length
      if (offset >= run.text.length) {
        index++
        offset = 0
      }
    }
    return out
  }
}
