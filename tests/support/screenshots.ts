// Photographs pages of a running server: light, dark, and as narrow as a telephone.
import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { type Browser, type BrowserContext, chromium } from "@playwright/test"
import { CHROMIUM_FLAGS, ensureChromium } from "./chromium"
import type { ServerProcess } from "./server-process"

const VARIANTS = [
  { name: "light", viewport: { width: 1280, height: 720 }, colorScheme: "light" },
  { name: "dark", viewport: { width: 1280, height: 720 }, colorScheme: "dark" },
  { name: "narrow", viewport: { width: 390, height: 844 }, colorScheme: "light", isMobile: true, hasTouch: true },
] as const

const SETTLED_MS = 700

/** What to photograph: the picture's name and the page's path; `signedOut` for those seen before signing in. */
export type Shot = { name: string; path: string; signedOut?: boolean }

export type Camera = { take(shots: readonly Shot[]): Promise<string[]>; close(): Promise<void> }

export async function openCamera(server: ServerProcess, folder: string): Promise<Camera> {
  await mkdir(folder, { recursive: true })
  const executablePath = ensureChromium()
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: CHROMIUM_FLAGS })
  return {
    take: async (shots) => {
      const files: string[] = []
      for (const variant of VARIANTS) {
        for (const signedOut of [true, false]) {
          const chosen = shots.filter((shot) => (shot.signedOut ?? false) === signedOut)
          if (chosen.length > 0) files.push(...(await photograph(browser, server, folder, variant, chosen, signedOut)))
        }
      }
      return files
    },
    close: () => browser.close(),
  }
}

async function photograph(
  browser: Browser,
  server: ServerProcess,
  folder: string,
  variant: (typeof VARIANTS)[number],
  shots: readonly Shot[],
  signedOut: boolean,
): Promise<string[]> {
  const { name: look, ...device } = variant
  const context = await browser.newContext({ baseURL: server.url, ...device, reducedMotion: "reduce" })
  try {
    if (!signedOut) await signIn(context, server)
    const page = await context.newPage()
    const files: string[] = []
    for (const { name, path } of shots) {
      const live = signedOut ? null : page.waitForResponse((answer) => answer.url().endsWith("/api/stream"))
      const response = await page.goto(path)
      if (!response?.ok()) throw new Error(`${path} answered ${response?.status()}`)
      await live
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      // What a page reads for itself once it is alive has no end that could be waited for.
      await page.waitForTimeout(SETTLED_MS)
      const file = join(folder, `${name}-${look}.png`)
      await page.screenshot({ path: file, animations: "disabled" })
      files.push(file)
    }
    return files
  } finally {
    await context.close()
  }
}

/** The operator's session in this browser, without the pages in between. */
export async function signIn(context: BrowserContext, server: Pick<ServerProcess, "url" | "token">): Promise<void> {
  const response = await context.request.post(`${server.url}/api/session`, {
    data: { token: server.token },
    headers: { origin: server.url },
  })
  if (response.status() !== 204) throw new Error(`Signing in answered ${response.status()}: ${await response.text()}`)
}
