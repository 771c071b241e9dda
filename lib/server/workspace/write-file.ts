// Writes a file of the workspace whole or not at all: to a temporary file beside it, then renamed over it.
import "server-only"
import { randomBytes } from "node:crypto"
import { constants, type Stats } from "node:fs"
import { lstat, open, rename, rm } from "node:fs/promises"
import { basename, dirname } from "node:path"
import { refuseUnlessRegular } from "./open-file"
import { type Folder, openFolder } from "./open-folder"
import { realWorkspace, relativeTo, resolveInWorkspace } from "./resolve-path"

export type WriteOptions = {
  /** Asked last, when all is ready and only the rename is left; false leaves everything as it was. */
  verify?: () => Promise<boolean> | boolean
  /** The relative path the gate was asked about: a symlink put in its way since then ends the write. */
  expect?: string
}

const TEMPORARY = /^\.countersign-[0-9a-f]{16}\.tmp$/
const EXCLUSIVE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

/** What a write that was cut off may leave behind; listings do not show it. */
export const isTemporaryName = (name: string): boolean => TEMPORARY.test(name)

export async function writeWorkspaceFile(
  workspace: string,
  path: string,
  content: string,
  options: WriteOptions = {},
): Promise<{ bytes: number; created: boolean }> {
  const root = await realWorkspace(workspace)
  const resolved = await resolveInWorkspace(workspace, path)
  if (resolved === root || /[/\\]$/.test(path)) throw new Error(`${path} is a folder, not a file.`)
  if (options.expect !== undefined && relativeTo(root, resolved) !== options.expect)
    throw new Error(`Not written: ${path} leads to another file than it did a moment ago.`)
  const folder = await openFolder(root, dirname(resolved), { create: true })
  try {
    return await replace(folder, basename(resolved), path, Buffer.from(content, "utf8"), options)
  } finally {
    await folder.close()
  }
}

async function replace(folder: Folder, name: string, shown: string, bytes: Buffer, options: WriteOptions) {
  const existing = await findEntry(folder, name)
  if (existing) refuseUnlessRegular(existing, shown)
  const temporary = `.countersign-${randomBytes(8).toString("hex")}.tmp`
  try {
    await writeTemporary(folder, temporary, bytes, existing)
    if (options.verify && !(await options.verify())) throw new Error(`Not written: ${shown}.`)
    await folder.verify()
    await rename(folder.at(temporary), folder.at(name))
  } catch (error) {
    await rm(folder.at(temporary), { force: true })
    throw error
  }
  await folder.sync()
  return { bytes: bytes.length, created: existing === null }
}

async function writeTemporary(folder: Folder, name: string, bytes: Buffer, existing: Stats | null): Promise<void> {
  const handle = await open(folder.at(name), EXCLUSIVE, 0o666)
  try {
    await handle.writeFile(bytes)
    if (existing) {
      // Only root may give a file away; for anyone else it already is, or stays, their own.
      if (process.getuid?.() === 0) await handle.chown(existing.uid, existing.gid)
      await handle.chmod(existing.mode & 0o777)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function findEntry(folder: Folder, name: string): Promise<Stats | null> {
  try {
    return await lstat(folder.at(name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null
    throw error
  }
}
