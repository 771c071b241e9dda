// The shape of the house, held by reading its imports: which room may know which, and what every file owes its reader.
import { describe, expect, test } from "vitest"
import { importsOf, readSourceFiles, type SourceFile } from "@/tests/support/source-files"

const files = readSourceFiles()
const product = files.filter((file) => !file.path.startsWith("tests/"))
const byPath = new Map(files.map((file) => [file.path, file]))

/** The layers, each with those it may import besides itself. The longest matching name counts. */
const LAYERS: Record<string, readonly string[]> = {
  app: ["components", "lib/client", "lib/actions", "lib/server", "lib/core"],
  components: ["lib/client", "lib/actions", "lib/core"],
  "lib/client": ["lib/core"],
  "lib/actions": ["lib/server", "lib/core"],
  "lib/server": ["lib/core"],
  "lib/core": [],
  "lib/cli": ["lib/server", "lib/core", "tests/support"],
  "instrumentation.ts": ["lib/server", "lib/core"],
  "proxy.ts": ["lib/server", "lib/core"],
}

/** The rooms of lib/server from the ground up: each may import those on the lines above it, and itself. */
const FLOORS: readonly (readonly string[])[] = [
  ["model", "sandbox", "telemetry", "workspace"],
  ["env"],
  ["db"],
  ["event-log"],
  ["context"],
  ["inbox"],
  ["requests"],
  ["gate", "tasks", "teams"],
  ["tools"],
  ["agents"],
  ["wakeups", "queries", "webhooks"],
  ["doctor"],
  ["runtime"],
  ["session"],
  ["http"],
]

/** Packages that only one room may know, so that changing one changes one room. */
const DOORS: Record<string, string> = {
  "@anthropic-ai/sdk": "lib/server/model/",
  "@electric-sql/pglite": "lib/server/db/",
  "pg-boss": "lib/server/wakeups/",
}

const layerOf = (path: string): string | undefined =>
  Object.keys(LAYERS)
    .filter((layer) => path === layer || path.startsWith(`${layer}/`))
    .sort((a, b) => b.length - a.length)[0]

const roomOf = (path: string): string => path.split("/")[2]!.replace(/\.ts$/, "")
const floorOf = (path: string): number => FLOORS.findIndex((floor) => floor.includes(roomOf(path)))
const inServer = (path: string): boolean => path.startsWith("lib/server/")
const packageOf = (specifier: string): string => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")

/** One line for every import that breaks a rule, so that a failure reads as a list of what to mend. */
function brokenBy(rule: (file: SourceFile, target: string) => boolean, among: SourceFile[]): string[] {
  return among.flatMap((file) =>
    file.imports
      .filter(({ file: target }) => target !== null && rule(file, target))
      .map(({ file: target }) => `${file.path} → ${target}`),
  )
}

describe("imports", () => {
  test("go one way: app → components → lib/client, lib/actions → lib/server → lib/core", () => {
    const wrongWay = (file: SourceFile, target: string) => {
      const from = layerOf(file.path)
      const to = layerOf(target) ?? (target.startsWith("tests/") ? "tests/support" : undefined)
      return from !== undefined && to !== undefined && from !== to && !LAYERS[from]!.includes(to)
    }
    expect(brokenBy(wrongWay, product)).toEqual([])
  })

  test("inside lib/server go down only", () => {
    const server = product.filter((file) => inServer(file.path))
    expect(server.filter((file) => floorOf(file.path) === -1).map((file) => file.path)).toEqual([])
    const notDown = (file: SourceFile, target: string) =>
      inServer(target) && roomOf(file.path) !== roomOf(target) && floorOf(target) >= floorOf(file.path)
    expect(brokenBy(notDown, server)).toEqual([])
  })

  test("of lib/core name zod and lib/core only", () => {
    const foreign = product
      .filter((file) => file.path.startsWith("lib/core/"))
      .flatMap((file) =>
        file.imports
          .filter((one) => one.file === null && one.specifier !== "zod")
          .map((one) => `${file.path} → ${one.specifier}`),
      )
    expect(foreign).toEqual([])
  })

  test("of a vendor's package stand in the one room that is its door", () => {
    const strays = product.flatMap((file) =>
      file.imports
        .filter(({ specifier }) => !file.path.startsWith(DOORS[packageOf(specifier)] ?? ""))
        .map(({ specifier }) => `${file.path} → ${specifier}`),
    )
    expect(strays).toEqual([])
  })

  test("never run in a circle", () => {
    expect(circles(product)).toEqual([])
  })
})

describe("every file", () => {
  test("begins with one sentence on what lives there", () => {
    const opening = /^(\/\/ .*\n)+/
    const silent = files.filter(({ text }) => !/^\/\/ .{4,}[.?!…]$/s.test(opening.exec(text)?.[0].trim() ?? ""))
    expect(silent.map((file) => file.path)).toEqual([])
  })

  test("of lib/server refuses to be bundled for a browser", () => {
    const open = files.filter(({ path, imports }) => inServer(path) && imports[0]?.specifier !== "server-only")
    expect(open.map((file) => file.path)).toEqual([])
  })

  test("has a name that says what is in it", () => {
    const vague = /(^|\/)(index|utils?|helpers?|common|misc|shared|types)(\/|\.)|-(service|manager|utils?|helpers?)\./
    // Next chooses the names of its own route files.
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(config|test|spec))?\.(ts|tsx|mjs)$/
    const badly = files.filter(({ path }) => vague.test(path) || !kebab.test(path.split("/").at(-1)!))
    expect(badly.map((file) => file.path)).toEqual([])
  })

  test("holds something of its own: there are no barrels", () => {
    const barrels = files.filter(({ text }) => /^export \* from/m.test(text) || onlyPassesOn(text))
    expect(barrels.map((file) => file.path)).toEqual([])
  })
})

describe("the reader of imports itself", () => {
  test("sees every form in which a file can name another", () => {
    const text = [
      'import "server-only"',
      'import one, { two } from "@/lib/core/ids"',
      "import {\n  three,\n  type Four,\n} from './event'",
      'import type { Five } from "zod"',
      'export { six } from "../core/agent"',
      'const seven = await import("@/lib/server/env")',
    ].join("\n")
    expect(importsOf("lib/core/x.ts", text).map((one) => [one.specifier, one.file, one.typeOnly])).toEqual([
      ["server-only", null, false],
      ["@/lib/core/ids", "lib/core/ids.ts", false],
      ["./event", "lib/core/event.ts", false],
      ["zod", null, true],
      ["../core/agent", "lib/core/agent.ts", false],
      ["@/lib/server/env", "lib/server/env.ts", false],
    ])
  })

  test("finds a circle when there is one", () => {
    const file = (path: string, target: string): SourceFile => ({
      path,
      text: "",
      imports: [{ specifier: target, typeOnly: false, file: target }],
    })
    expect(circles([file("a.ts", "b.ts"), file("b.ts", "c.ts"), file("c.ts", "b.ts")])).toEqual(["b.ts → c.ts → b.ts"])
  })

  test("reads the whole product", () => {
    expect(product.length).toBeGreaterThan(60)
    expect(byPath.get("lib/core/message.ts")?.imports.map((one) => one.file)).toContain("lib/core/protocols.ts")
  })
})

/** Circles of imports that exist when the program runs; a type alone is gone by then. */
function circles(among: SourceFile[]): string[] {
  const targets = new Map(
    among.map((file) => [file.path, file.imports.flatMap((one) => (one.typeOnly || !one.file ? [] : [one.file]))]),
  )
  const done = new Set<string>()
  const found: string[] = []
  const visit = (path: string, trail: string[]): void => {
    const seen = trail.indexOf(path)
    if (seen !== -1) return void found.push([...trail.slice(seen), path].join(" → "))
    if (done.has(path)) return
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }
  for (const path of targets.keys()) visit(path, [])
  return found
}

function onlyPassesOn(text: string): boolean {
  const statements = text
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
    .split(/\n(?=\S)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "" && !/^import\b|^\}|^["']use /.test(statement))
  return statements.length > 0 && statements.every((statement) => /^export\s+(type\s+)?\{[^}]*\}/.test(statement))
}
