// `npm test`: check, build when needed, unit, faults, browser; the last line says how many passed and failed over all.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { probeSandbox } from "@/lib/server/sandbox/probe-sandbox"
import { ensureChromium } from "@/tests/support/chromium"
import { installFromDebian } from "@/tests/support/debian-package"
import { ownCommand, root, tool } from "./project"
import { inSeconds, runStep } from "./run-step"

type Counts = { passed: number; failed: number }

export async function run(args: string[]): Promise<void> {
  const began = performance.now()
  const reports = mkdtempSync(join(tmpdir(), "countersign-reports-"))
  const total: Counts = { passed: 0, failed: 0 }
  const step = async (name: string, nodeArgs: string[], env: Record<string, string> = {}, report?: string) => {
    console.log(`\n━━ ${name}`)
    const result = await runStep(name, nodeArgs, { show: true, env: { ...plain(), ...env } })
    const counts = report ? readReport(report) : null
    const failed = counts?.failed ?? 0
    total.passed += counts?.passed ?? 0
    // A runner that broke off has failed, whatever it managed to count.
    total.failed += result.ok ? failed : Math.max(failed, 1)
    console.log(`━━ ${name}: ${result.ok ? "ok" : "FAILED"} in ${inSeconds(result.seconds)}`)
    return result.ok
  }
  // `npm test -- <filter>` runs what fits; a runner that has nothing of it has not failed.
  const filter = (whenNone: string) => (args.length > 0 ? [whenNone, ...args] : [])
  const vitest = (project: string) => {
    const file = join(reports, `${project}.json`)
    const flags = ["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`]
    return step(project, [tool("vitest/vitest.mjs"), ...flags, ...filter("--passWithNoTests")], {}, file)
  }
  const browser = () => {
    const file = join(reports, "browser.json")
    const flags = ["test", "--reporter=list,json", ...filter("--pass-with-no-tests")]
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...chromium() }
    return step("browser", [tool("@playwright/test/cli.js"), ...flags], env, file)
  }

  try {
    await step("check", ownCommand("check"))
    await ensureSandbox()
    const built = await step("build", ownCommand("build"))
    await vitest("unit")
    if (holdsTests("tests/faults")) await vitest("faults")
    if (built && holdsTests("tests/e2e")) await browser()
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
  console.log(`\nAll of it took ${inSeconds((performance.now() - began) / 1_000)}.`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed > 0 ? 1 : 0)
}

/** The sandbox's boundary is worth testing only where there is one: without it those tests are left out, and that is said. */
async function ensureSandbox(): Promise<void> {
  const works = async () => (await probeSandbox()).kind !== "none"
  if (await works()) return
  if (process.platform === "linux" && installFromDebian("bubblewrap") && (await works())) return
  console.log("━━ no sandbox works on this machine: the tests of its boundary are left out")
}

/** Colour codes only where somebody sees the colours. */
const plain = (): Record<string, string> => (process.stdout.isTTY ? {} : { NO_COLOR: "1", FORCE_COLOR: "0" })

function chromium(): Record<string, string> {
  const path = ensureChromium()
  return path ? { CHROMIUM_PATH: path } : {}
}

const holdsTests = (folder: string): boolean =>
  existsSync(join(root, folder)) && readdirSync(join(root, folder)).some((name) => /\.(test|spec)\.ts$/.test(name))

/** Both runners write JSON, each in its own words. */
function readReport(file: string): Counts | null {
  if (!existsSync(file)) return null
  const report = JSON.parse(readFileSync(file, "utf8"))
  if (report.stats) return { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }
  return { passed: report.numPassedTests, failed: report.numFailedTests }
}
