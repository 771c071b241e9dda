// Opens a file of the workspace for reading, and only a regular one: no symlink, no pipe that blocks, no device.
import "server-only"
import { constants, type Stats } from "node:fs"
import { type FileHandle, lstat, open } from "node:fs/promises"
import { basename, dirname } from "node:path"
import { type Folder, openFolder } from "./open-folder"
import { escapes, realWorkspace, resolveInWorkspace } from "./resolve-path"

/** Without O_NONBLOCK opening a named pipe would wait for its other end. */
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY

export type OpenFile = { handle: FileHandle; stats: Stats }

/** `shown` is the name the agent used; errors say it. */
export async function openInFolder(folder: Folder, name: string, shown: string): Promise<OpenFile> {
  // Asked before opening too: opening a device can already do something.
  refuseUnlessRegular(await lstat(folder.at(name)), shown)
  const handle = await open(folder.at(name), READ).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ELOOP" ? escapes(shown) : error
  })
  try {
    const stats = await handle.stat()
    refuseUnlessRegular(stats, shown)
    await folder.verify()
    return { handle, stats }
  } catch (error) {
    await handle.close()
    throw error
  }
}

export async function openWorkspaceFile(workspace: string, path: string): Promise<OpenFile> {
  const resolved = await resolveInWorkspace(workspace, path)
  const root = await realWorkspace(workspace)
  if (resolved === root) throw new Error(`${path} is a folder, not a file. Use list_files to see what is in it.`)
  const folder = await openFolder(root, dirname(resolved))
  try {
    return await openInFolder(folder, basename(resolved), path)
  } finally {
    await folder.close()
  }
}

export function refuseUnlessRegular(stats: Stats, shown: string): void {
  if (stats.isFile()) return
  if (stats.isDirectory()) throw new Error(`${shown} is a folder, not a file. Use list_files to see what is in it.`)
  if (stats.isSymbolicLink()) throw escapes(shown)
  throw new Error(`${shown} is not a regular file.`)
}

const SNIFFED = 8_192

/** Text does not hold zero bytes; nearly every other format does, early on. */
export const looksBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, SNIFFED).includes(0)
