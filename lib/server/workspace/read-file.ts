// Reads a text file of the workspace for a model: whole lines, bounded, with a note of what was left out.
import "server-only"
import type { FileHandle } from "node:fs/promises"
import { missingFile } from "./nearest-name"
import { looksBinary, type OpenFile, openWorkspaceFile } from "./open-file"

export const KEPT_CHARACTERS = 50_000
const CHUNK = 65_536
/** Beyond this the lines left out are no longer counted: the answer must come soon, however large the file. */
const MOST_COUNTED_BYTES = 64 * 1024 * 1024

/** The file's text; with `limit` its first lines only. What is left out is said in the last line. */
export async function readWorkspaceFile(workspace: string, path: string, limit?: number): Promise<string> {
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1))
    throw new Error("limit must be a whole number of lines, 1 or more.")
  const { handle, stats } = await open(workspace, path)
  try {
    const kept = await readLines(handle, limit ?? Number.POSITIVE_INFINITY, () => {
      throw new Error(`${path} is a binary file (${stats.size.toLocaleString("en")} bytes), so it is not shown.`)
    })
    return kept === "" ? "(empty file)" : kept
  } finally {
    await handle.close()
  }
}

async function open(workspace: string, path: string): Promise<OpenFile> {
  try {
    return await openWorkspaceFile(workspace, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw await missingFile(workspace, path, error)
    throw error
  }
}

async function readLines(handle: FileHandle, limit: number, refuseBinary: () => never): Promise<string> {
  const decoder = new TextDecoder()
  const buffer = Buffer.alloc(CHUNK)
  let text = ""
  let lines = 0
  let more = 0
  let position = 0
  let endsInNewline = true
  let counted = true
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, CHUNK, position)
    if (bytesRead === 0) break
    const bytes = buffer.subarray(0, bytesRead)
    if (position === 0 && looksBinary(bytes)) refuseBinary()
    position += bytesRead
    endsInNewline = bytes[bytesRead - 1] === NEWLINE
    if (lines < limit && text.length <= KEPT_CHARACTERS) {
      text += decoder.decode(bytes, { stream: true })
      lines = countNewlines(text)
    } else more += countNewlines(bytes)
    if (position >= MOST_COUNTED_BYTES) {
      counted = false
      break
    }
  }
  text += decoder.decode()
  const cut = firstLines(text, limit)
  const left = more + countNewlines(text) + (endsInNewline ? 0 : 1) - countLines(cut.kept)
  // The database cannot hold a zero character, and none of these is text anyway.
  const kept = cut.kept.replaceAll("\0", "\uFFFD")
  if (cut.whole && left <= 0) return kept
  const number = `${counted ? "" : "over "}${left} more ${left === 1 ? "line" : "lines"}`
  const glue = kept.endsWith("\n") ? "" : "\n"
  return `${kept}${glue}... (${cut.whole ? "" : "the line goes on; "}${number})`
}

const NEWLINE = 10

function countNewlines(text: string | Uint8Array): number {
  let count = 0
  if (typeof text === "string") for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) count++
  else for (let i = text.indexOf(NEWLINE); i >= 0; i = text.indexOf(NEWLINE, i + 1)) count++
  return count
}

const countLines = (text: string): number => countNewlines(text) + (text === "" || text.endsWith("\n") ? 0 : 1)

/** Cuts at a line's end where there is one: half a line would be taken for the whole. */
function firstLines(text: string, limit: number): { kept: string; whole: boolean } {
  let end = 0
  for (let line = 0; line < limit; line++) {
    const next = text.indexOf("\n", end)
    const after = next < 0 ? text.length : next + 1
    if (after > KEPT_CHARACTERS) {
      return end > 0
        ? { kept: text.slice(0, end), whole: true }
        : { kept: wholeCharacters(text, KEPT_CHARACTERS), whole: false }
    }
    end = after
    if (end === text.length) break
  }
  return { kept: text.slice(0, end), whole: true }
}

/** A cut between the halves of a surrogate pair would leave a character that cannot be encoded. */
function wholeCharacters(text: string, length: number): string {
  const code = text.charCodeAt(length - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length)
}
