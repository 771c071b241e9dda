// Finding files by glob and lines by regular expression: sorted, bounded, and never outside.
import { mkdir, symlink, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { Glob } from "@/lib/core/glob"
import { listFiles } from "@/lib/server/workspace/list-files"
import { searchFiles } from "@/lib/server/workspace/search-files"
import { makeTempDir, removeDir } from "@/tests/support/temp-dir"

/** The same rule as a regular expression: simple to believe, and slow on purpose-made patterns. */
function plainly(pattern: string, path: string): boolean {
  const tidy = (text: string) => text.replace(/^(\.\/)+/, "").replace(/\/+/g, "/")
  const source = tidy(pattern)
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map(
      (part) =>
        ({ "**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]" })[part] ??
        part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"),
    )
    .join("")
  return new RegExp(`^${source}$`, "u").test(tidy(path))
}

let base: string
let workspace: string

async function put(name: string, content: string | Buffer = "") {
  await mkdir(dirname(join(workspace, name)), { recursive: true })
  await writeFile(join(workspace, name), content)
}

beforeEach(async () => {
  base = await makeTempDir("search")
  workspace = join(base, "workspace")
  await mkdir(workspace)
})

afterEach(() => removeDir(base))

describe("listing", () => {
  beforeEach(async () => {
    for (const name of ["a.ts", "src/b.ts", "src/deep/c.ts", "src/d.md", ".git/config", "node_modules/x/y.ts"])
      await put(name)
  })

  test.each([
    ["*.ts", "a.ts"],
    ["**/*.ts", "a.ts\nsrc/b.ts\nsrc/deep/c.ts"],
    ["**", "a.ts\nsrc/b.ts\nsrc/d.md\nsrc/deep/c.ts"],
    ["src", "src/b.ts\nsrc/d.md\nsrc/deep/c.ts"],
    ["./src/", "src/b.ts\nsrc/d.md\nsrc/deep/c.ts"],
    ["src/*.{ts,md}", "src/b.ts\nsrc/d.md"],
    ["src/?.md", "src/d.md"],
    ["a.ts", "a.ts"],
    [".git/*", ".git/config"],
    ["node_modules/**/*.ts", "node_modules/x/y.ts"],
    ["*.py", "No files match *.py"],
  ])("%s", async (pattern, expected) => {
    expect(await listFiles(workspace, pattern)).toBe(expected)
  })

  test("understands the workspace's own path before a pattern", async () => {
    expect(await listFiles(workspace, `${workspace}/src/*.ts`)).toBe("src/b.ts")
    expect(await listFiles(workspace, `${workspace}/*.ts`)).toBe("a.ts")
    expect(await listFiles(workspace, workspace)).toContain("src/deep/c.ts")
  })

  test.each(["../*", "src/../../*", "/etc/*", "/*"])("refuses %s, which leads outside", async (pattern) => {
    await expect(listFiles(workspace, pattern)).rejects.toThrow(`Path escapes workspace: ${pattern}`)
  })

  test("names symlinks and does not follow them", async () => {
    await mkdir(join(base, "outside"))
    await writeFile(join(base, "outside/secret.ts"), "")
    await symlink("../outside", join(workspace, "out"))
    await symlink(".", join(workspace, "loop"))
    expect(await listFiles(workspace, "**")).toBe("a.ts\nloop\nout\nsrc/b.ts\nsrc/d.md\nsrc/deep/c.ts")
  })

  test("stops at 2,000 files and says so", async () => {
    await Promise.all(Array.from({ length: 2_005 }, (_, i) => put(`many/${i}.txt`)))
    const lines = (await listFiles(workspace, "many/**")).split("\n")
    expect(lines).toHaveLength(2_001)
    expect(lines.at(-1)).toBe("... (more than these 2000; use a narrower pattern)")
  })
})

describe("a glob", () => {
  const piece = fc.constantFrom("a", "b", "/", "*", "**", "**/", "?", ".", "-")
  const letters = fc.constantFrom("a", "b", "/", ".", "-")

  test("means the same as in a plan's files", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.array(letters, { maxLength: 8 }), (pieces, path) => {
        fc.pre(!pieces.join("").includes("***"))
        expect(new Glob(pieces.join("")).matches(path.join(""))).toBe(plainly(pieces.join(""), path.join("")))
      }),
      { numRuns: 3_000 },
    )
  })

  test("that may contain nothing of a folder matches nothing in it", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.array(letters, { maxLength: 4 }), (pieces, rest) => {
        const glob = new Glob(pieces.join(""))
        const path = `a/b/${rest.join("")}`
        fc.pre(!path.includes("//"))
        expect(glob.matches(path) && !glob.mayContain("a/b")).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })

  test("answers at once, however many stars it has", () => {
    expect(new Glob(`${"*a".repeat(200)}b`).matches("a".repeat(4_000))).toBe(false)
    expect(new Glob(`${"**/".repeat(200)}b`).matches("a/".repeat(1_000))).toBe(false)
  })

  test("has bounded braces, nested ones included", () => {
    expect(new Glob("{a,b{c,d}}.ts").matches("bd.ts")).toBe(true)
    expect(new Glob("{a.ts").matches("{a.ts")).toBe(true)
    expect(() => new Glob("{a,b}".repeat(12))).toThrow("too many alternatives")
  })
})

describe("searching", () => {
  test("answers with path, line and text, sorted", async () => {
    await put("b.ts", "nothing\nconst found = 1\r\n")
    await put("a/c.md", "found too")
    expect(await searchFiles(workspace, "found")).toBe("a/c.md:1: found too\nb.ts:2: const found = 1")
    expect(await searchFiles(workspace, "^const\\s")).toBe("b.ts:2: const found = 1")
    expect(await searchFiles(workspace, "(?i)FOUND TOO")).toBe("a/c.md:1: found too")
    expect(await searchFiles(workspace, "absent")).toBe("No matches for absent")
  })

  test.each([
    ["*.md", "a/c.md:1: found"],
    ["a/**", "a/c.md:1: found\na/d.ts:1: found"],
    ["a", "a/c.md:1: found\na/d.ts:1: found"],
    ["**/*.ts", "a/d.ts:1: found"],
  ])("within %s", async (glob, expected) => {
    await put("a/c.md", "found")
    await put("a/d.ts", "found")
    expect(await searchFiles(workspace, "found", glob)).toBe(expected)
  })

  test("says what is wrong with a bad expression", async () => {
    await expect(searchFiles(workspace, "(unclosed")).rejects.toThrow("Not a valid regular expression")
  })

  test("ends an expression that would never end, and the server goes on meanwhile", async () => {
    await put("a.txt", `${"a".repeat(40)}b`)
    let ticks = 0
    const ticking = setInterval(() => ticks++, 5)
    const searching = searchFiles(workspace, "^(a+)+$", undefined, { batchMs: 300, totalMs: 1_000 })
    await expect(searching).rejects.toThrow("too slow")
    clearInterval(ticking)
    expect(ticks).toBeGreaterThan(5)
  })

  test("passes over binary files, links and .git", async () => {
    await put("bin", Buffer.from("found\0"))
    await put(".git/x", "found")
    await writeFile(join(base, "secret"), "found")
    await symlink("../secret", join(workspace, "link"))
    expect(await searchFiles(workspace, "found")).toBe("No matches for found")
    expect(await searchFiles(workspace, "found", ".git/**")).toBe(".git/x:1: found")
  })

  test("is bounded in matches and in the length of a line", async () => {
    await put("many.txt", "found\n".repeat(2_000))
    const lines = (await searchFiles(workspace, "found")).split("\n")
    expect(lines).toHaveLength(501)
    expect(lines.at(-1)).toBe("... (more matches; use a narrower pattern or glob)")
    await put("many.txt", `found ${"x".repeat(5_000)}`)
    expect((await searchFiles(workspace, "found")).length).toBeLessThan(400)
  })
})
