// Finds a Chromium for the browser tests, or installs one where that is allowed.
import { execFileSync } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { createRequire } from "node:module"
import { delimiter, join } from "node:path"
import { installFromDebian } from "./debian-package"

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]
const ELSEWHERE = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
]

/** What a browser needs in a container run by root, and what keeps it from talking to anybody but us. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-dev-shm-usage",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

/** The browser's program; undefined stands for the one that Playwright downloaded itself. */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    if (!isProgram(chosen)) throw new Error(`CHROMIUM_PATH names no program: ${chosen}`)
    return chosen
  }
  const onPath = (process.env.PATH ?? "").split(delimiter).flatMap((dir) => NAMES.map((name) => join(dir, name)))
  return [...onPath, ...ELSEWHERE].find(isProgram)
}

/** As `findChromium`, but installs one when there is none: the system's package as root on Debian, else Playwright's own. */
export function ensureChromium(): string | undefined {
  const found = findChromium()
  if (found) return found
  if (installFromDebian("chromium")) return findChromium()
  const cli = join(createRequire(import.meta.url).resolve("playwright-core/package.json"), "..", "cli.js")
  execFileSync(process.execPath, [cli, "install", "chromium"], { stdio: "inherit" })
  return undefined
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
