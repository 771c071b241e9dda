// `npm run backup [-- <folder>]`: a copy of the embedded store, made by the running server when there is one.
import { existsSync } from "node:fs"
import { cp, mkdir, readFile } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { AppError } from "@/lib/core/errors"
import { openEmbedded } from "@/lib/server/db/embedded"
import { type Env, parseEnv } from "@/lib/server/env"
import { tokenFile } from "@/lib/server/session/operator-token"
import { failureSentence } from "./failure-sentence"

export async function run([target]: string[]): Promise<void> {
  try {
    const env = parseEnv(process.env, process.cwd())
    if (env.databaseUrl) throw new AppError("invalid", "DATABASE_URL is set: back PostgreSQL up with pg_dump.")
    if (!existsSync(join(env.dataDir, "db"))) throw new AppError("not_found", `There is no store in ${env.dataDir}.`)
    const folder = target
      ? resolve(target)
      : join(env.dataDir, "backups", new Date().toISOString().replace(/[:.]/g, "-"))
    if (existsSync(folder)) throw new AppError("conflict", `${folder} exists already; name a new folder.`)
    await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
    const how = await copyStore(env, folder)
    console.log(`Backed up to ${folder} (${how}).`)
    process.exit(0)
  } catch (error) {
    console.error(failureSentence(error))
    process.exit(1)
  }
}

/** A store in use can only be copied by the process that uses it. */
async function copyStore(env: Env, folder: string): Promise<string> {
  try {
    const engine = await openEmbedded(env.dataDir, null)
    await engine.backup(folder)
    await engine.close()
    return "the server was not running"
  } catch (error) {
    if (!(error instanceof AppError && error.code === "conflict")) throw error
  }
  const made = await askServer(env)
  await cp(made, folder, { recursive: true })
  return "while the server was running"
}

async function askServer(env: Env): Promise<string> {
  const token = env.token ?? (await readFile(tokenFile(env), "utf8")).trim()
  const answer = await fetch(`${env.url}/api/backup`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: "{}",
  }).catch((cause: unknown) => {
    throw new AppError(
      "unavailable",
      `The server that holds ${env.dataDir} does not answer at ${env.url}. Set HOST and PORT as it was started.`,
      { cause },
    )
  })
  const body = (await answer.json()) as { folder?: string; error?: { message: string } }
  if (!body.folder) throw new AppError("unavailable", `The server refused: ${body.error?.message ?? answer.status}`)
  return body.folder
}
