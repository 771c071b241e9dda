// `npm start`: builds when there is no current build, then serves pages and runs agents, all in this one process.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { lockDirectory } from "@/lib/server/db/directory-lock"
import { assertReachableSafely, type Env, parseEnv } from "@/lib/server/env"
import { assertFolders } from "./assert-folders"
import { ensureBuild } from "./ensure-build"
import { failureSentence } from "./failure-sentence"
import type { Loader } from "./project"
import { serve } from "./serve"

export async function run(_args: string[], loader: Loader): Promise<void> {
  try {
    const env = parseEnv(process.env, process.cwd())
    // Where there is no store yet there is no account either, and nobody need wait for a build to be told.
    if (env.databaseUrl === null && !existsSync(join(env.dataDir, "db"))) assertReachableSafely(env, false)
    assertFolders(env)
    await assertFree(env)
    if (!(await ensureBuild())) process.exit(1)
    await loader.compiled()
    await serve(env)
  } catch (error) {
    console.error(failureSentence(error))
    process.exit(1)
  }
}

/** Said before the build and before the port: whoever starts a second one by mistake learns at once who the first is. */
async function assertFree(env: Env): Promise<void> {
  if (env.databaseUrl !== null) return
  const lock = await lockDirectory(env.dataDir)
  await lock.release()
}
