// Where a team's workspace may lie: under a configured root, apart from our own data and from other teams.
import "server-only"
import { mkdir, realpath, stat } from "node:fs/promises"
import { join, resolve } from "node:path"
import { AppError } from "@/lib/core/errors"
import { contains, followLinks } from "./resolve-path"

export type WorkspaceRules = {
  /** COUNTERSIGN_WORKSPACES. A relative workspace is taken to lie in the first. */
  roots: readonly string[]
  dataDir: string
  /** The workspaces of all other teams. */
  others: readonly string[]
}

const no = (sentence: string): AppError => new AppError("invalid", sentence)

/** The workspace's real path, which need not exist yet, when it is allowed. */
export async function checkWorkspace(path: string, rules: WorkspaceRules): Promise<string> {
  if (path.trim() === "" || path.includes("\0")) throw no("The workspace must be the path of a folder.")
  const workspace = await real(resolve(rules.roots[0] ?? ".", path))
  const roots = await Promise.all(rules.roots.map(real))
  const data = await real(rules.dataDir)
  const own = join(data, "workspaces")

  if (!roots.some((root) => contains(root, workspace)))
    throw no(
      `The workspace ${path} lies under none of the allowed folders (COUNTERSIGN_WORKSPACES): ${roots.join(", ")}.`,
    )
  if (overlaps(workspace, data)) throw no(`The workspace ${path} contains Countersign's own data.`)
  if (overlaps(data, workspace) && (workspace === own || !contains(own, workspace)))
    throw no(`The workspace ${path} lies in Countersign's own data; only folders under ${own} are allowed there.`)
  for (const other of await Promise.all(rules.others.map(real)))
    if (overlaps(workspace, other) || overlaps(other, workspace))
      throw no(`The workspace ${path} overlaps with ${other}, which belongs to another team.`)
  const found = await stat(workspace).catch(() => null)
  if (found && !found.isDirectory()) throw no(`The workspace ${path} is not a folder.`)
  return workspace
}

/** Makes the folder of a checked workspace, and sees that it is still where the check said. */
export async function prepareWorkspace(workspace: string): Promise<void> {
  try {
    await mkdir(workspace, { recursive: true })
  } catch (cause) {
    throw new AppError("invalid", `The workspace ${workspace} cannot be made: ${(cause as Error).message}`, { cause })
  }
  if ((await realpath(workspace)) !== workspace) throw no(`The workspace ${workspace} is led elsewhere by a symlink.`)
}

async function real(path: string): Promise<string> {
  const found = await followLinks(resolve(/* turbopackIgnore: true */ "."), resolve(/* turbopackIgnore: true */ path))
  if (found === null) throw no(`The path ${path} is a loop of symlinks.`)
  return found
}

/** Like `contains`, but on the safe side where the file system may ignore case. */
function overlaps(outer: string, inner: string): boolean {
  return contains(outer, inner) || (process.platform !== "linux" && contains(outer.toLowerCase(), inner.toLowerCase()))
}
