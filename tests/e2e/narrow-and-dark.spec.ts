// The same work on a telephone and in the dark: tabs at the bottom, sheets instead of panes, nothing runs out of sight.
import type { Page } from "@playwright/test"
import { decisionBar, pressApprove } from "@/tests/support/browser-review"
import { expect, ready, test } from "@/tests/support/browser-stage"
import { sequence } from "@/tests/support/messages-api"
import { say, useTool } from "@/tests/support/messages-api-reply"

const SOON = { timeout: 20_000 }
const PLAN = {
  title: "Rename the service",
  plan: "1. Rename `a-very-long-name-that-nobody-would-ever-write-down-in-one-line-of-a-plan-if-they-had-a-choice`.\n2. Restart.",
  files: ["service.json"],
  commands: ["npm test"],
  risk: "medium",
}

/** What makes the page wider than the screen. */
const tooWide = (page: Page) =>
  page.evaluate((width) => {
    if (document.documentElement.scrollWidth <= width) return []
    const wide = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > width,
    )
    return [document.documentElement, ...wide].map((element) => `${element.tagName} ${element.className}`).slice(0, 8)
  }, page.viewportSize()!.width)
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

test.describe("at 390 px", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test("a plan is found by the tabs, read with its facts in a sheet, approved, and its teammate shut down", async ({
    page,
    team,
  }) => {
    team.play({ otto: sequence(useTool("submit_plan", PLAN), say("Renamed.")) })
    await team.spawn("otto")
    const request = await team.pending("otto")
    await page.goto(team.path)
    await ready(page)
    expect(await tooWide(page)).toEqual([])
    const tabs = page.getByRole("navigation", { name: "Pages" })
    await tabs.getByRole("link", { name: "Queue 1" }).tap()
    await page.getByRole("option", { name: /Rename the service/ }).tap()
    await expect(page.getByRole("heading", { level: 1, name: "Rename the service" })).toBeVisible(SOON)
    await expect(page.getByText("1 of 1 waiting for you")).toBeVisible()
    expect(await tooWide(page)).toEqual([])

    await page.getByRole("button", { name: /^Touches/ }).tap()
    const sheet = page.getByRole("dialog", { name: "About this plan" })
    await expect(sheet).toContainText("service.json", SOON)
    await sheet.getByRole("button", { name: "Close" }).tap()
    await expect(sheet).toBeHidden()

    await expect(decisionBar(page)).toBeInViewport()
    await pressApprove(page, request)
    await expect(decisionBar(page)).toContainText("Countersigned by", SOON)
    await page.getByRole("link", { name: "Back to the queue" }).tap()
    await expect(page).toHaveURL(/\/queue$/, SOON)

    await tabs.getByRole("link", { name: "Team", exact: true }).tap()
    await page.getByRole("button", { name: "Roster" }).tap()
    await page.getByRole("button", { name: "What to do with otto" }).tap()
    await page.getByRole("menuitem", { name: "Shut down…" }).tap()
    const ask = page.getByRole("dialog", { name: "Shut down otto?" })
    await expect(ask).toContainText("otto has nothing to do, so it leaves at once.", SOON)
    expect(await tooWide(page)).toEqual([])
    await ask.getByRole("button", { name: /^Ask otto to leave/ }).tap()
    await expect(page.getByRole("region", { name: "otto left" })).toBeVisible(SOON)
    await page.getByRole("region", { name: "otto left" }).getByRole("button", { name: "Close", exact: true }).tap()

    await tabs.getByRole("link", { name: "Timeline" }).tap()
    await expect(page.getByRole("region", { name: "Events" })).toContainText(/otto left/, SOON)
    expect(await tooWide(page)).toEqual([])
    await tabs.getByRole("button", { name: "Search" }).tap()
    await expect(page.getByRole("dialog", { name: "Search or run" })).toBeVisible(SOON)
  })

  test("a plan is sent back with words", async ({ page, team }) => {
    team.play({ otto: sequence(useTool("submit_plan", PLAN), say("I see.")) })
    await team.spawn("otto")
    const request = await team.pending("otto")
    await page.goto(`/queue/${request.request_id}`)
    await ready(page)
    await decisionBar(page)
      .getByRole("button", { name: /^Reject…/ })
      .tap()
    const dialog = page.getByRole("dialog", { name: "Reject otto’s plan" })
    await dialog.getByLabel("Words to otto").fill("A shorter name, please.")
    await dialog.getByRole("button", { name: /^Reject and send/ }).tap()
    await expect(decisionBar(page)).toContainText("A shorter name, please.", SOON)
    expect(JSON.stringify((await team.nextCall("otto", 2)).request.messages)).toContain("A shorter name, please.")
  })
})

test.describe("in the dark", () => {
  test.use({ colorScheme: "dark" })

  test("pages follow the system, a choice in the account menu beats it, and a reload keeps it", async ({
    page,
    team,
  }) => {
    await page.goto(team.path)
    await ready(page)
    const dark = await ground(page)
    await page.getByRole("button", { name: /^Account of/ }).click()
    await page.getByRole("menuitemradio", { name: "Light" }).click()
    await expect.poll(() => ground(page)).not.toBe(dark)
    const light = await ground(page)
    await page.reload()
    await ready(page)
    expect(await ground(page)).toBe(light)
    await page.getByRole("button", { name: /^Account of/ }).click()
    await page.getByRole("menuitemradio", { name: "Dark" }).click()
    await expect.poll(() => ground(page)).toBe(dark)
  })

  test("a plan is read and approved as in the light", async ({ page, team }) => {
    team.play({ otto: sequence(useTool("submit_plan", PLAN), say("Renamed.")) })
    await team.spawn("otto")
    const request = await team.pending("otto")
    await page.goto(`/queue/${request.request_id}`)
    await ready(page)
    await pressApprove(page, request)
    await expect(decisionBar(page)).toContainText("Countersigned by", SOON)
  })
})
