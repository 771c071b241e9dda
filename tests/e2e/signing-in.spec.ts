// Getting in and out: the printed link works once, a token by its own field, everything else asks who one is.
import type { Page } from "@playwright/test"
import { expect, test as staged } from "@/tests/support/browser-stage"

/** Nobody is signed in here to begin with. */
const test = staged.extend({
  context: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ baseURL })
    await use(context)
    await context.close()
  },
})

async function giveToken(page: Page, token: string) {
  await page.getByLabel("Operator token").fill(token)
  await page.getByRole("button", { name: "Sign in" }).click()
}

test("the printed link signs in once, and its code does not stay in the address", async ({ page, browser, stage }) => {
  const { server } = stage
  const seen: string[] = []
  page.on("framenavigated", (frame) => seen.push(frame.url()))
  await page.goto(server.signInLink)
  await expect(page).toHaveURL(`${server.url}/`)
  await expect(page.getByRole("button", { name: /^Account of/ })).toBeVisible()
  expect(seen.at(-1)).not.toContain("code")
  await page.goBack()
  await expect(page).not.toHaveURL(/code=/)

  const other = await browser.newContext()
  const second = await other.newPage()
  await second.goto(server.signInLink)
  await expect(second.getByRole("alert").filter({ hasText: "This sign-in link has been used" })).toBeVisible()
  await expect(second).toHaveURL(`${server.url}/sign-in`)
  await other.close()
})

test("a wrong token is refused in one sentence, and the right one leads to where one wanted to go", async ({
  page,
  stage,
}) => {
  await page.goto("/queue?team=team_x")
  await expect(page).toHaveURL(/\/sign-in\?next=/)
  await giveToken(page, "not-the-token")
  await expect(page.getByText("That token is not the one this server was started with.")).toBeVisible()
  await expect(page).toHaveURL(/\/sign-in/)
  await giveToken(page, stage.server.token)
  await expect(page).toHaveURL(`${stage.server.url}/queue?team=team_x`)
})

test("a link that leads elsewhere after signing in is not followed", async ({ page, stage }) => {
  await page.goto("/sign-in?next=https%3A%2F%2Fevil.example%2F")
  await giveToken(page, stage.server.token)
  await expect(page).toHaveURL(`${stage.server.url}/`)
})

test("signing out ends the session on the server, not only in this page", async ({ page, context, stage }) => {
  await page.goto("/sign-in")
  await giveToken(page, stage.server.token)
  await expect(page).toHaveURL(`${stage.server.url}/`)
  const cookies = await context.cookies()
  await page.getByRole("button", { name: /^Account of/ }).click()
  await page.getByRole("menuitem", { name: "Sign out" }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await context.addCookies(cookies)
  await page.goto("/queue")
  await expect(page).toHaveURL(/\/sign-in/)
})
