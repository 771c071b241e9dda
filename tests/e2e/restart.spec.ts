// A server that dies under an open page: the page says so, comes back by itself, and has missed nothing.
import { openReview, pressApprove } from "@/tests/support/browser-review"
import { expect, ready, test } from "@/tests/support/browser-stage"
import { sequence } from "@/tests/support/messages-api"
import { say, useTool } from "@/tests/support/messages-api-reply"

const SOON = { timeout: 30_000 }
const PLAN = { title: "Write a note", plan: "1. Write `note.txt`.", files: ["note.txt"], risk: "low" }

test("a server killed and started again under open pages: they reconnect, catch up and go on by themselves", async ({
  browser,
  mortal: stage,
}) => {
  const team = await stage.newTeam("Restarted")
  team.play({
    otto: sequence(
      useTool("submit_plan", PLAN),
      useTool("write_file", { path: "note.txt", content: "written\n" }),
      say("Written."),
    ),
    bram: sequence(useTool("submit_plan", { ...PLAN, title: "Written after the restart" })),
  })
  const context = await stage.signedIn(browser)
  const roster = await context.newPage()
  await roster.goto(team.path)
  await ready(roster)
  await team.spawn("otto")
  const request = await team.pending("otto")
  const otto = roster.getByRole("table", { name: "Roster" }).getByRole("row", { name: /otto/ })
  await expect(otto).toContainText("Waiting", SOON)
  const review = await context.newPage()
  const bar = await openReview(review, request)

  // The server that comes back is of another build, as far as this page can see.
  await roster.route("**/api/health", async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, headers: { ...answer.headers(), "countersign-build": "another" } })
  })
  await roster.getByLabel("Tell the lead what to do").fill("Half a sentence")
  await stage.server.kill9()
  await expect(review.getByText(/^Reconnecting/)).toBeVisible(SOON)
  await expect(roster.getByText(/^Reconnecting/)).toBeVisible(SOON)
  await expect(review.getByRole("heading", { level: 1, name: "Write a note" })).toBeVisible()
  await expect(otto).toContainText("Waiting")

  await stage.server.restart()
  await expect(review.getByText("Live", { exact: true })).toBeVisible(SOON)
  await expect(roster.getByText("Live", { exact: true })).toBeVisible(SOON)
  await expect(roster.getByText("Countersign was updated.")).toBeVisible(SOON)

  await team.spawn("bram")
  await expect(roster.getByRole("row", { name: /bram/ })).toContainText("Waiting", SOON)
  await expect(review.getByRole("button", { name: /^1 new/ })).toBeVisible(SOON)
  await pressApprove(review, request)
  await expect(bar).toContainText("Countersigned by", SOON)
  await expect(otto).toContainText("Idle", SOON)
  expect(await team.read("note.txt")).toBe("written\n")
  await expect(review.getByText("Countersign was updated.")).toBeHidden()
  await roster.unroute("**/api/health")
  await roster.getByRole("button", { name: "Reload" }).click()
  await expect(roster.getByText("Countersign was updated.")).toBeHidden(SOON)
  await expect(roster.getByLabel("Tell the lead what to do")).toHaveValue("Half a sentence")
  await context.close()
})
