// `npm run build`: the pages, and the data directory that a first start copies; does nothing when both are current.
import { join } from "node:path"
import { createTemplate, TEMPLATE_NAME } from "@/lib/server/db/template"
import { buildIsCurrent, sourceDigest, stampBuild, unstampBuild } from "./build-stamp"
import { distDir, tool } from "./project"
import { inSeconds, runStep } from "./run-step"

export async function run(): Promise<void> {
  const digest = sourceDigest()
  if (buildIsCurrent(digest)) return console.log("The build is current.")
  // A build that breaks off must not pass for the one before it.
  unstampBuild()
  const env = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" }
  const pages = await runStep("pages", [tool("next/dist/bin/next"), "build"], { show: true, env })
  if (!pages.ok) return fail()
  await createTemplate(join(distDir(), TEMPLATE_NAME))
  stampBuild(digest)
  console.log(`Built in ${inSeconds(pages.seconds)}.`)
}

function fail(): void {
  console.error("The build failed; what is wrong stands above.")
  process.exitCode = 1
}
