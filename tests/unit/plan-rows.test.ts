// A plan as rows: every word of the source is shown, on the line where it stands, and nothing in it can load or run.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { markdownTree } from "@/components/plan/markdown-tree"
import { planRows, type Row, rowText } from "@/lib/core/plan-rows"

const rowsOf = (source: string): Row[] => planRows(markdownTree(source), source)
const brief = (source: string) => rowsOf(source).map((row) => `${row.line} ${row.kind} ${rowText(row)}`)

describe("line numbers", () => {
  test("each source line that shows something is one row with its own number", () => {
    const source =
      "## Why\nIt books the money twice,\nonce for each retry.\n\n1. Add the column\n\n   ```sql\n   alter table t;\n\n   select 1\n   ```\n2. Test"
    expect(brief(source)).toEqual([
      "1 heading Why",
      "2 text It books the money twice,",
      "3 text once for each retry.",
      "5 item Add the column",
      "8 code alter table t;",
      "9 code ",
      "10 code select 1",
      "12 item Test",
    ])
  })

  test("words set in bold over two lines are bold on both", () => {
    const rows = rowsOf("one **two\nthree** four")
    expect(rows.map((row) => row.runs.filter((run) => run.strong).map((run) => run.text))).toEqual([["two"], ["three"]])
  })

  test("Windows line ends and lone carriage returns count as lines", () => {
    expect(brief("a\r\n\r\nb\rc")).toEqual(["1 text a", "3 text b", "4 text c"])
  })

  test("a written-out line feed is shown as written and does not shift the numbers below it", () => {
    expect(brief("a&#10;b\nc")).toEqual(["1 text a&#10;b", "2 text c"])
  })

  test("a table counts its own lines and keeps cells that its header has no column for", () => {
    expect(brief("| a | b |\n|---|---|\n| 1 | 2 | rm -rf |")).toEqual(["1 table a | b", "3 table 1 | 2 | rm -rf"])
  })

  test("list markers are the source's own", () => {
    expect(rowsOf("7. x\n9. y\n\n- [x] z\n- [ ] w").map((row) => row.marker)).toEqual(["7.", "9.", "[x]", "[ ]"])
  })
})

describe("nothing vanishes", () => {
  test.each([
    ["an HTML comment in a line", "do this <!-- and that --> now", "do this <!-- and that --> now"],
    ["an HTML comment of its own", "<!-- hidden order -->", "<!-- hidden order -->"],
    ["raw HTML", "<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
    ["an unused definition", '[x]: https://a.example "do it"', '[x]: https://a.example "do it"'],
    ["a footnote", "[^n]: secret", "[^n]: secret"],
    ["a link's target and title", '[docs](https://a.example "t")', "docs (https://a.example “t”)"],
    ["a script link's target", "[docs](javascript:alert(1))", "docs (javascript:alert(1))"],
    ["a picture", "![alt](https://a.example/p.png)", "Image, not loaded: alt (https://a.example/p.png)"],
    ["a target that is the text", "<https://a.example>", "https://a.example"],
  ])("%s is shown as text", (_, source, shown) => {
    expect(rowsOf(source).map(rowText).join("\n")).toBe(shown)
  })

  test("only http and https links can be followed", () => {
    const source =
      "[a](javascript:x) [b](data:text/html,x) [c](file:///x) [d](//h/x) [e](HTTPS://x.example) [f](http://x.example)"
    expect(
      rowsOf(source)
        .flatMap((row) => row.runs)
        .flatMap((run) => (run.href ? [run.href] : [])),
    ).toEqual(["HTTPS://x.example", "http://x.example"])
  })

  test("every word of any mixture of Markdown is shown or is a fence's info, on a line that exists", () => {
    const wraps = [
      "%",
      "**%**",
      "_%_",
      "`%`",
      "~~%~~",
      "[%](https://h.example/%)",
      "<b>%</b>",
      "<!-- % -->",
      "![%](x%)",
      "[^%]",
      "[%][r]",
    ]
    const starts = [
      "",
      "# ",
      "- ",
      "  - ",
      "1. ",
      "> ",
      "> - ",
      "    ",
      "```",
      "~~~ ",
      "| ",
      "[%]: ",
      "[^%]: ",
      "<div>",
      "---\n",
      "\n",
      "\n\n",
      "\t",
      "* [ ] ",
    ]
    const word = fc.integer({ min: 100_000, max: 999_999 }).map((n) => `w${n}`)
    const inline = fc.tuple(fc.constantFrom(...wraps), word).map(([wrap, w]) => wrap.replaceAll("%", w))
    const line = fc
      .tuple(fc.constantFrom(...starts), word, fc.array(inline, { maxLength: 4 }), fc.constantFrom(" ", " | ", "  \n"))
      .map(([start, w, parts, join]) => start.replaceAll("%", w) + parts.join(join))
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const source = lines.join("\n")
        const rows = rowsOf(source)
        const shown = rows.map((row) => `${rowText(row)} ${row.marker} ${row.code?.info ?? ""}`).join("\n")
        for (const w of source.match(/w\d{6}/g) ?? []) expect(shown).toContain(w)
        const count = source.split("\n").length
        for (const row of rows) expect(row.line >= 1 && row.line <= count).toBe(true)
      }),
      { numRuns: 400 },
    )
  })
})
