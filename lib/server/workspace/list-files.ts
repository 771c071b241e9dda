// Lists the files of a workspace that match a glob, without a shell.
import "server-only"
import { isAbsolute } from "node:path"
import { Glob, hasWildcard } from "@/lib/core/glob"
import { contains, escapes, realWorkspace, relativeTo } from "./resolve-path"
import { startWalk, walkFiles } from "./walk-files"

const MOST_FILES = 2_000

/** One path a line, sorted; the last line says so when there were more. */
export async function listFiles(workspace: string, pattern: string): Promise<string> {
  const root = await realWorkspace(workspace)
  const within = patternWithin(root, pattern)
  const globs = globsFor(within)
  const walk = startWalk(root, within, (folder) => globs.some((glob) => glob.mayContain(folder)))
  const found: string[] = []
  for await (const file of walkFiles(walk)) {
    if (!globs.some((glob) => glob.matches(file.path))) continue
    if (found.length === MOST_FILES) {
      walk.cut = true
      break
    }
    found.push(file.path)
  }
  found.sort()
  if (walk.cut) found.push(`... (more than these ${found.length}; use a narrower pattern)`)
  return found.length > 0 ? found.join("\n") : `No files match ${pattern}`
}

/** A pattern may be written with the workspace's own path before it; one that leads outside is refused. */
export function patternWithin(root: string, pattern: string): string {
  if (pattern.includes("\0")) throw escapes(pattern.replaceAll("\0", "\\0"))
  if (pattern.split("/").includes("..")) throw escapes(pattern)
  if (!isAbsolute(pattern)) return pattern.replace(/^(\.\/+)+/, "")
  const fixed = pattern.slice(0, pattern.search(/[*?{]|$/))
  if (!contains(root, fixed.replace(/\/+$/, ""))) throw escapes(pattern)
  return relativeTo(root, fixed) === "." ? pattern.slice(fixed.length) : pattern.slice(root.length + 1)
}

/** A plain name means the file or everything in the folder of that name; nothing at all means everything. */
export function globsFor(pattern: string): Glob[] {
  const name = pattern.replace(/\/+$/, "")
  if (name === "" || name === ".") return [new Glob("**")]
  if (hasWildcard(name)) return [new Glob(pattern.endsWith("/") ? `${name}/**` : name)]
  return [new Glob(name), new Glob(`${name}/**`)]
}
