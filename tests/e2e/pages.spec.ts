// Every page as it is first loaded: nothing in the console, no violation of its policy, and little enough script.
import type { Page } from "@playwright/test"
import { type FullTeam, fillTeam } from "@/tests/support/browser-full-team"
import { expect, test } from "@/tests/support/browser-stage"
import type { TeamOnStage } from "@/tests/support/browser-team"

const MOST_SCRIPT = 200 * 1024

let team: TeamOnStage
let full: FullTeam
test.beforeAll(async ({ stage }) => {
  team = await stage.newTeam("Pages")
  full = await fillTeam(team)
})
test.afterAll(() => team.disband())

const PAGES: Record<string, () => string> = {
  home: () => "/",
  "new team": () => "/teams/new",
  queue: () => "/queue",
  changes: () => `/queue/${full.second.request_id}`,
  plan: () => `/queue/${full.second.request_id}?view=plan`,
  "raw text": () => `/queue/${full.first.request_id}?view=raw`,
  team: () => team.path,
  agent: () => `${team.path}/agents/otto`,
  timeline: () => `${team.path}/timeline`,
  policy: () => `${team.path}/policy`,
  settings: () => "/settings",
  "sign-in": () => "/sign-in",
  nowhere: () => "/nowhere",
}

/** What was said in the console, and what the page's policy had to stop. */
async function listen(page: Page): Promise<string[]> {
  const said: string[] = []
  page.on("console", (message) => {
    const expected = message.text().includes("404 (Not Found)") && message.location().url.endsWith("/nowhere")
    if (["error", "warning"].includes(message.type()) && !expected) said.push(`${message.type()}: ${message.text()}`)
  })
  page.on("pageerror", (error) => said.push(`thrown: ${error.message}`))
  page.on("requestfailed", (request) => {
    // A page that is left cuts its own streams and what it fetched ahead.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") said.push(`failed: ${request.url()}`)
  })
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) =>
      console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    )
  })
  return said
}

/** Compressed bytes of the scripts that were asked for before the page had loaded. */
const scriptBytes = (page: Page) =>
  page.evaluate(() => {
    const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
    const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[]
    return resources
      .filter((each) => new URL(each.name).pathname.endsWith(".js") && each.startTime <= visit!.loadEventStart)
      .reduce((sum, each) => sum + each.encodedBodySize, 0)
  })

for (const [name, path] of Object.entries(PAGES)) {
  test(`${name}: a quiet console, a kept policy, and at most 200 KB of compressed script`, async ({ page }) => {
    const said = await listen(page)
    const answer = await page.goto(path(), { waitUntil: "load" })
    expect(answer?.headers()["content-security-policy"]).toMatch(/script-src [^;]*'nonce-/)
    expect(answer?.headers()["content-security-policy"]).not.toContain("unsafe-eval")
    await expect(page.getByRole("main")).toBeVisible()
    const bytes = await scriptBytes(page)
    expect(bytes).toBeGreaterThan(50 * 1024)
    expect(bytes).toBeLessThanOrEqual(MOST_SCRIPT)
    await page.getByRole("main").click({ position: { x: 2, y: 2 } })
    expect(said).toEqual([])
  })
}
