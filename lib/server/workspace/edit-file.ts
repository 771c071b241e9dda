// Replaces one passage of a file: it must occur exactly once, and the file must not change meanwhile.
import "server-only"
import type { Stats } from "node:fs"
import { missingFile } from "./nearest-name"
import { openWorkspaceFile } from "./open-file"
import { type WriteOptions, writeWorkspaceFile } from "./write-file"

const MOST_BYTES = 10 * 1024 * 1024

/** Answers with how many lines came and went. */
export async function editWorkspaceFile(
  workspace: string,
  path: string,
  oldText: string,
  newText: string,
  options: WriteOptions = {},
): Promise<{ added: number; removed: number }> {
  if (oldText === "") throw new Error("old_text is empty: say which passage is to be replaced.")
  if (oldText === newText) throw new Error("old_text and new_text are the same: there is nothing to change.")
  const before = await readWhole(workspace, path)
  const after = replaceOnce(before.text, oldText, newText, path)
  await writeWorkspaceFile(workspace, path, after, {
    ...options,
    verify: async () => {
      if (options.verify && !(await options.verify())) return false
      const now = await stamp(workspace, path)
      if (now !== before.stamp)
        throw new Error(`${path} was changed by somebody else meanwhile. Read it again, then edit.`)
      return true
    },
  })
  return changedLines(before.text, after)
}

async function readWhole(workspace: string, path: string): Promise<{ text: string; stamp: string }> {
  const { handle, stats } = await openWorkspaceFile(workspace, path).catch(async (error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? await missingFile(workspace, path, error) : error
  })
  try {
    if (stats.size > MOST_BYTES) throw new Error(`${path} is larger than 10 MB; edit_file does not handle it.`)
    const bytes = await handle.readFile()
    return { text: decode(bytes, path), stamp: stampOf(stats) }
  } finally {
    await handle.close()
  }
}

/** Strict, because what cannot be read as text would be written back as something else. */
function decode(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new Error(`${path} is not UTF-8 text, so it cannot be edited.`, { cause })
  }
}

async function stamp(workspace: string, path: string): Promise<string> {
  const { handle, stats } = await openWorkspaceFile(workspace, path)
  await handle.close()
  return stampOf(stats)
}

const stampOf = (stats: Stats): string => [stats.dev, stats.ino, stats.size, stats.mtimeMs].join(":")

function replaceOnce(text: string, oldText: string, newText: string, path: string): string {
  let wanted = oldText
  let replacement = newText
  let places = occurrences(text, wanted)
  if (places.length === 0 && text.includes("\r\n") && !wanted.includes("\r")) {
    // Models write plain line ends; a file with the other kind keeps its own.
    wanted = wanted.replaceAll("\n", "\r\n")
    replacement = replacement.replace(/\r?\n/g, "\r\n")
    places = occurrences(text, wanted)
  }
  if (places.length === 0)
    throw new Error(`old_text was not found in ${path} (0 matches). Read the file and copy it exactly.`)
  if (places.length > 1)
    throw new Error(
      `old_text occurs ${places.length} times in ${path}; it must occur exactly once. Add more of the lines around it.`,
    )
  const start = places[0]!
  return text.slice(0, start) + replacement + text.slice(start + wanted.length)
}

/** Overlapping ones count too: "aa" in "aaa" does not say which one is meant. */
function occurrences(text: string, wanted: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) found.push(at)
  return found
}

function changedLines(before: string, after: string): { added: number; removed: number } {
  const old = before.split("\n")
  const now = after.split("\n")
  const most = Math.min(old.length, now.length)
  let head = 0
  while (head < most && old[head] === now[head]) head++
  let tail = 0
  while (tail < most - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++
  return { added: now.length - head - tail, removed: old.length - head - tail }
}
