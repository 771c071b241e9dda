// The light Markdown of talk and transcript.
import { describe, expect, it } from "vitest"
import { parseInline, parseLight } from "@/components/transcript/light-markdown"

describe("light Markdown", () => {
  it("knows code, strong, emphasis and links, and writes a link's target out", () => {
    expect(parseInline("run `npm *x*` **now** or *later*, [see](https://a.b)")).toEqual([
      { kind: "text", text: "run " },
      { kind: "code", text: "npm *x*" },
      { kind: "text", text: " " },
      { kind: "strong", children: [{ kind: "text", text: "now" }] },
      { kind: "text", text: " or " },
      { kind: "em", children: [{ kind: "text", text: "later" }] },
      { kind: "text", text: ", " },
      { kind: "link", text: "see", target: "https://a.b" },
    ])
  })

  it("leaves markup and multiplication alone", () => {
    expect(parseInline("<b>2 * 3 * 4</b>")).toEqual([{ kind: "text", text: "<b>2 * 3 * 4</b>" }])
  })

  it("reads paragraphs, headings, lists and fences", () => {
    const kinds = parseLight("# Why\n\nOne\ntwo\n\n1. a\n2. b\n   more\n\n```ts\nconst a = 1\n```\n> so").map(
      (block) => block.kind,
    )
    expect(kinds).toEqual(["heading", "paragraph", "list", "code", "quote"])
  })

  it("shows a fence that is still being written as code", () => {
    expect(parseLight("See:\n```\nhalf a li")).toEqual([
      { kind: "paragraph", children: [{ kind: "text", text: "See:" }] },
      { kind: "code", text: "half a li" },
    ])
  })
})
