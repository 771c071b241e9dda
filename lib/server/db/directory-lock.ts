// One process at a time on a data directory: a lock that a dead process frees by itself.
import "server-only"
import { createHash } from "node:crypto"
import fs from "node:fs"
import net from "node:net"
import os from "node:os"
import path from "node:path"
import { AppError } from "@/lib/core/errors"

/** Says which process holds the directory, for whoever finds it held. */
export const HOLDER = "holder.json"

export type DirectoryLock = { release(): Promise<void> }

const held = (directory: string, holder: string) =>
  new AppError(
    "conflict",
    `The data directory ${directory} is held by ${holder}. Stop that process or set COUNTERSIGN_DATA.`,
  )

export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const real = fs.realpathSync(directory)
  const note = path.join(real, HOLDER)
  const lock = process.platform === "linux" ? await lockBySocket(real, note) : lockByFile(real, note)
  fs.writeFileSync(note, JSON.stringify({ pid: process.pid, host: os.hostname(), since: new Date().toISOString() }))
  return lock
}

function holderOf(note: string): string {
  try {
    const { pid, since } = JSON.parse(fs.readFileSync(note, "utf8")) as { pid: number; since: string }
    return `process ${pid} since ${since}`
  } catch {
    return "another process"
  }
}

/** An abstract socket has no file: the kernel frees the name with its process, however that ends. */
async function lockBySocket(directory: string, note: string): Promise<DirectoryLock> {
  const name = `\0countersign-${createHash("sha256").update(directory).digest("hex").slice(0, 40)}`
  const server = net.createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "EADDRINUSE" ? held(directory, holderOf(note)) : error),
    )
    server.listen({ path: name }, resolve)
  })
  server.unref()
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** Elsewhere: a file that names its process; one whose process is gone is taken over. */
function lockByFile(directory: string, note: string): DirectoryLock {
  const file = path.join(directory, "lock")
  for (let tries = 0; tries < 2; tries++) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: "wx" })
      return { release: async () => fs.rmSync(file, { force: true }) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
      if (isAlive(Number(fs.readFileSync(file, "utf8")))) throw held(directory, holderOf(note))
      fs.rmSync(file, { force: true })
    }
  }
  throw held(directory, holderOf(note))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}
