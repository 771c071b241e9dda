// Where a path given by an agent really lies: every symlink followed, and never outside the workspace.
import "server-only"
import { readlink, realpath } from "node:fs/promises"
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path"

/** As many links as Linux itself follows before it calls a path a loop. */
const MOST_LINKS = 40
const LONGEST_PATH = 4_096

export const escapes = (path: string): Error => new Error(`Path escapes workspace: ${path}`)

/** The real, absolute path behind `path`, which need not exist yet. Throws when it lies outside the workspace. */
export async function resolveInWorkspace(workspace: string, path: string): Promise<string> {
  if (path.includes("\0")) throw escapes(path.replaceAll("\0", "\\0"))
  if (path.length > LONGEST_PATH) throw new Error(`Path is too long: ${path.slice(0, 80)}…`)
  const root = await realWorkspace(workspace)
  const target = await followLinks(root, path)
  if (target === null || !contains(root, target)) throw escapes(path)
  return target
}

/** The workspace-relative form of where a path really lies, so that a symlink cannot lend its name to another file. */
export async function relativePath(workspace: string, path: string): Promise<string> {
  const [root, target] = await Promise.all([realWorkspace(workspace), resolveInWorkspace(workspace, path)])
  return relativeTo(root, target)
}

export const relativeTo = (root: string, target: string): string => relative(root, target).split(sep).join("/") || "."

export async function realWorkspace(workspace: string): Promise<string> {
  try {
    return await realpath(workspace)
  } catch (cause) {
    throw new Error(`The workspace is not there: ${workspace}`, { cause })
  }
}

/** Whether `inner` is `outer` or lies in it. Both must be free of symlinks. */
export function contains(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep)
}

/**
 * Walks a path as the kernel does, but also where nothing exists yet, so that a dangling symlink counts as what it
 * points to: writing through one would create its target. Null for a loop.
 */
export async function followLinks(base: string, path: string): Promise<string | null> {
  const pending = path.split(sep).reverse()
  let at = isAbsolute(path) ? sep : base
  let links = 0
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part === "" || part === ".") continue
    if (part === "..") {
      at = dirname(at)
      continue
    }
    const next = below(at, part)
    const target = await linkTarget(next)
    if (target === null) {
      at = next
      continue
    }
    links++
    if (links > MOST_LINKS) return null
    if (isAbsolute(target)) at = sep
    pending.push(...target.split(sep).reverse())
  }
  return trueName(at)
}

/** Workspaces are none of the build's business; without the mark it would take every file of the project along. */
const below = (folder: string, name: string): string => join(/* turbopackIgnore: true */ folder, name)

const NO_LINK = new Set(["EINVAL", "ENOENT", "ENOTDIR", "UNKNOWN"])

async function linkTarget(path: string): Promise<string | null> {
  try {
    return await readlink(path)
  } catch (error) {
    if (NO_LINK.has((error as NodeJS.ErrnoException).code ?? "")) return null
    throw error
  }
}

/** On file systems that ignore case the same file has many spellings; plans are compared with the one on disk. */
async function trueName(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : below(await trueName(parent), basename(path))
  }
}
