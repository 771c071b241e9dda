// Walks the files of a workspace in order, following no symlink and giving up in good time.
import "server-only"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { Folder } from "./open-folder"
import { relativeTo } from "./resolve-path"
import { isTemporaryName } from "./write-file"

/** Folders full of what nobody wrote by hand; entered only when a pattern names them. */
const SKIPPED = [".git", "node_modules"]
const MOST_VISITED = 100_000
const DEEPEST = 100

export type Visited = { path: string; name: string; folder: Folder; kind: "file" | "link" }
export type Walk = { root: string; pattern: string; mayContain: (folder: string) => boolean; cut: boolean }

export function startWalk(root: string, pattern: string, mayContain: (folder: string) => boolean): Walk {
  return { root, pattern, mayContain, cut: false }
}

/** Each file with its folder held open while the caller looks at it. Sets `cut` when there was too much to see. */
export async function* walkFiles(walk: Walk): AsyncGenerator<Visited> {
  const skipped = SKIPPED.filter((name) => !walk.pattern.split(/[/{},]/).includes(name))
  const budget = { left: MOST_VISITED }
  const top = await Folder.open(walk.root)
  try {
    yield* visit(walk, top, skipped, budget, 0)
  } finally {
    await top.close()
  }
}

async function* visit(
  walk: Walk,
  folder: Folder,
  skipped: string[],
  budget: { left: number },
  depth: number,
): AsyncGenerator<Visited> {
  const entries = await readdir(folder.at("."), { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    budget.left--
    if (budget.left < 0 || depth > DEEPEST) {
      walk.cut = true
      return
    }
    const path = relativeTo(walk.root, join(folder.path, entry.name))
    if (entry.isDirectory()) {
      if (skipped.includes(entry.name) || !walk.mayContain(path)) continue
      const child = await folder.child(entry.name, { create: false }).catch(() => null)
      // Gone or swapped since it was listed, or not ours to read: nothing to show.
      if (!child) continue
      try {
        yield* visit(walk, child, skipped, budget, depth + 1)
      } finally {
        await child.close()
      }
    } else if (entry.isFile() && !isTemporaryName(entry.name)) yield { path, name: entry.name, folder, kind: "file" }
    else if (entry.isSymbolicLink()) yield { path, name: entry.name, folder, kind: "link" }
  }
}
