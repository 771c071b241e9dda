// Without a pointer: sign in, find the plan, approve high risk with two presses, go to the team, shut somebody down.
import { decisionBar } from "@/tests/support/browser-review"
import { expect, ready, test as staged } from "@/tests/support/browser-stage"
import { sequence } from "@/tests/support/messages-api"
import { say, useTool } from "@/tests/support/messages-api-reply"

const SOON = { timeout: 20_000 }
const PLAN = { title: "Drop the old table", plan: "1. Drop it.\n2. Say so.", files: ["db/schema.sql"], risk: "high" }

const test = staged.extend({
  context: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ baseURL })
    await use(context)
    await context.close()
  },
})

test("everything that matters is done from the keyboard", async ({ page, stage, team }) => {
  team.play({ otto: sequence(useTool("submit_plan", PLAN), say("Dropped.")) })
  await team.spawn("otto")
  await team.pending("otto")
  const { keyboard } = page

  await page.goto(team.path)
  await expect(page.getByLabel("Operator token")).toBeFocused()
  await keyboard.type(stage.server.token)
  await keyboard.press("Enter")
  await expect(page).toHaveURL(`${stage.server.url}${team.path}`, SOON)
  await ready(page)

  await keyboard.press("g")
  await keyboard.press("q")
  await expect(page).toHaveURL(/\/queue/, SOON)
  const list = page.getByRole("listbox", { name: "Plans" })
  await expect(list.getByRole("option")).toHaveCount(1, SOON)
  await keyboard.press("j")
  await expect(page.getByRole("heading", { level: 1, name: "Drop the old table" })).toBeVisible(SOON)
  const bar = decisionBar(page)
  const approve = bar.getByRole("button", { name: /^Approve/ })
  await expect(approve).toHaveText(/^Approve plan/)

  // Lines and comments, too.
  await keyboard.press("Shift+J")
  await expect(page.getByRole("button", { name: "Line 1, comment" })).toBeFocused()
  await keyboard.press("Shift+J")
  await keyboard.press("c")
  await expect(page.getByLabel("Comment on line 2")).toBeFocused()
  await keyboard.type("To whom?")
  await keyboard.press("Control+Enter")
  await expect(bar).toContainText("1 comment goes along")

  await keyboard.press("a")
  const armed = bar.getByRole("button", { name: /^Approve high-risk plan/ })
  await expect(armed).toBeFocused()
  expect((await team.pending("otto")).status).toBe("pending")
  await keyboard.press("a")
  await expect(bar).toContainText("Countersigned by", SOON)
  await expect(bar).toBeFocused()
  await team.agent("otto", (agent) => agent.status === "idle")

  await keyboard.press("g")
  await keyboard.press("t")
  await expect(page).toHaveURL(`${stage.server.url}${team.path}`, SOON)
  await ready(page)
  await page.getByLabel("Tell the lead what to do").focus()
  await keyboard.type("/shutdown otto")
  await keyboard.press("Enter")
  const ask = page.getByRole("dialog", { name: "Shut down otto?" })
  await expect(ask.getByLabel(/^Reason, optional/)).toBeFocused(SOON)
  await keyboard.type("Thank you.")
  await keyboard.press("Control+Enter")
  await expect(page.getByRole("region", { name: "otto left" })).toBeVisible(SOON)
  const otto = page.getByRole("table", { name: "Roster" }).getByRole("row", { name: /otto/ })
  await expect(otto).toContainText("Shut down")
})

test("single keys do nothing while one types, and nothing at all once they are switched off", async ({
  page,
  stage,
  team,
}) => {
  const plan = useTool("submit_plan", { ...PLAN, risk: "low" })
  team.play({ otto: sequence(plan, plan) })
  await team.spawn("otto")
  const request = await team.pending("otto")
  await page.goto("/sign-in")
  await page.getByLabel("Operator token").fill(stage.server.token)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(`${stage.server.url}/`, SOON)
  await page.goto(`/queue/${request.request_id}`)
  await ready(page)
  await page.keyboard.press("/")
  const filter = page.getByRole("searchbox", { name: "Filter the queue" })
  await expect(filter).toBeFocused()
  await page.keyboard.type("ara")
  await expect(filter).toHaveValue("ara")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await page.keyboard.press("Escape")

  // Rejected by keys: the focus is on the bar, not where it was before the dialog.
  await expect(filter).toHaveCount(0)
  // For a moment after the shown plan changes, and a filter may change it, keys are ignored.
  await expect(async () => {
    await page.keyboard.press("r")
    await expect(page.getByLabel("Words to otto")).toBeFocused({ timeout: 1_000 })
  }).toPass(SOON)
  await page.keyboard.type("Say to whom.")
  await page.keyboard.press("Control+Enter")
  await expect(decisionBar(page)).toContainText("Rejected by", SOON)
  await expect(decisionBar(page)).toBeFocused()
  const second = await team.pending("otto", 2)
  await page.goto(`/queue/${second.request_id}`)
  await ready(page)

  await page.getByRole("button", { name: /^Account of/ }).click()
  await page.getByRole("menuitemcheckbox", { name: "Single keys" }).click()
  await page.keyboard.press("Escape")
  await page.keyboard.press("r")
  await page.keyboard.press("Control+k")
  await expect(page.getByRole("dialog", { name: "Search or run" })).toBeVisible()
  await expect(page.getByRole("dialog", { name: /^Reject/ })).toHaveCount(0)
  expect((await team.pending("otto", 2)).status).toBe("pending")
})
