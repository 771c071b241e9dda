// What a person hears of who is elsewhere: one desktop notification and one sound for each request, and who failed.
import type { BrowserContext, Page } from "@playwright/test"
import { expect, ready, test } from "@/tests/support/browser-stage"
import { sequence } from "@/tests/support/messages-api"
import { failWith, useTool } from "@/tests/support/messages-api-reply"

const PLAN = { title: "Write a note", plan: "1. Write `note.txt`.", files: ["note.txt"], risk: "low" }

declare global {
  interface Window {
    notices: Notification[]
    chimes: number
  }
}

/** The real classes, under a permission that was really given; only what is made of them is written down. */
async function watch(context: BrowserContext): Promise<void> {
  await context.grantPermissions(["notifications"])
  await context.addInitScript(() => {
    window.notices = []
    window.chimes = 0
    window.Notification = class extends Notification {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options)
        window.notices.push(this)
      }
    }
    window.AudioContext = class extends AudioContext {
      constructor() {
        super()
        window.chimes++
      }
    }
  })
}

const told = (pages: Page[]): Promise<string[]> =>
  Promise.all(pages.map((page) => page.evaluate(() => window.notices.map((notice) => notice.title)))).then((all) =>
    all.flat(),
  )
const rung = (pages: Page[]): Promise<number> =>
  Promise.all(pages.map((page) => page.evaluate(() => window.chimes))).then((all) => all.reduce((a, b) => a + b))

test("each request notifies once over all tabs, also when one goes while another comes, and opens its own card", async ({
  context,
  team,
  stage,
}) => {
  await watch(context)
  const two = { ...PLAN, title: "Write a better note" }
  team.play({
    otto: sequence(useTool("submit_plan", PLAN), useTool("submit_plan", two)),
    tess: () => failWith(400, { message: "This model does not answer." }),
  })
  const elsewhere = await context.newPage()
  await elsewhere.goto("/settings")
  await ready(elsewhere)
  await elsewhere.getByRole("button", { name: /^Account of/ }).click()
  await elsewhere.getByRole("menuitemcheckbox", { name: "Notify me of new plans" }).click()
  await expect(elsewhere.getByRole("menuitemcheckbox", { name: "Notify me of new plans" })).toBeChecked()
  await elsewhere.getByRole("menuitemcheckbox", { name: "Sound with new plans" }).click()
  await elsewhere.keyboard.press("Escape")
  const home = await context.newPage()
  await home.goto("/")
  await ready(home)
  const pages = [home, elsewhere]
  const before = await rung(pages)

  await team.spawn("otto")
  const first = await team.pending("otto")
  await expect.poll(() => told(pages)).toEqual(["otto asks: Write a note"])
  await expect(elsewhere.getByRole("region", { name: "Notices" })).toContainText("otto asks: Write a note")
  await team.reject(first, "Better, please.")
  const second = await team.pending("otto", 2)
  await expect.poll(() => told(pages)).toContain("otto asks: Write a better note")
  for (const page of pages)
    await expect(page.getByRole("region", { name: "Notices" })).toContainText("otto asks: Write a better note")
  expect((await told(pages)).sort()).toEqual(["otto asks: Write a better note", "otto asks: Write a note"])
  expect((await rung(pages)) - before).toBe(2)

  const teller = (await told([home])).includes("otto asks: Write a better note") ? home : elsewhere
  await teller.evaluate(() => {
    const notice = window.notices.find((each) => each.title.endsWith("a better note"))
    notice?.dispatchEvent(new Event("click"))
  })
  await expect(teller).toHaveURL(`${stage.server.url}/queue/${second.request_id}`)
  await expect(teller.getByRole("heading", { level: 1, name: "Write a better note" })).toBeVisible()

  // Home leads to the queue with this team alone; the filter is shown, but the keys stay with the list.
  await teller.goto(`/queue?team=${team.id}`)
  await ready(teller)
  await expect(teller.getByLabel("Team", { exact: true })).toHaveValue(team.id)
  await expect(teller.getByRole("listbox", { name: "Plans" }).getByRole("option")).toHaveCount(1)
  await expect(teller.getByRole("searchbox", { name: "Filter the queue" })).not.toBeFocused()

  await team.spawn("tess")
  const other = teller === home ? elsewhere : home
  await expect(other.getByRole("alert").filter({ hasText: `tess failed in ${team.name}` })).toBeVisible()
})
