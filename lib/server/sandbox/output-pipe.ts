// A real pipe for a command's output; Node's own are sockets, on which `> /dev/stdout` and `tee /dev/stderr` fail.
import "server-only"
import { execFile } from "node:child_process"
import { close, constants, open } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { promisify } from "node:util"
import { bareEnvironment, commandEnvironment } from "./command-environment"

const run = promisify(execFile)
// Bare descriptors: a FileHandle closes its own when it is collected, also under whoever else reads from it.
const openDescriptor = promisify(open)
const closeDescriptor = promisify(close)

export type OutputPipe = { reader: Readable; writer: number; closeWriter(): Promise<void> }

/** Null where no named pipe can be made; a socket serves then, for all but those two spellings. */
export async function openOutputPipe(): Promise<OutputPipe | null> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-pipe-"))
  try {
    const path = join(folder, "output")
    await run("mkfifo", ["-m", "600", path], { env: bareEnvironment(commandEnvironment(folder)) })
    // The reader first, and only it non-blocking: a writer that gets EAGAIN is what few programs expect.
    const reading = await openDescriptor(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const reader = new Socket({ fd: reading, readable: true, writable: false })
    const writer = await openDescriptor(path, constants.O_WRONLY)
    return { reader, writer, closeWriter: () => closeDescriptor(writer) }
  } catch {
    return null
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
