// Starts the runtime of a serving process, once, from the environment.
import "server-only"
import fs from "node:fs"
import path from "node:path"
import { users } from "@/lib/server/db/door-schema"
import { TEMPLATE_NAME } from "@/lib/server/db/template"
import { assertReachableSafely, parseEnv } from "@/lib/server/env"
import { setRuntime } from "./get-runtime"
import { type Runtime, startRuntime } from "./runtime"

export async function startServerRuntime(): Promise<void> {
  const starting = start()
  setRuntime(starting)
  await starting
}

async function start(): Promise<Runtime> {
  const env = parseEnv(process.env, process.cwd())
  const template = path.resolve(process.env.NEXT_DIST_DIR ?? ".next", TEMPLATE_NAME)
  const runtime = await startRuntime(env, {
    template: fs.existsSync(/* turbopackIgnore: true */ template) ? template : null,
  })
  const someone = await runtime.store.read.select({ name: users.name }).from(users).limit(1)
  try {
    assertReachableSafely(env, someone.length > 0)
    return runtime
  } catch (error) {
    await runtime.stop()
    throw error
  }
}
