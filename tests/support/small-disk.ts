// A small disk of its own for a test: a tmpfs where the machine allows to mount one.
import { execFileSync } from "node:child_process"
import { closeSync, openSync, rmSync, statfsSync, writeSync } from "node:fs"
import { join } from "node:path"
import { makeTempDir, removeDir } from "./temp-dir"

const MB = 1024 * 1024

export type SmallDisk = {
  path: string
  /** Fills it until so much is left. */
  fill(leftMb: number): void
  free(): void
  close(): Promise<void>
}

/** A sentence instead of a disk where none can be mounted. */
export async function mountSmallDisk(sizeMb: number): Promise<SmallDisk | string> {
  const path = await makeTempDir("disk")
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${sizeMb}m,mode=700`, "tmpfs", path], { stdio: "pipe" })
  } catch (error) {
    await removeDir(path)
    return `no small disk can be mounted here: ${String((error as { stderr?: Buffer }).stderr ?? error).trim()}`
  }
  const ballast = join(path, "ballast")
  const leftMb = () => {
    const { bavail, bsize } = statfsSync(path)
    return (bavail * bsize) / MB
  }
  return {
    path,
    fill: (wanted) => {
      const file = openSync(ballast, "a")
      try {
        while (leftMb() > wanted) writeSync(file, Buffer.alloc(Math.min(MB, Math.ceil((leftMb() - wanted) * MB))))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast, { force: true }),
    close: async () => {
      execFileSync("umount", ["-l", path])
      await removeDir(path)
    },
  }
}
