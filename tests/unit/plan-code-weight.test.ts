// Code by weight: keywords strong, comments dim, and not a character lost.
import fc from "fast-check"
import { expect, test } from "vitest"
import { weigh } from "@/components/plan/code-weight"

const said = (line: string, language: string, weight: "strong" | "dim") =>
  weigh(line, language)
    .filter((piece) => piece.weight === weight)
    .map((piece) => piece.text)

test("SQL keywords are strong in any case, and its comments are dim", () => {
  expect(said("CREATE unique index t_uq -- create later", "sql", "strong")).toEqual(["CREATE", "unique", "index"])
  expect(said("CREATE unique index t_uq -- create later", "sql", "dim")).toEqual(["-- create later"])
})

test("a keyword or a comment sign within a string is neither", () => {
  expect(weigh("'for // x'", "ts")).toEqual([{ text: "'for // x'", weight: "plain" }])
  expect(said("curl http://a#b # why", "sh", "dim")).toEqual(["# why"])
})

test("a language that is not known is shown as it is", () => {
  expect(weigh("let it be // no", "klingon")).toEqual([{ text: "let it be // no", weight: "plain" }])
})

test("whatever stands in a line, its pieces put together are the line", () => {
  const language = fc.constantFrom("sql", "ts", "sh", "py", "go", "rs", "java", "dockerfile", "yaml", "")
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }).map((text) => text.replace(/[\n\r\u2028\u2029]/g, "")),
      language,
      (line, lang) => {
        expect(
          weigh(line, lang)
            .map((piece) => piece.text)
            .join(""),
        ).toBe(line)
      },
    ),
  )
})
