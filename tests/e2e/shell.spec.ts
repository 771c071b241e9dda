// The frame around every page: keys, palette, account menu, policy, people, and what is said when a session ends.
import { expect, ready, test } from "@/tests/support/browser-stage"

test("keys lead from page to page, and the palette finds places and gives the focus back", async ({ page, team }) => {
  await page.goto(`/teams/${team.id}/policy`)
  await ready(page)
  await page.getByRole("heading", { level: 1 }).click()
  await page.keyboard.press("g")
  await page.keyboard.press("l")
  await expect(page).toHaveURL(new RegExp(`/teams/${team.id}/timeline`))
  await page.keyboard.press("g")
  await page.keyboard.press("h")
  await expect(page.getByRole("heading", { name: "Teams" })).toBeVisible()

  const search = page.getByRole("button", { name: "Search or run" })
  await search.focus()
  await page.keyboard.press("Control+k")
  const field = page.getByRole("combobox", { name: "Search or run" })
  await expect(field).toBeFocused()
  await field.fill("people")
  await expect(page.getByRole("option", { name: "People, sessions, tokens" })).toHaveAttribute("aria-selected", "true")
  await page.keyboard.press("Escape")
  await expect(field).toBeHidden()
  await expect(search).toBeFocused()
  await page.keyboard.press("Control+k")
  await field.fill("people")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/settings$/)
})

test("what is read while somebody types in the palette does not slip another entry under Enter", async ({
  page,
  team,
}) => {
  await team.spawn("bram")
  await page.goto(`/teams/${team.id}/policy`)
  await ready(page)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(
    (url) => url.pathname.startsWith("/teams/"),
    async (route) => {
      if (route.request().method() === "POST") await held
      await route.continue()
    },
  )
  await page.keyboard.press("Control+k")
  await page.getByRole("combobox", { name: "Search or run" }).fill("sh")
  const shown = page.getByRole("option", { name: "Show shutdowns on the timeline" })
  await expect(shown).toHaveAttribute("aria-selected", "true")
  answer()
  await expect(page.getByRole("option", { name: /^Shut down bram…/ })).toBeVisible()
  await expect(shown).toHaveAttribute("aria-selected", "true")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/timeline\?type=shutdown/)
})

test("the theme is in the document the server sends, and single keys stay off once switched off", async ({ page }) => {
  await page.goto("/")
  await ready(page)
  await page.getByRole("button", { name: /^Account of/ }).click()
  await page.getByRole("menuitemradio", { name: "Dark" }).click()
  await page.getByRole("menuitemcheckbox", { name: "Single keys" }).click()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("button", { name: /^Account of/ })).toBeFocused()
  const document = await (await page.request.get("/")).text()
  expect(document).toContain('data-theme="dark"')

  await page.reload()
  await ready(page)
  await page.keyboard.press("?")
  await page.keyboard.press("Control+k")
  await expect(page.getByRole("combobox")).toBeVisible()
  await expect(page.getByRole("heading", { name: "Keys" })).toBeHidden()
})

test("a policy is refused at the field it concerns, and saved as an event", async ({ page, team, stage }) => {
  await page.goto(`/teams/${team.id}/policy`)
  await ready(page)
  await page.getByLabel("Approvals needed").fill("0")
  await page.getByRole("button", { name: "Save the policy" }).click()
  await expect(page.getByLabel("Approvals needed")).toBeFocused()
  await expect(page.getByText("From 1 to 20.")).toBeVisible()
  await page.getByLabel("Approvals needed").fill("2")
  await page.getByLabel("Then").selectOption("remind")
  await page.getByRole("button", { name: "Save the policy" }).click()
  await expect(page.getByText(/^Saved/)).toBeVisible()
  const { body } = await stage.server.api.get<{ team: { policy: unknown } }>(`/api/teams/${team.id}`)
  expect(body.team.policy).toMatchObject({ approvals: 2, on_deadline: "remind" })

  await page.getByRole("button", { name: "Pause the team" }).click()
  await expect(page.getByText("is paused since")).toBeVisible()
  await page.getByRole("button", { name: "Let it go on" }).click()
  await expect(page.getByRole("button", { name: "Pause the team" })).toBeVisible()
})

test("a workspace outside of the allowed folders is refused at its field", async ({ page }) => {
  await page.goto("/teams/new")
  await ready(page)
  await page.getByLabel("Name").fill("elsewhere")
  await page.getByLabel("Workspace").fill("/etc")
  await page.getByRole("button", { name: "Create the team" }).click()
  await expect(page.getByLabel("Workspace")).toBeFocused()
  await expect(page.getByLabel("Workspace")).toHaveAttribute("aria-invalid", "true")
})

test("a person who is added signs in, and is told when the session is ended from outside", async ({
  page,
  browser,
  stage,
}) => {
  await page.goto("/settings")
  await ready(page)
  await page.getByRole("button", { name: "Add a person" }).click()
  await page.getByLabel("Name").fill("dana")
  await page.getByLabel("Password").fill("long enough a secret")
  await page.keyboard.press("Control+Enter")
  await expect(page.getByRole("listitem").filter({ hasText: "dana" })).toBeVisible()

  const context = await stage.signedIn(browser, { name: "dana", password: "long enough a secret" })
  const other = await context.newPage()
  await other.goto("/")
  await ready(other)
  await page.getByRole("button", { name: "Remove dana" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Remove dana" }).click()
  await expect(other.getByText("You are signed out.")).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole("listitem").filter({ hasText: "dana" })).toBeHidden()
  await context.close()
})

test("letters typed while the palette is still on its way reach its field and nothing behind it", async ({
  page,
  team,
}) => {
  await page.goto(`/teams/${team.id}/policy`)
  await ready(page)
  await page.getByRole("heading", { level: 1 }).click()
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route("**/_next/static/chunks/**", async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press("Control+k")
  await page.keyboard.type("gh people")
  arrive()
  await expect(page.getByRole("combobox", { name: "Search or run" })).toHaveValue("gh people")
  await expect(page).toHaveURL(new RegExp(`/teams/${team.id}/policy$`))
})
