// Searches the files of a workspace by regular expression, without a shell: `path:line: text`, bounded in time and size.
import "server-only"
import { Glob } from "@/lib/core/glob"
import { globsFor, patternWithin } from "./list-files"
import { looksBinary, openInFolder } from "./open-file"
import { realWorkspace } from "./resolve-path"
import { SearchWorker } from "./search-worker"
import { startWalk, type Visited, walkFiles } from "./walk-files"

const MOST_MATCHES = 500
const MOST_CHARACTERS = 50_000
const LARGEST_FILE = 2 * 1024 * 1024
const BATCH_CHARACTERS = 512 * 1024

export type SearchLimits = { batchMs: number; totalMs: number }
const LIMITS: SearchLimits = { batchMs: 3_000, totalMs: 20_000 }

export async function searchFiles(workspace: string, pattern: string, glob?: string, limits = LIMITS): Promise<string> {
  const expression = parseExpression(pattern)
  const root = await realWorkspace(workspace)
  const within = patternWithin(root, glob ?? "**")
  // As in other search tools, a glob without a slash means the file's name, in any folder.
  const globs =
    within === "" || within.includes("/") ? globsFor(within) : [...globsFor(within), new Glob(`**/${within}`)]
  const walk = startWalk(root, within, (folder) => globs.some((one) => one.mayContain(folder)))
  const worker = new SearchWorker(expression)
  const search = new Search(worker, limits)
  try {
    for await (const file of walkFiles(walk)) {
      if (file.kind !== "file" || !globs.some((one) => one.matches(file.path))) continue
      await search.add(file)
      if (search.full) break
    }
    await search.flush()
  } finally {
    await worker.close()
  }
  return search.report(pattern, walk.cut)
}

/** The inline flags that other tools know, and JavaScript does not, are understood at the start: `(?i)word`. */
function parseExpression(pattern: string): RegExp {
  const inline = /^\(\?([ims]+)\)/.exec(pattern)
  const source = inline ? pattern.slice(inline[0].length) : pattern
  try {
    return new RegExp(source, [...new Set(inline?.[1] ?? "")].join(""))
  } catch (cause) {
    throw new Error(`Not a valid regular expression: ${(cause as Error).message}`, { cause })
  }
}

class Search {
  private readonly found: string[] = []
  private readonly deadline: number
  private batch: { path: string; text: string }[] = []
  private batched = 0
  private characters = 0
  private tooLarge = 0
  private late = false

  constructor(
    private readonly worker: SearchWorker,
    private readonly limits: SearchLimits,
  ) {
    this.deadline = performance.now() + limits.totalMs
  }

  get full(): boolean {
    return this.late || this.found.length >= MOST_MATCHES || this.characters >= MOST_CHARACTERS
  }

  async add(file: Visited): Promise<void> {
    const text = await this.read(file)
    if (text === null) return
    this.batch.push({ path: file.path, text })
    this.batched += text.length
    if (this.batched >= BATCH_CHARACTERS) await this.flush()
  }

  async flush(): Promise<void> {
    const left = this.deadline - performance.now()
    if (left <= 0) this.late = true
    if (this.batch.length === 0 || this.full) return
    const files = this.batch
    this.batch = []
    this.batched = 0
    const most = MOST_MATCHES - this.found.length + 1
    const lines = await this.worker.search({ files, most }, Math.min(left, this.limits.batchMs))
    if (lines === null)
      throw new Error("The search took too long: this regular expression is too slow. Use a simpler one.")
    for (const line of lines) {
      this.found.push(line)
      this.characters += line.length + 1
    }
  }

  report(pattern: string, cut: boolean): string {
    const shown: string[] = []
    let size = 0
    for (const line of this.found.slice(0, MOST_MATCHES)) {
      size += line.length + 1
      if (size > MOST_CHARACTERS) break
      shown.push(line)
    }
    if (shown.length === 0) shown.push(`No matches for ${pattern}`)
    if (shown.length < this.found.length) shown.push("... (more matches; use a narrower pattern or glob)")
    else if (this.late || cut) shown.push("... (not all files were searched; use a narrower glob)")
    if (this.tooLarge > 0) shown.push(`(${this.tooLarge} larger than 2 MB not searched)`)
    return shown.join("\n").replaceAll("\0", "\uFFFD")
  }

  private async read(file: Visited): Promise<string | null> {
    // Gone, swapped or unreadable since it was listed: a search goes on without it.
    const opened = await openInFolder(file.folder, file.name, file.path).catch(() => null)
    if (!opened) return null
    try {
      if (opened.stats.size > LARGEST_FILE) {
        this.tooLarge++
        return null
      }
      const bytes = await opened.handle.readFile()
      return looksBinary(bytes) ? null : bytes.toString("utf8")
    } finally {
      await opened.handle.close()
    }
  }
}
