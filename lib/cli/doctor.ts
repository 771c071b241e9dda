// `npm run doctor`: looks the store over and says what it finds; exits with 1 when there is anything.

import { examineStore } from "@/lib/server/doctor/examine-store"
import { parseEnv } from "@/lib/server/env"
import { startRuntime } from "@/lib/server/runtime/runtime"
import { failureSentence } from "./failure-sentence"

export async function run(): Promise<void> {
  try {
    const env = parseEnv(process.env, process.cwd())
    const runtime = await startRuntime(env, { idle: true })
    const { counts, findings } = await examineStore(runtime)
    const problems = runtime.problems()
    await runtime.stop()
    console.log(
      `Looked at ${Object.entries(counts)
        .map(([what, count]) => `${count} ${what}`)
        .join(", ")}.`,
    )
    for (const problem of problems) console.log(problem)
    for (const { team, sentence } of findings) console.log(`${team}: ${sentence}`)
    if (findings.length + problems.length === 0) console.log("Nothing is wrong.")
    process.exit(findings.length + problems.length === 0 ? 0 : 1)
  } catch (error) {
    console.error(failureSentence(error))
    process.exit(1)
  }
}
