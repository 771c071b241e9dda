// The names closest to one that does not exist, so that an error can say what was probably meant.
import "server-only"
import { readdir } from "node:fs/promises"
import { basename, dirname } from "node:path"
import { openFolder } from "./open-folder"
import { realWorkspace, relativeTo, resolveInWorkspace } from "./resolve-path"

const MOST_NAMES = 5_000

/** Says that a file is missing, with up to three names of its folder that look alike. */
export async function missingFile(workspace: string, path: string, cause: unknown): Promise<Error> {
  const near = await nearestNames(workspace, path).catch(() => [])
  const hint = near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : ""
  return new Error(`No such file: ${path}.${hint}`, { cause })
}

async function nearestNames(workspace: string, path: string): Promise<string[]> {
  const root = await realWorkspace(workspace)
  const resolved = await resolveInWorkspace(workspace, path)
  const folder = await openFolder(root, dirname(resolved))
  try {
    const names = (await readdir(folder.at("."))).slice(0, MOST_NAMES)
    const wanted = basename(resolved).toLowerCase()
    const prefix = relativeTo(root, folder.path)
    return names
      .map((name) => ({ name, distance: distance(wanted, name.toLowerCase()) }))
      .filter((one) => one.distance <= Math.max(2, wanted.length / 4))
      .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
      .slice(0, 3)
      .map(({ name }) => (prefix === "." ? name : `${prefix}/${name}`))
  } finally {
    await folder.close()
  }
}

/** How many letters must be put in, taken out or changed to make one name of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length]!
}
