// Whether a path or a command lies within what an approved plan named.
import { Glob } from "./glob"

const known = new Map<string, Glob | null>()

/** Workspace-relative globs; a folder with its slash stands for all that lies in it. A pattern that is no glob grants nothing. */
export function matchesGlob(pattern: string, path: string): boolean {
  return globOf(pattern)?.matches(path) ?? false
}

function globOf(pattern: string): Glob | null {
  const found = known.get(pattern)
  if (found !== undefined) return found
  let glob: Glob | null = null
  try {
    glob = new Glob(pattern.endsWith("/") ? `${pattern}**` : pattern)
  } catch {
    glob = null
  }
  if (known.size > 2_000) known.clear()
  known.set(pattern, glob)
  return glob
}

/**
 * A planned command grants itself, and with a `*` at its end whatever follows, but never more than one simple command:
 * `npm test *` must not let `npm test; rm -rf .` through.
 */
export function matchesCommand(planned: string, command: string): boolean {
  const wanted = planned.trim()
  const actual = command.trim()
  if (wanted === actual) return true
  if (!wanted.endsWith("*")) return false
  const prefix = wanted.slice(0, -1)
  const bare = prefix.trimEnd()
  if (bare === "") return true
  if (actual === bare) return true
  if (!actual.startsWith(prefix)) return false
  return !/[;&|`\n\r]|[$<>]\(/.test(actual.slice(prefix.length))
}
