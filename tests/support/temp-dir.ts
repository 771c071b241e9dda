// Folders that live as long as the test that made them.
import { mkdtemp, realpath, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A new empty folder, named by its real path so that symlink checks compare like with like. */
export async function makeTempDir(name = "test"): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), `countersign-${name}-`)))
}

/** Retries, because a process that was just killed may still be letting go of its files. */
export async function removeDir(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
}
