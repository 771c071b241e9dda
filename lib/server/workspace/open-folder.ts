// A folder of the workspace held open, so that whoever swaps it for a symlink meanwhile leads nobody astray.
import "server-only"
import { constants, existsSync } from "node:fs"
import { type FileHandle, lstat, mkdir, open, readlink, realpath } from "node:fs/promises"
import { join } from "node:path"
import { contains, escapes, relativeTo } from "./resolve-path"

/** Linux names an open folder under /proc, which works like openat; elsewhere the path is checked again and again. */
const ANCHORED = process.platform === "linux" && existsSync("/proc/self/fd")
const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW

export class Folder {
  private constructor(
    readonly path: string,
    private readonly handle: FileHandle,
  ) {}

  /** Opens a folder whose path holds no symlink, and proves that it is the one meant. */
  static async open(path: string, name = path): Promise<Folder> {
    const folder = new Folder(path, await open(name, FOLDER))
    try {
      await folder.verify()
      return folder
    } catch (error) {
      await folder.close()
      throw error
    }
  }

  /** What to hand to the file system for an entry of this folder. */
  at(name: string): string {
    return ANCHORED ? `/proc/self/fd/${this.handle.fd}/${name}` : join(this.path, name)
  }

  async verify(): Promise<void> {
    const real = ANCHORED ? await readlink(`/proc/self/fd/${this.handle.fd}`) : await realpath(this.path)
    if (real !== this.path) throw escapes(this.path)
  }

  async child(name: string, options: { create: boolean }): Promise<Folder> {
    const path = join(this.path, name)
    try {
      return await Folder.open(path, this.at(name))
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === "ENOENT" && options.create) {
        await mkdir(this.at(name)).catch(unlessThere)
        return this.child(name, { create: false })
      }
      if (code !== "ENOTDIR" && code !== "ELOOP") throw error
      const found = await lstat(this.at(name))
      throw found.isSymbolicLink() ? escapes(path) : new Error(`Not a folder: ${path}`)
    }
  }

  /** Makes what was renamed into this folder survive a power cut. */
  async sync(): Promise<void> {
    await this.handle.sync()
  }

  async close(): Promise<void> {
    await this.handle.close()
  }
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error
}

/** Opens `path` (resolved, within `root`) step by step from the root, following no symlink on the way. */
export async function openFolder(root: string, path: string, options = { create: false }): Promise<Folder> {
  if (!contains(root, path)) throw escapes(path)
  let folder = await Folder.open(root)
  const relative = relativeTo(root, path)
  for (const name of relative === "." ? [] : relative.split("/")) {
    const parent = folder
    try {
      folder = await parent.child(name, options)
    } finally {
      await parent.close()
    }
  }
  return folder
}
