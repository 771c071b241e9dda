// `npm run check`: format and lint, types, dead code and architecture, side by side.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { root, tool } from "./project"
import { inSeconds, runStep } from "./run-step"

const steps: [name: string, args: string[]][] = [
  ["format and lint", [tool("@biomejs/biome/bin/biome"), "check", "--colors=off", "--error-on-warnings"]],
  ["types", [tool("typescript/bin/tsc"), "--noEmit"]],
  ["dead code", [tool("knip/bin/knip.js"), "--no-progress"]],
  [
    "architecture",
    [tool("vitest/vitest.mjs"), "run", "--project", "unit", "tests/unit/architecture.test.ts", "--reporter=dot"],
  ],
]

export async function run(): Promise<void> {
  const began = performance.now()
  // Next writes this file when it builds; a fresh clone has none yet, and the types lean on it.
  if (!existsSync(join(root, "next-env.d.ts"))) await runStep("route types", [tool("next/dist/bin/next"), "typegen"])
  const results = await Promise.all(
    steps.map(async ([name, args]) => {
      const result = await runStep(name, args)
      console.log(`${result.ok ? "ok    " : "FAILED"} ${name} (${inSeconds(result.seconds)})`)
      return result
    }),
  )
  const failed = results.filter((result) => !result.ok)
  for (const { name, output } of failed) console.log(`\n── ${name}\n${output.trim()}`)
  const took = inSeconds((performance.now() - began) / 1_000)
  console.log(failed.length === 0 ? `check: all ${results.length} ok in ${took}` : `check: ${failed.length} failed`)
  if (failed.length > 0) process.exitCode = 1
}
