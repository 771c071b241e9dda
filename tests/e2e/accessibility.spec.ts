// Axe on every page and every dialog, light and dark: no violation.
import type { Page } from "@playwright/test"
import { expectNoViolations } from "@/tests/support/browser-axe"
import { type FullTeam, fillTeam } from "@/tests/support/browser-full-team"
import { decisionBar, openReview } from "@/tests/support/browser-review"
import { expect, ready, test } from "@/tests/support/browser-stage"
import type { TeamOnStage } from "@/tests/support/browser-team"

let team: TeamOnStage
let full: FullTeam
test.describe.configure({ timeout: 180_000 })
test.beforeAll(async ({ stage }) => {
  team = await stage.newTeam("Somebody in every state")
  full = await fillTeam(team)
})
test.afterAll(() => team.disband())

async function visit(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole("main")).toBeVisible()
    await expectNoViolations(page, path)
  }
}

test("the pages of the queue have no violation", async ({ page }) => {
  const second = `/queue/${full.second.request_id}`
  await visit(page, ["/queue", second, `${second}?view=plan`, `${second}?view=raw`, `/queue/${full.first.request_id}`])
})

test("the pages of a team have no violation", async ({ page }) => {
  const agents = ["lead", "otto", "bram", "dora", "emil"].map((name) => `${team.path}/agents/${name}`)
  await visit(page, [team.path, ...agents])
})

test("the timeline has no violation, with and without a request's life beside it", async ({ page }) => {
  await visit(page, [`${team.path}/timeline`, `${team.path}/timeline?request=${full.first.request_id}`])
})

test("home, the form for a team, policy, settings and an address without a page have no violation", async ({
  page,
}) => {
  await visit(page, ["/", "/teams/new", `${team.path}/policy`, "/settings", "/nowhere"])
})

test("sign-in, with and without its refusal, has no violation", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await visit(page, ["/sign-in"])
  await page.getByLabel("Operator token").fill("wrong")
  await page.getByRole("button", { name: "Sign in" }).click()
  await expect(page.getByRole("alert").first()).toBeVisible()
  await expectNoViolations(page, "a refused sign-in")
  await context.close()
})

test("pages at 390 px have no violation", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, [
    "/queue",
    `/queue/${full.second.request_id}`,
    team.path,
    `${team.path}/agents/otto`,
    `${team.path}/timeline`,
  ])
})

test("the dialogs of the queue have no violation", async ({ page }) => {
  const bar = await openReview(page, full.second)
  await bar.getByRole("button", { name: /^Add words/ }).click()
  await page.getByRole("button", { name: "Line 6, comment" }).focus()
  await page.keyboard.press("Enter")
  await expect(page.getByLabel("Comment on line 6")).toBeVisible()
  await page.getByRole("button", { name: "Filter" }).click()
  await expectNoViolations(page, "a comment, words and the filter being written")
  await page.keyboard.press("Escape")
  await bar.getByRole("button", { name: /^Reject…/ }).click()
  const reject = page.getByRole("dialog", { name: "Reject otto’s plan" })
  await reject.getByRole("button", { name: /^Reject and send/ }).click()
  await expectNoViolations(page, "the reject dialog")
  await reject.getByRole("button", { name: "Cancel" }).click()
  await page.getByRole("button", { name: "More", exact: true }).click()
  await expect(page.getByRole("menu", { name: "More about this request" })).toBeVisible()
  await expectNoViolations(page, "the menu of a request")
  await page.getByRole("menuitem", { name: "Message otto" }).click()
  await expect(page.getByRole("dialog")).toBeVisible()
  await expectNoViolations(page, "the message dialog")
  await page.keyboard.press("Escape")
  await expect(decisionBar(page)).toBeVisible()
})

test("the dialogs of a team have no violation", async ({ page }) => {
  await page.goto(team.path)
  await ready(page)
  await page.getByRole("button", { name: "Add a task" }).click()
  await expect(page.getByRole("dialog")).toBeVisible()
  await expectNoViolations(page, "the dialog for a task")
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: `What to do with ${team.name}` }).click()
  await page.getByRole("menuitem", { name: "Spawn a teammate…" }).click()
  await expect(page.getByRole("dialog", { name: "Spawn a teammate" })).toBeVisible()
  await expectNoViolations(page, "the dialog that spawns")
  await page.keyboard.press("Escape")
  await page.getByLabel("Tell the lead what to do").fill("/")
  await expectNoViolations(page, "the commands of the composer")
  await page.getByLabel("Tell the lead what to do").fill("")

  const bram = page.getByRole("table", { name: "Roster" }).getByRole("row", { name: /bram/ })
  await bram.getByRole("button", { name: "What to do with bram" }).click()
  await expectNoViolations(page, "the menu of an agent")
  await page.getByRole("menuitem", { name: "Shut down…" }).click()
  const ask = page.getByRole("dialog", { name: "Shut down bram?" })
  await expect(ask.getByRole("list", { name: "In flight" })).toBeVisible()
  await expectNoViolations(page, "the question whether to shut down")
  await ask.getByRole("button", { name: "Force instead…" }).click()
  await expect(page.getByRole("dialog", { name: "End bram now?" })).toBeVisible()
  await expectNoViolations(page, "the second question before forcing")
  await page.getByRole("button", { name: "Back" }).click()
  await ask.getByRole("button", { name: /^Ask bram to leave/ }).click()
  await expect(page.getByRole("region", { name: "Shutting down bram" })).toBeVisible()
  await expectNoViolations(page, "the handshake")
})

test("palette, keys, menus and the dialogs of the settings have no violation", async ({ page }) => {
  await page.goto(`${team.path}/timeline`)
  await ready(page)
  await page.getByRole("button", { name: "Search or run" }).click()
  await expect(page.getByRole("dialog", { name: "Search or run" }).getByRole("option").first()).toBeVisible()
  await expectNoViolations(page, "the palette")
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await page.keyboard.press("?")
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible()
  await expectNoViolations(page, "the keys")
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Jump to a moment" }).click()
  await expectNoViolations(page, "the moment to jump to")
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: /^Account of/ }).click()
  await expect(page.getByRole("menu", { name: "Account" })).toBeVisible()
  await expectNoViolations(page, "the account menu")
  await page.goto("/settings")
  await ready(page)
  for (const [button, title] of [
    ["Add a person", "Add a person"],
    ["Make a token", "Make a token"],
  ] as const) {
    await page.getByRole("button", { name: button }).click()
    await expect(page.getByRole("dialog", { name: title })).toBeVisible()
    await expectNoViolations(page, title)
    await page.keyboard.press("Escape")
  }
})

test("the first visit and the empty queue have no violation", async ({ browser, mortal }) => {
  const context = await mortal.signedIn(browser)
  await visit(await context.newPage(), ["/", "/queue"])
  await context.close()
})
