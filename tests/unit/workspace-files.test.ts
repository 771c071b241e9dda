// Files of the workspace: read within bounds, written whole or not at all, edited where exactly one place is meant.
import { execFileSync } from "node:child_process"
import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { editWorkspaceFile } from "@/lib/server/workspace/edit-file"
import { readWorkspaceFile } from "@/lib/server/workspace/read-file"
import { writeWorkspaceFile } from "@/lib/server/workspace/write-file"
import { makeTempDir, removeDir } from "@/tests/support/temp-dir"

let workspace: string

beforeEach(async () => {
  workspace = await makeTempDir("files")
})

afterEach(() => removeDir(workspace))

const put = (name: string, content: string | Buffer) => writeFile(join(workspace, name), content)
/** Made by the shell: knip takes a program named in a call for one that package.json should bring. */
const putPipe = (name: string) => execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", join(workspace, name)])
const content = (name: string) => readFile(join(workspace, name), "utf8")

describe("reading", () => {
  test("gives the text as it is", async () => {
    await put("a.txt", "one\ntwo\n")
    expect(await readWorkspaceFile(workspace, "a.txt")).toBe("one\ntwo\n")
    await put("b.txt", "no end of line")
    expect(await readWorkspaceFile(workspace, "b.txt", 1)).toBe("no end of line")
    await put("empty.txt", "")
    expect(await readWorkspaceFile(workspace, "empty.txt")).toBe("(empty file)")
  })

  test.each([
    ["a\nb\nc\nd\n", 2, "a\nb\n... (2 more lines)"],
    ["a\nb\nc", 2, "a\nb\n... (1 more line)"],
    ["a\nb\n", 2, "a\nb\n"],
    ["a\n\n\n", 1, "a\n... (2 more lines)"],
  ])("of %j with a limit of %i lines says how many are left out", async (text, limit, expected) => {
    await put("a.txt", text)
    expect(await readWorkspaceFile(workspace, "a.txt", limit)).toBe(expected)
  })

  test("keeps 50,000 characters in whole lines and counts the others", async () => {
    await put("long.txt", `${"x".repeat(99)}\n`.repeat(30_000))
    const text = await readWorkspaceFile(workspace, "long.txt")
    expect(text.endsWith(`${"x".repeat(99)}\n... (29500 more lines)`)).toBe(true)
    expect(text.length).toBe(50_000 + "... (29500 more lines)".length)
  })

  test("cuts one endless line without breaking a character", async () => {
    await put("line.txt", `a${"😀".repeat(60_000)}`)
    const text = await readWorkspaceFile(workspace, "line.txt")
    expect(text.endsWith("😀\n... (the line goes on; 0 more lines)")).toBe(true)
    expect(text.isWellFormed()).toBe(true)
  })

  test("does not break a character that lies across two pieces read", async () => {
    await put("wide.txt", `${"\n".repeat(65_535)}é\n`)
    const limited = await readWorkspaceFile(workspace, "wide.txt", 3)
    expect(limited).toBe("\n\n\n... (65533 more lines)")
    await put("wide.txt", `${"x".repeat(40_000)}${"é".repeat(4_000)}`)
    expect(await readWorkspaceFile(workspace, "wide.txt")).toBe(`${"x".repeat(40_000)}${"é".repeat(4_000)}`)
  })

  test("refuses what is not text, with its size", async () => {
    await put("image.png", Buffer.from([0x89, 0x50, 0, 1, 2, 3]))
    await expect(readWorkspaceFile(workspace, "image.png")).rejects.toThrow("image.png is a binary file (6 bytes)")
  })

  test("refuses folders, and pipes without waiting for their other end", async () => {
    await mkdir(join(workspace, "folder"))
    putPipe("pipe")
    await expect(readWorkspaceFile(workspace, "folder")).rejects.toThrow("folder is a folder, not a file")
    await expect(readWorkspaceFile(workspace, ".")).rejects.toThrow("is a folder, not a file")
    await expect(readWorkspaceFile(workspace, "pipe")).rejects.toThrow("pipe is not a regular file")
  })

  test("says which name was probably meant when there is no such file", async () => {
    await mkdir(join(workspace, "src"))
    await put("src/server.ts", "")
    await expect(readWorkspaceFile(workspace, "src/sever.ts")).rejects.toThrow(
      "No such file: src/sever.ts. Did you mean src/server.ts?",
    )
    await expect(readWorkspaceFile(workspace, "nowhere/x")).rejects.toThrow("No such file: nowhere/x.")
  })
})

describe("writing", () => {
  test("makes the folders and says whether the file is new", async () => {
    expect(await writeWorkspaceFile(workspace, "a/b/c.txt", "ä")).toEqual({ bytes: 2, created: true })
    expect(await writeWorkspaceFile(workspace, "a/b/c.txt", "")).toEqual({ bytes: 0, created: false })
    expect(await content("a/b/c.txt")).toBe("")
  })

  test("keeps the mode of the file it replaces", async () => {
    await put("run.sh", "#!/bin/sh\n")
    await chmod(join(workspace, "run.sh"), 0o750)
    await writeWorkspaceFile(workspace, "run.sh", "#!/bin/sh\ntrue\n")
    expect((await stat(join(workspace, "run.sh"))).mode & 0o777).toBe(0o750)
  })

  test("that is not verified at the last moment changes nothing and leaves nothing behind", async () => {
    await put("a.txt", "before")
    await expect(writeWorkspaceFile(workspace, "a.txt", "after", { verify: () => false })).rejects.toThrow(
      "Not written",
    )
    expect(await content("a.txt")).toBe("before")
    expect(await readdir(workspace)).toEqual(["a.txt"])
  })

  test("shows readers the old text or the new one, never a part", async () => {
    const old = "a".repeat(2_000_000)
    const fresh = "b".repeat(2_000_000)
    await put("big.txt", old)
    const seen = new Set<string>()
    await writeWorkspaceFile(workspace, "big.txt", fresh, {
      verify: async () => {
        seen.add(await content("big.txt"))
        return true
      },
    })
    seen.add(await content("big.txt"))
    expect([...seen].map((text) => [text.length, text[0]])).toEqual([
      [old.length, "a"],
      [fresh.length, "b"],
    ])
  })

  test("refuses to replace a folder or a pipe", async () => {
    await mkdir(join(workspace, "folder"))
    putPipe("pipe")
    await put("file", "")
    await expect(writeWorkspaceFile(workspace, "folder", "x")).rejects.toThrow("is a folder")
    await expect(writeWorkspaceFile(workspace, "new/", "x")).rejects.toThrow("is a folder")
    await expect(writeWorkspaceFile(workspace, ".", "x")).rejects.toThrow("is a folder")
    await expect(writeWorkspaceFile(workspace, "pipe", "x")).rejects.toThrow("not a regular file")
    await expect(writeWorkspaceFile(workspace, "file/below", "x")).rejects.toThrow("Not a folder")
  })
})

describe("editing", () => {
  test("replaces the one match and counts the lines that came and went", async () => {
    await put("a.ts", "one\ntwo\nthree\n")
    expect(await editWorkspaceFile(workspace, "a.ts", "two", "zwei\nund mehr")).toEqual({ added: 2, removed: 1 })
    expect(await content("a.ts")).toBe("one\nzwei\nund mehr\nthree\n")
    expect(await editWorkspaceFile(workspace, "a.ts", "zwei\nund mehr\n", "")).toEqual({ added: 0, removed: 2 })
  })

  test("takes the new text as it is, dollar signs and all", async () => {
    await put("a.ts", "price")
    await editWorkspaceFile(workspace, "a.ts", "price", "$& $1 $$")
    expect(await content("a.ts")).toBe("$& $1 $$")
  })

  test.each([
    ["b", "0 matches"],
    ["x", "occurs 3 times"],
    ["aa", "occurs 2 times"],
    ["", "old_text is empty"],
    ["aaa", "the same"],
  ])("with %j as the old text changes nothing and says why", async (wanted, message) => {
    await put("a.ts", "aaa x x x")
    await expect(editWorkspaceFile(workspace, "a.ts", wanted, "aaa")).rejects.toThrow(message)
    expect(await content("a.ts")).toBe("aaa x x x")
  })

  test("keeps the line ends and the byte order mark of the file", async () => {
    await put("dos.txt", "\uFEFFone\r\ntwo\r\nthree\r\n")
    await editWorkspaceFile(workspace, "dos.txt", "one\ntwo", "1\n2\n2b")
    expect(await content("dos.txt")).toBe("\uFEFF1\r\n2\r\n2b\r\nthree\r\n")
  })

  test("refuses bytes that are not text, rather than write back others", async () => {
    await put("latin1.txt", Buffer.from([0x61, 0xe4, 0x62]))
    await expect(editWorkspaceFile(workspace, "latin1.txt", "a", "b")).rejects.toThrow("not UTF-8")
  })

  test("gives way to somebody who changed the file meanwhile", async () => {
    await put("a.ts", "one")
    const editing = editWorkspaceFile(workspace, "a.ts", "one", "two", {
      verify: async () => {
        await put("a.ts", "one, and more")
        return true
      },
    })
    await expect(editing).rejects.toThrow("changed by somebody else")
    expect(await content("a.ts")).toBe("one, and more")
  })
})
