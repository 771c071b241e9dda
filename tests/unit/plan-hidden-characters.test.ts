// Hidden characters: each one is found and named, and cutting a text up loses nothing of it.
import fc from "fast-check"
import { expect, test } from "vitest"
import { hasHidden, hiddenSummary, splitHidden } from "@/lib/core/plan-hidden-characters"

const raw = (text: string) =>
  splitHidden(text)
    .map((piece) => (piece.kind === "text" ? piece.text : piece.raw))
    .join("")
const shown = (text: string) =>
  splitHidden(text)
    .map((piece) => (piece.kind === "text" ? piece.text : ""))
    .join("")

const INVISIBLE = [
  ..."\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069\u200E\u200F\u061C\u200B\u200C\u200D\u2060\uFEFF\u00AD\u180E\u3164\u00A0\u2007\u202F\u3000\u2028\u2029\u0007\u001B\u0085",
  String.fromCodePoint(0xe0001),
  String.fromCodePoint(0xe0041),
  String.fromCodePoint(0xe0100),
]

test.each(INVISIBLE)("a hidden character between letters is marked with a name (%j)", (character) => {
  const hidden = splitHidden(`a${character}b`).filter((piece) => piece.kind === "hidden")
  expect(hidden).toHaveLength(1)
  expect(hidden[0]).toMatchObject({
    raw: character,
    name: expect.stringMatching(/\w/),
    label: expect.stringMatching(/\w/),
  })
})

test("whatever a text holds, the pieces put together are the text, and what is shown as text hides nothing", () => {
  const unit = fc.oneof(fc.constantFrom(...INVISIBLE), fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }))
  fc.assert(
    fc.property(fc.array(unit), (parts) => {
      const text = parts.join("")
      expect(raw(text)).toBe(text)
      expect(shown(text)).not.toMatch(
        /[\u202A-\u202E\u2066-\u2069\u200B\u200E\u200F\u061C\uFEFF\u00A0\u{E0000}-\u{E0FFF}]/u,
      )
    }),
    { numRuns: 300 },
  )
})

test("ordinary text, accents, Chinese and line breaks are not marked", () => {
  expect(hasHidden("Add a column,\n\tthen naïve café 汉字 — “quotes”.")).toBe(false)
})

test("an emoji spelled with a selector or a joiner is not marked, a second selector is", () => {
  expect(hasHidden("⚠️ 👩‍💻 1️⃣")).toBe(false)
  expect(hasHidden("⚠️\uFE0F")).toBe(true)
  expect(hasHidden("a\uFE0F")).toBe(true)
  expect(hasHidden("1\u200D💻")).toBe(true)
})

test("words smuggled in tag characters can be read from their names", () => {
  const smuggled = [..."rm -rf"].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join("")
  const names = splitHidden(`ok${smuggled}`).flatMap((piece) => (piece.kind === "hidden" ? [piece.name] : []))
  expect(names[0]).toBe("tag character “r”")
  expect(names).toHaveLength(6)
})

test("the summary counts over all texts and names the most frequent first", () => {
  expect(hiddenSummary(["a\u200Bb\u200B", "c\u202Ed"])).toEqual({
    count: 3,
    words: "2 zero-width spaces, 1 right-to-left override",
  })
})
