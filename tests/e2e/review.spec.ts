// Reading and deciding: approve, send back with a comment, compare the revision, approve it; a list that holds still.
import { commentOnLine, decisionBar, openReview, pressApprove, reject } from "@/tests/support/browser-review"
import { expect, ready, test } from "@/tests/support/browser-stage"
import { shownTo } from "@/tests/support/browser-team"
import { sequence } from "@/tests/support/messages-api"
import { say, useTool } from "@/tests/support/messages-api-reply"

const SOON = { timeout: 20_000 }

const FIRST = {
  title: "Move the settings",
  plan: ["# Move the settings", "", "1. Copy `settings.json` into `config/`.", "2. Delete the old file at once."].join(
    "\n",
  ),
  files: ["config/settings.json"],
  commands: [],
  risk: "low",
  rollback: "Put the old file back.",
}
const SECOND = {
  ...FIRST,
  plan: ["# Move the settings", "", "1. Copy `settings.json` into `config/`.", "2. Keep the old file for a week."].join(
    "\n",
  ),
}

test("an approved plan opens the gate, and the teammate reads the words given with the approval", async ({
  page,
  team,
}) => {
  team.play({
    otto: sequence(
      useTool("submit_plan", FIRST),
      useTool("write_file", { path: "config/settings.json", content: "{}\n" }),
      say("Moved."),
    ),
  })
  await team.spawn("otto")
  const request = await team.pending("otto")
  const bar = await openReview(page, request)
  await expect(bar).toContainText("Approving lets otto change this 1 file in")
  await bar.getByRole("button", { name: /^Add words/ }).click()
  await bar.getByLabel("Words to otto, sent with your decision").fill("Mind the indentation.")
  await pressApprove(page, request)
  await expect(bar).toContainText(/Countersigned by \S+ \d\d:\d\d:\d\d\./, SOON)
  const told = await team.nextCall("otto", 2)
  expect(shownTo(told)).toContain("Mind the indentation.")
  await team.nextCall("otto", 3)
  expect(await team.read("config/settings.json")).toBe("{}\n")
  await expect(bar).toContainText("otto is done and idle.", SOON)
})

test("a comment on a line goes back quoted, the revision is compared with it, and its approval lets the work begin", async ({
  page,
  team,
}) => {
  team.play({
    otto: sequence(
      useTool("submit_plan", FIRST),
      useTool("submit_plan", SECOND),
      useTool("write_file", { path: "config/settings.json", content: "{}\n" }),
      say("Moved."),
    ),
  })
  await team.spawn("otto")
  const first = await team.pending("otto")
  const bar = await openReview(page, first)
  await commentOnLine(page, 4, "Not at once: somebody may still read it.")
  await expect(bar).toContainText("1 comment goes along")
  await reject(page, "otto", "")
  await expect(bar).toContainText(
    /Rejected by \S+ \d\d:\d\d:\d\d\. otto (plans again; its gate stays shut|sent revision 2)\./,
    SOON,
  )

  const told = shownTo(await team.nextCall("otto", 2))
  expect(told).toContain("Not at once: somebody may still read it.")
  expect(told).toContain("Delete the old file at once.")

  const second = await team.pending("otto", 2)
  await bar.getByRole("link", { name: "Open revision 2" }).click(SOON)
  const paper = page.getByRole("region", { name: "Changes since the revision before" })
  await expect(paper).toBeVisible(SOON)
  await expect(paper.locator("del")).toContainText(["Delete"])
  await expect(paper.locator("ins")).toContainText(["Keep"])
  await expect(paper).toContainText("Not at once: somebody may still read it.")
  await expect(paper).toContainText("Passage changed")
  await expect(paper).toContainText("1 passage changed since you read revision 1.")
  await expect(bar).toContainText("Revision 2 submitted by")

  await page.getByRole("link", { name: "Revision 2", exact: true }).click()
  await expect(page.getByRole("region", { name: "Plan", exact: true })).toContainText("Keep the old file for a week.")
  await expect(page.getByRole("region", { name: "Plan", exact: true })).not.toContainText("Delete the old file")
  await pressApprove(page, second)
  await expect(bar).toContainText(/Countersigned by/, SOON)
  await team.nextCall("otto", 4)
  expect(await team.read("config/settings.json")).toBe("{}\n")
})

test("a rejection without words or comments is not sent, and says what is missing", async ({ page, team }) => {
  team.play({ otto: sequence(useTool("submit_plan", FIRST)) })
  await team.spawn("otto")
  const bar = await openReview(page, await team.pending("otto"))
  await bar.getByRole("button", { name: /^Reject…/ }).click()
  const dialog = page.getByRole("dialog", { name: "Reject otto’s plan" })
  await dialog.getByRole("button", { name: /^Reject and send/ }).click()
  await expect(dialog).toContainText("Say why: otto plans again after what you write.")
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await expect(dialog).toBeHidden()
  await expect(bar.getByRole("button", { name: /^Approve plan/ })).toBeEnabled()
  expect((await team.pending("otto")).status).toBe("pending")
})

test("the list holds still while others arrive, and shows them when asked", async ({ page, team }) => {
  team.play({
    otto: sequence(useTool("submit_plan", { ...FIRST, title: "The first plan" })),
    bram: sequence(useTool("submit_plan", { ...FIRST, title: "The second plan" })),
  })
  await team.spawn("otto")
  await openReview(page, await team.pending("otto"))
  const list = page.getByRole("listbox", { name: "Plans" })
  await expect(list.getByRole("option")).toHaveText([/The first plan/])
  const before = await list.boundingBox()

  await team.spawn("bram")
  await team.pending("bram")
  const arrived = page.getByRole("button", { name: /^1 new/ })
  await expect(arrived).toBeVisible(SOON)
  await expect(list.getByRole("option")).toHaveText([/The first plan/])
  expect(await list.boundingBox()).toEqual(before)
  await expect(page).toHaveTitle(/^\(2\) /)

  await arrived.click()
  await expect(list.getByRole("option")).toHaveCount(2)
  await expect(list).toContainText("The second plan")
  await expect(arrived).toBeHidden()
})

test("a decided plan stays in the list with its mark until one moves on, and then stands under what was decided today", async ({
  page,
  team,
}) => {
  team.play({
    otto: sequence(useTool("submit_plan", { ...FIRST, title: "Decide this one" }), say("Done.")),
    bram: sequence(useTool("submit_plan", { ...FIRST, title: "Read the other" })),
  })
  await team.spawn("otto")
  await team.spawn("bram")
  const request = await team.pending("otto")
  await team.pending("bram")
  const bar = await openReview(page, request)
  await ready(page)
  const list = page.getByRole("listbox", { name: "Plans" })
  await expect(list.getByRole("option")).toHaveCount(2)
  await pressApprove(page, request)
  await expect(bar).toContainText("Countersigned by", SOON)
  await expect(list.getByRole("option", { name: /Decide this one/ })).toContainText(/approved/i)
  await list.getByRole("option", { name: /Read the other/ }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Read the other" })).toBeVisible(SOON)
  await page.mouse.move(900, 400)
  await expect(list.getByRole("option")).toHaveText([/Read the other/])
  await page.getByRole("button", { name: /^Decided today/ }).click()
  await expect(page.getByRole("region", { name: "Decided today" })).toContainText("Decide this one")
  await expect(decisionBar(page)).toContainText("not yet")
})
