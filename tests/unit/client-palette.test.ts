// What is found in the palette, and where a sign-in may lead.
import { expect, test } from "vitest"
import { findEntries, paletteEntries } from "@/components/shell/palette-entries"
import { errorsByField } from "@/lib/client/field-errors"
import { safePath } from "@/lib/client/safe-path"
import { anAgent } from "../support/view-fixtures"

const TEAM = { id: "team_1", name: "ledger-api" }
const entries = paletteEntries({
  team: TEAM,
  teams: [],
  agents: [
    anAgent({ name: "lead", kind: "lead" }),
    anAgent({ name: "bram", role: "build", status: "working" }),
    anAgent({ name: "nils", status: "shutdown" }),
  ],
  queue: [],
  commands: [],
  operates: true,
})

test("the beginnings of words find what to do before where to go", () => {
  const found = findEntries(entries, "shut b")
  expect(found.map((entry) => entry.title)).toEqual(["Shut down bram…"])
  expect(findEntries(entries, "bram").map((entry) => [entry.section, entry.title])).toEqual([
    ["Do", "Shut down bram…"],
    ["Go", "bram"],
  ])
})

test("neither the lead nor who is gone can be shut down from the palette", () => {
  const titles = entries.map((entry) => entry.title)
  expect(titles).not.toContain("Shut down lead…")
  expect(titles).not.toContain("Shut down nils…")
})

test("what is read while the palette is open stands behind what was known before", () => {
  const before = paletteEntries({ team: TEAM, teams: [], agents: [], queue: [], commands: [], operates: true })
  const shown = findEntries(before, "").map((entry) => entry.id)
  expect(
    findEntries(entries, "")
      .slice(0, shown.length)
      .map((entry) => entry.id),
  ).toEqual(shown)
  expect(findEntries(entries, "").map((entry) => entry.title)).not.toContain("Shut down bram…")
})

test("what nothing is called finds nothing", () => {
  expect(findEntries(entries, "zzz")).toEqual([])
})

test.each([
  [undefined, "/"],
  ["/queue?team=team_1", "/queue?team=team_1"],
  ["//evil.example/x", "/"],
  ["/\\evil.example", "/"],
  ["https://evil.example/", "/"],
  ["javascript:alert(1)", "/"],
  ["/\t/evil.example", "/"],
  ["/api/teams", "/"],
  ["/sign-in?next=/sign-in", "/"],
])("a sign-in that wants to lead to %s leads to %s", (wanted, path) => {
  expect(safePath(wanted)).toBe(path)
})

test("the server's sentence stands at the field it names, any other above the buttons", () => {
  expect(errorsByField(["name", "workspace"], "workspace: another team already works in /w")).toEqual({
    workspace: "Another team already works in /w.",
  })
  expect(errorsByField(["name", "workspace"], "The workspace /etc lies elsewhere.")).toEqual({
    workspace: "The workspace /etc lies elsewhere.",
  })
  expect(errorsByField(["name"], "The server did not answer.")).toEqual({ form: "The server did not answer." })
})
