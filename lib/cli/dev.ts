// `npm run dev`: Next's development server with the product's own address and environment.
import { parseEnv } from "@/lib/server/env"
import { operatorToken, tokenFile } from "@/lib/server/session/operator-token"
import { failureSentence } from "./failure-sentence"
import { tool } from "./project"
import { runStep } from "./run-step"

export async function run(args: string[]): Promise<void> {
  try {
    const env = parseEnv(process.env, process.cwd())
    const { host, port } = env
    // The one-time link is made by the process that holds the store, which here belongs to Next.
    await operatorToken({ env })
    console.log(
      `Sign in: ${env.url}/sign-in with ${env.token ? "COUNTERSIGN_TOKEN" : `the token in ${tokenFile(env)}`}`,
    )
    const where = ["-H", host, "-p", String(port)]
    const { ok } = await runStep("dev", [tool("next/dist/bin/next"), "dev", ...where, ...args], {
      show: true,
      env: { NEXT_TELEMETRY_DISABLED: "1", HOST: host, PORT: String(port) },
    })
    if (!ok) process.exitCode = 1
  } catch (error) {
    console.error(failureSentence(error))
    process.exitCode = 1
  }
}
