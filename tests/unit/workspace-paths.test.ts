// Paths stay in the workspace: whatever is written in them, wherever symlinks lead, whoever swaps a folder meanwhile.
import { mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setImmediate as immediately } from "node:timers/promises"
import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { openFolder } from "@/lib/server/workspace/open-folder"
import { readWorkspaceFile } from "@/lib/server/workspace/read-file"
import { relativePath, resolveInWorkspace } from "@/lib/server/workspace/resolve-path"
import { writeWorkspaceFile } from "@/lib/server/workspace/write-file"
import { makeTempDir, removeDir } from "@/tests/support/temp-dir"

let base: string
let workspace: string

beforeEach(async () => {
  base = await makeTempDir("paths")
  workspace = join(base, "workspace")
  await mkdir(join(workspace, "src"), { recursive: true })
  await mkdir(join(base, "outside"))
  await writeFile(join(base, "outside/secret"), "secret")
  await writeFile(join(workspace, "src/a.ts"), "a")
})

afterEach(() => removeDir(base))

const escaped = (path: string) => `Path escapes workspace: ${path}`

describe("a path inside", () => {
  test("is resolved to its real place, also when nothing is there yet", async () => {
    expect(await resolveInWorkspace(workspace, "src/a.ts")).toBe(join(workspace, "src/a.ts"))
    expect(await resolveInWorkspace(workspace, "./src//../src/a.ts")).toBe(join(workspace, "src/a.ts"))
    expect(await resolveInWorkspace(workspace, "new/deep/file.ts")).toBe(join(workspace, "new/deep/file.ts"))
    expect(await resolveInWorkspace(workspace, join(workspace, "src/a.ts"))).toBe(join(workspace, "src/a.ts"))
    expect(await resolveInWorkspace(workspace, ".")).toBe(workspace)
  })

  test("may be given through a symlink that leads to the workspace", async () => {
    await symlink(workspace, join(base, "door"))
    expect(await resolveInWorkspace(join(base, "door"), "src/a.ts")).toBe(join(workspace, "src/a.ts"))
    expect(await resolveInWorkspace(workspace, join(base, "door/src/a.ts"))).toBe(join(workspace, "src/a.ts"))
  })

  test("is known to the gate by where it leads, not by the name of a link", async () => {
    await symlink("src", join(workspace, "docs"))
    await symlink("../src/new.ts", join(workspace, "src/harmless.md"))
    expect(await relativePath(workspace, "docs/a.ts")).toBe("src/a.ts")
    expect(await relativePath(workspace, "src/harmless.md")).toBe("src/new.ts")
    expect(await relativePath(workspace, "./src/x/../a.ts")).toBe("src/a.ts")
    expect(await relativePath(workspace, ".")).toBe(".")
  })
})

describe("a path that leads outside is refused", () => {
  test.each([
    ["..", ".."],
    ["../outside/secret", "../outside/secret"],
    ["a new folder and back out", "new/../../outside/secret"],
    ["an absolute path", "/etc/passwd"],
    ["the root", "/"],
    ["a neighbour whose name begins the same", "../workspace-of-another/file"],
  ])("%s", async (_, path) => {
    await expect(resolveInWorkspace(workspace, path)).rejects.toThrow(escaped(path))
  })

  test.each([
    ["a link to a file", "../outside/secret", "link", "link"],
    ["a link to a folder", "../outside", "link", "link/secret"],
    ["a link to where nothing is yet", "../outside/not-yet", "link", "link"],
    ["a link to a folder that is not there yet", "../not-yet", "link", "link/x/y"],
    ["a link by absolute path", "/etc", "link", "link/passwd"],
    ["a link to the root", "/", "link", "link/etc/passwd"],
    ["a link that turns back and goes on", "src/../../outside", "link", "link/secret"],
    ["a loop", "link", "link", "link"],
  ])("%s", async (_, target, name, path) => {
    await symlink(target, join(workspace, name))
    await expect(resolveInWorkspace(workspace, path)).rejects.toThrow(escaped(path))
    await expect(readWorkspaceFile(workspace, path)).rejects.toThrow(escaped(path))
    await expect(writeWorkspaceFile(workspace, path, "x")).rejects.toThrow(escaped(path))
    expect(await readFile(join(base, "outside/secret"), "utf8")).toBe("secret")
  })

  test("a zero byte", async () => {
    await expect(resolveInWorkspace(workspace, "src/a.ts\0.md")).rejects.toThrow(escaped("src/a.ts\\0.md"))
  })
})

test("no path, however put together, resolves to a place outside", async () => {
  await symlink("../outside", join(workspace, "out"))
  await symlink("/", join(workspace, "root"))
  await symlink("src", join(workspace, "in"))
  await symlink("../../outside/none", join(workspace, "src/dangling"))
  const part = fc.constantFrom("..", ".", "", "src", "in", "out", "root", "dangling", "a.ts", "etc", "new", "workspace")
  const path = fc.tuple(fc.constantFrom("", "/", `${workspace}/`, `${base}/`), fc.array(part, { maxLength: 8 }))
  await fc.assert(
    fc.asyncProperty(path, async ([start, parts]) => {
      const given = start + parts.join("/")
      const resolved = await resolveInWorkspace(workspace, given).catch((error: Error) => error)
      if (resolved instanceof Error) expect(resolved.message).toBe(escaped(given))
      else expect(`${resolved}/`.startsWith(`${workspace}/`)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

describe("a folder swapped for a symlink after the check", () => {
  const swap = async () => {
    await rename(join(workspace, "src"), join(workspace, "was-src"))
    await symlink(join(base, "outside"), join(workspace, "src"))
  }

  test("does not lead a write outside", async () => {
    const writing = writeWorkspaceFile(workspace, "src/secret", "overwritten", {
      verify: async () => {
        await swap()
        return true
      },
    })
    await expect(writing).rejects.toThrow("Path escapes workspace")
    expect(await readFile(join(base, "outside/secret"), "utf8")).toBe("secret")
  })

  test("is not opened", async () => {
    const resolved = await resolveInWorkspace(workspace, "src")
    await swap()
    await expect(openFolder(workspace, resolved)).rejects.toThrow("Path escapes workspace")
    await expect(openFolder(workspace, join(resolved, "deeper"), { create: true })).rejects.toThrow(
      "Path escapes workspace",
    )
  })

  test("never shows or changes what is outside, however often it is swapped to and fro", async () => {
    let swapping = true
    await writeFile(join(workspace, "src/secret"), "inside")
    const src = join(workspace, "src")
    const away = join(workspace, "was-src")
    const someTurns = async () => {
      for (let turns = 0; turns < 400; turns++) await immediately()
    }
    const restless = (async () => {
      // A write may make the folder anew while it is away; then this round is lost and the next one clears it.
      while (swapping) {
        await rename(src, away).catch(() => {})
        await symlink(join(base, "outside"), src).catch(() => {})
        await someTurns()
        await rm(src, { recursive: true, force: true })
        await rename(away, src).catch(() => {})
        await someTurns()
      }
    })()
    const texts = new Set<string>()
    for (let i = 0; i < 150; i++) {
      texts.add(await readWorkspaceFile(workspace, "src/secret").catch((error: Error) => error.name))
      await writeWorkspaceFile(workspace, "src/secret", "inside").catch(() => {})
    }
    swapping = false
    await restless
    expect(texts).not.toContain("secret")
    expect(texts).toContain("inside")
    expect(await readFile(join(base, "outside/secret"), "utf8")).toBe("secret")
  })
})

test("a symlink put in the way after the gate was asked ends the write", async () => {
  const asked = await relativePath(workspace, "src/a.ts")
  await writeFile(join(workspace, "other.ts"), "other")
  await rm(join(workspace, "src/a.ts"))
  await symlink("../other.ts", join(workspace, "src/a.ts"))
  await expect(writeWorkspaceFile(workspace, "src/a.ts", "x", { expect: asked })).rejects.toThrow("another file")
  expect(await readFile(join(workspace, "other.ts"), "utf8")).toBe("other")
})
