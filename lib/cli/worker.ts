// `npm run worker`: runs agents beside other processes on one PostgreSQL, and serves no pages.
import { parseEnv } from "@/lib/server/env"
import { startRuntime } from "@/lib/server/runtime/runtime"
import { describeServer } from "./announce"
import { assertFolders } from "./assert-folders"
import { endWithNpm } from "./end-with-npm"
import { failureSentence } from "./failure-sentence"

const AT_MOST_MS = 4_000

export async function run(): Promise<void> {
  try {
    const env = parseEnv(process.env, process.cwd())
    if (env.databaseUrl === null) {
      console.error(
        "DATABASE_URL is not set: a worker shares a PostgreSQL with the server; the embedded database has room for one process only.",
      )
      process.exit(1)
    }
    assertFolders(env)
    const runtime = await startRuntime(env)
    console.log(["Countersign worker runs agents", ...describeServer(env, runtime.facts)].join("\n"))
    let stopping = false
    const onSignal = (): void => {
      if (stopping) process.exit(0)
      stopping = true
      console.log("Stopping …")
      setTimeout(() => process.exit(0), AT_MOST_MS)
      runtime.stop().finally(() => process.exit(0))
    }
    endWithNpm(() => stopping)
    process.on("SIGTERM", onSignal)
    process.on("SIGINT", onSignal)
  } catch (error) {
    console.error(failureSentence(error))
    process.exit(1)
  }
}
