// Revision n beside n−1: passages are aligned, words are compared, and each earlier comment learns its passage's fate.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { markdownTree } from "@/components/plan/markdown-tree"
import { diffRows, wordStretches } from "@/components/plan/revision-diff"
import { type ComparedLine, fateSentence, placeComments } from "@/lib/core/plan-comment-fate"
import { planRows, rowText } from "@/lib/core/plan-rows"
import { runsText } from "@/lib/core/plan-runs"

const rowsOf = (source: string) => planRows(markdownTree(source), source)
const compare = (before: string, after: string) => diffRows(rowsOf(before), rowsOf(after))
const compared = (before: string, after: string): ComparedLine[] =>
  compare(before, after).map((row) => ({
    kind: row.kind,
    before: row.before?.line ?? null,
    after: row.after?.line ?? null,
    afterText: row.after ? rowText(row.after) : "",
  }))
const words = (before: string, after: string) =>
  wordStretches([{ text: before }], [{ text: after }])
    .map((part) => `${{ same: "", removed: "-", added: "+" }[part.kind]}[${runsText(part.runs)}]`)
    .join("")

const ONE = `## Steps
1. Move session reads and writes into \`src/session/store.ts\` with the same exports, so that no caller changes.
2. Replace the shared cache by a \`Map\` in each process.
3. Rename the cookie from \`sid\` to \`ls_session\` and sign everyone out once.
4. Move the password rules to \`src/auth/password.ts\`, unchanged.

## What I leave alone
The OAuth flow and its callback routes.`
const TWO = `## Steps
1. Move session reads and writes into \`src/session/store.ts\` with four functions, \`open\` and \`end\`. The old exports stay for one release.
2. Drop the shared cache. Roles are read from Redis and kept for 30 seconds, so that a revoked role ends everywhere.
3. Move the password rules to \`src/auth/password.ts\`, unchanged.
4. Tests: two tabs that renew at the same moment keep one session.

## What I leave alone
The cookie’s name and lifetime. The OAuth flow and its callback routes.`

describe("alignment", () => {
  test("edited, removed, kept and added steps are told apart, with both line numbers", () => {
    expect(compared(ONE, TWO).map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ["same", 1, 1],
      ["changed", 2, 2],
      ["changed", 3, 3],
      ["removed", 4, null],
      ["same", 5, 4],
      ["added", null, 5],
      ["same", 7, 7],
      ["changed", 8, 8],
    ])
  })

  test("whatever the two revisions are, both can be read back from the comparison, in order", () => {
    const line = fc.array(fc.constantFrom("alpha", "beta", "gamma", "delta", "`code`", "- x", "# h"), { maxLength: 6 })
    const source = fc.array(line, { maxLength: 10 }).map((lines) => lines.map((parts) => parts.join(" ")).join("\n"))
    fc.assert(
      fc.property(source, source, (before, after) => {
        const rows = compare(before, after)
        const side = (which: "removed" | "added") =>
          rows.flatMap((row) => {
            const runs = row.stretches
              .filter((part) => part.kind === "same" || part.kind === which)
              .flatMap((part) => part.runs)
            return (which === "removed" ? row.before : row.after) ? [runsText(runs)] : []
          })
        expect(side("removed")).toEqual(rowsOf(before).map(rowText))
        expect(side("added")).toEqual(rowsOf(after).map(rowText))
      }),
      { numRuns: 300 },
    )
  })
})

describe("words", () => {
  test("a change reads as one phrase, not as confetti", () => {
    expect(
      words("with the same exports, so that no caller changes.", "with four functions. The old exports stay."),
    ).toBe("[with ]-[the same exports, so that no caller changes]+[four functions. The old exports stay][.]")
  })

  test("a sentence put in front leaves the rest untouched", () => {
    expect(words("The OAuth flow.", "The cookie’s name. The OAuth flow.")).toBe(
      "+[The cookie’s name. ][The OAuth flow.]",
    )
    expect(words("All of it. The flow.", "All of it. The name. The flow.")).toBe(
      "[All of it. ]+[The name. ][The flow.]",
    )
  })

  test("how words are set survives the comparison", () => {
    const parts = wordStretches(
      [{ text: "use " }, { text: "sid", code: true }],
      [{ text: "use " }, { text: "token", code: true }],
    )
    expect(parts.slice(1)).toEqual([
      { kind: "removed", runs: [{ text: "sid", code: true }] },
      { kind: "added", runs: [{ text: "token", code: true }] },
    ])
  })
})

describe("earlier comments", () => {
  test("each stands beside its passage with that passage's fate", () => {
    const comments = [2, 4, 5].map((line) => ({ line, text: "?" }))
    expect(placeComments(comments, compared(ONE, TWO)).map(({ fate, row, line }) => ({ fate, row, line }))).toEqual([
      { fate: "changed", row: 1, line: 2 },
      { fate: "removed", row: 3, line: 4 },
      { fate: "unchanged", row: 4, line: 4 },
    ])
  })

  test("a quoted passage that still stands word for word is unchanged, though its line changed", () => {
    const [placed] = placeComments([{ line: 8, quote: "callback routes", text: "?" }], compared(ONE, TWO))
    expect(placed?.fate).toBe("unchanged")
  })

  test("a comment on an empty line belongs to the passage before it", () => {
    const [placed] = placeComments([{ line: 6, text: "?" }], compared(ONE, TWO))
    expect(placed).toMatchObject({ fate: "unchanged", row: 4 })
  })

  test("a comment on the whole plan has no fate", () => {
    expect(placeComments([{ text: "?" }], compared(ONE, TWO))).toEqual([
      { comment: { text: "?" }, fate: null, row: null, line: null },
    ])
  })

  test("the sentence counts, and never says that a comment is resolved", () => {
    const placed = (lines: number[]) =>
      placeComments(
        lines.map((line) => ({ line, text: "?" })),
        compared(ONE, TWO),
      )
    expect(fateSentence(placed([2, 3, 4]), "your")).toBe("All 3 of your comments were on passages that changed.")
    expect(fateSentence(placed([2, 5]), "your")).toBe("1 of your comments was on a passage that changed.")
    expect(fateSentence(placed([5]), "Priya’s")).toBe("Priya’s comment was on a passage that did not change.")
    expect(fateSentence(placed([1, 5]), "your")).toBe("None of your comments was on a passage that changed.")
    expect(fateSentence([], "your")).toBe("")
  })
})
