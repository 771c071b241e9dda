// An agent from outside by the official MCP client: planned, signed in the browser, done, and gone; a dead server loses nothing.
import { connectAgent } from "@/tests/support/browser-mcp"
import { openReview, pressApprove } from "@/tests/support/browser-review"
import { expect, type Stage, test } from "@/tests/support/browser-stage"
import type { TeamOnStage } from "@/tests/support/browser-team"
import { say } from "@/tests/support/messages-api-reply"

const SOON = { timeout: 20_000 }
const PLAN = { title: "Tidy up", plan: "1. Remove the old file.", files: ["old.txt"], risk: "low" }

async function tokenFor(stage: Stage, team: TeamOnStage, agent: string): Promise<string> {
  const wanted = { name: "laptop", scope: "agent", team: team.id, agent }
  const { status, body } = await stage.server.api.post<{ token: string }>("/api/tokens", wanted)
  expect(status).toBe(201)
  return body.token
}

test("joins, submits, waits, is approved in the browser, claims and completes a task, and is shut down", async ({
  page,
  stage,
  team,
}) => {
  team.play({
    lead: (_request, call) =>
      call === 1 ? say("So be it.").useTool("create_task", { subject: "Remove the old file" }) : say("Noted."),
  })
  await team.say("Put it on the board.")
  await team.nextCall("lead", 2)

  const scout = await connectAgent(stage.server.url, await tokenFor(stage, team, "scout"))
  const submitted = await scout.use("submit_plan", PLAN)
  const decision = scout.use("await_decision", { request_id: submitted.facts.request_id })

  await page.goto(team.path)
  const row = page.getByRole("table", { name: "Roster" }).getByRole("row", { name: /scout/ })
  await expect(row).toContainText("Waiting", SOON)
  const request = await team.pending("scout")
  expect(request.request_id).toBe(submitted.facts.request_id)
  const bar = await openReview(page, request)
  await pressApprove(page, request)
  await expect(bar).toContainText("Countersigned by", SOON)
  expect((await decision).facts).toMatchObject({ status: "approved" })

  expect((await scout.use("list_tasks")).text).toContain("1. [open] Remove the old file")
  expect((await scout.use("claim_task", { task_id: 1 })).isError).toBe(false)
  await page.goto(team.path)
  const tasks = page.getByRole("region", { name: "Tasks" })
  await expect(tasks.getByRole("region", { name: "Claimed" })).toContainText("Remove the old file", SOON)
  await expect(row).toContainText("Working")

  await row.hover()
  await row.getByRole("button", { name: "Shut down scout…" }).click()
  const ask = page.getByRole("dialog", { name: "Shut down scout?" })
  await expect(ask.getByRole("list", { name: "In flight" })).toContainText("Task 1, Remove the old file", SOON)
  await ask.getByRole("button", { name: /^Ask scout to leave/ }).click()
  const panel = page.getByRole("region", { name: "Shutting down scout" })
  await expect(panel).toBeVisible(SOON)
  const inbox = await scout.use("check_inbox")
  const asked = /type="shutdown_request" request_id="(req_[a-z0-9]+)"/.exec(inbox.text)?.[1]
  await expect(panel).toContainText(/\d+ s left/, SOON)
  expect((await scout.use("complete_task", { task_id: 1 })).isError).toBe(false)
  await expect(tasks.getByRole("region", { name: "Done" })).toContainText("Remove the old file", SOON)
  const left = await scout.use("respond_shutdown", { request_id: asked, approve: true })
  expect(left).toMatchObject({ isError: false })
  await expect(page.getByRole("region", { name: "scout left" })).toBeVisible(SOON)
  await expect(row).toContainText("Shut down")
  expect((await scout.use("list_tasks")).isError).toBe(true)
  await scout.close()
})

test("a server killed while it waits loses nothing: the answer comes after the restart", async ({
  browser,
  mortal: stage,
}) => {
  const team = await stage.newTeam("Restarted")
  const token = await tokenFor(stage, team, "scout")
  const scout = await connectAgent(stage.server.url, token)
  const { facts } = await scout.use("submit_plan", PLAN)
  const request = await team.pending("scout")
  const lost = scout.use("await_decision", { request_id: facts.request_id }).then(
    () => "answered",
    () => "lost",
  )
  await stage.server.kill9()
  expect(await lost).toBe("lost")
  await stage.server.restart()

  const again = scout.use("await_decision", { request_id: facts.request_id })
  const context = await stage.signedIn(browser)
  const page = await context.newPage()
  await openReview(page, request)
  await pressApprove(page, request)
  expect((await again).facts).toMatchObject({ status: "approved", request_id: request.request_id })
  expect((await team.agent("scout")).gate).toBe("open")
  await context.close()
  await scout.close()
})
