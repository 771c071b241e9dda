// Folders named by the environment, tried before anything is built or opened: a wrong one ends the start with a sentence.
import { accessSync, constants, mkdirSync, statSync } from "node:fs"
import { dirname, join, relative, sep } from "node:path"
import { type Env, EnvError } from "@/lib/server/env"

export function assertFolders(env: Env): void {
  attempt("COUNTERSIGN_DATA", env.dataDir, () => makeFolder(env.dataDir))
  // A root that is not there yet is made with the first workspace in it.
  for (const root of env.workspaces) attempt("COUNTERSIGN_WORKSPACES", root, () => assertFolder(nearest(root)))
}

const attempt = (variable: string, folder: string, use: () => void): void => {
  try {
    use()
    accessSync(nearest(folder), constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new EnvError(`${variable} names ${folder}, which cannot be used: ${REASON[code ?? ""] ?? message}.`)
  }
}

const REASON: Record<string, string> = {
  EEXIST: "it is not a folder",
  ENOTDIR: "it is not a folder",
  EACCES: "this account may not write there",
  EPERM: "this account may not write there",
  EROFS: "it cannot be written to",
  ENOENT: "it cannot be made there",
}

/** Level by level: where the system makes no folders, as under /proc, a recursive mkdir tries for ever. */
function makeFolder(path: string): void {
  const above = nearest(path)
  assertFolder(above)
  if (above === path) return
  const next = join(above, relative(above, path).split(sep)[0]!)
  mkdirSync(next, { mode: 0o700 })
  makeFolder(path)
}

function nearest(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  return found || dirname(path) === path ? path : nearest(dirname(path))
}

function assertFolder(path: string): void {
  if (!statSync(path).isDirectory()) throw Object.assign(new Error(), { code: "ENOTDIR" })
}
