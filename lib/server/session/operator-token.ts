// The operator's token: COUNTERSIGN_TOKEN, or one generated into the data directory that only its owner may read.
import "server-only"
import { chmod, link, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Env } from "@/lib/server/env"
import { runtimeSlot } from "./runtime-slot"
import { newSecret } from "./secrets"

export const tokenFile = (env: Pick<Env, "dataDir">): string => join(env.dataDir, "token")

export const operatorToken = (runtime: { env: Env }): Promise<string> =>
  runtimeSlot(runtime, "operator-token", () => loadOperatorToken(runtime.env))

async function loadOperatorToken(env: Pick<Env, "token" | "dataDir">): Promise<string> {
  if (env.token) return env.token
  const file = tokenFile(env)
  await mkdir(env.dataDir, { recursive: true, mode: 0o700 })
  await createOnce(file, newSecret("cso_"))
  await chmod(file, 0o600)
  const token = (await readFile(file, "utf8")).trim()
  if (token.length < 16) throw new Error(`${file} holds no usable token; delete it and start again.`)
  return token
}

/** Written whole, then linked into place: of two processes that start together one wins and both read the same. */
async function createOnce(file: string, content: string): Promise<void> {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${content}\n`, { mode: 0o600 })
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  } finally {
    await rm(draft, { force: true })
  }
}
