// Leaving, as a person watches it: asked, what is in flight, the countdown, refused with a reason, forced with a second yes.
import type { Page } from "@playwright/test"
import { expect, ready, test } from "@/tests/support/browser-stage"
import { askedBy, type TeamOnStage } from "@/tests/support/browser-team"
import { type Script, sequence } from "@/tests/support/messages-api"
import { say, useTool } from "@/tests/support/messages-api-reply"

const SOON = { timeout: 20_000 }
/** Runs until the test lets it end. */
const UNTIL_TOLD = "until [ -e go ]; do sleep 0.05; done; echo finished > out"
const refuses =
  (reason: string): Script =>
  (request) =>
    useTool("respond_shutdown", { request_id: askedBy(request), approve: false, reason })
const agrees: Script = (request) => useTool("respond_shutdown", { request_id: askedBy(request), approve: true })

const rowOf = (page: Page, name: string) =>
  page.getByRole("table", { name: "Roster" }).getByRole("row", { name: new RegExp(name) })

async function openAsk(page: Page, name: string) {
  const row = rowOf(page, name)
  await row.hover()
  await row.getByRole("button", { name: `Shut down ${name}…` }).click()
  return page.getByRole("dialog", { name: `Shut down ${name}?` })
}

async function runningCommand(page: Page, team: TeamOnStage) {
  await team.spawn("bram", { plan_required: false })
  await team.agent("bram", (agent) => agent.activity?.kind === "tool")
  await page.goto(team.path)
  await ready(page)
}

test("one that works is asked, finishes its command, refuses with a reason, and is ended only by a second yes", async ({
  page,
  team,
}) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  team.play({
    bram: sequence(
      useTool("bash", { command: UNTIL_TOLD }),
      refuses("Half of the migration is done."),
      say("I go on.").hold(held),
    ),
  })
  await runningCommand(page, team)
  const ask = await openAsk(page, "bram")
  await expect(ask).toContainText("bram is asked, ends what it is in, and answers. It may refuse with a reason.")
  await expect(ask.getByRole("list", { name: "In flight" })).toContainText(/Running until \[ -e go \]/, SOON)
  await ask.getByLabel(/^Reason, optional/).fill("The budget is spent.")
  await ask.getByRole("button", { name: /^Ask bram to leave/ }).click()

  const panel = page.getByRole("region", { name: "Shutting down bram" })
  await expect(panel).toContainText(/Finishing until \[ -e go \]/, SOON)
  await expect(panel).toContainText("bram, not yet")
  await expect(rowOf(page, "bram")).toContainText("Stopping")
  await team.letGo()

  const refused = page.getByRole("region", { name: "bram refused to leave" })
  await expect(refused).toContainText("Half of the migration is done.", SOON)
  await expect(refused).toContainText("Refused by")
  await expect(refused.getByRole("button", { name: "Let it finish" })).toBeVisible()
  expect((await team.agent("bram")).status).not.toBe("shutdown")

  await refused.getByRole("button", { name: "Force…" }).click()
  const sure = page.getByRole("dialog", { name: "End bram now?" })
  await expect(sure.getByRole("button", { name: "Keep waiting" })).toBeFocused()
  await sure.getByRole("button", { name: "Keep waiting" }).click()
  await expect(sure).toBeHidden()
  expect((await team.agent("bram")).status).not.toBe("shutdown")
  await refused.getByRole("button", { name: "Force…" }).click()
  await sure.getByRole("button", { name: "End bram now" }).click()
  await expect(page.getByRole("region", { name: "bram left" })).toContainText(/Forced by|Ended by/, SOON)
  await expect(rowOf(page, "bram")).toContainText("Shut down")
  release()
})

test("one that agrees goes through asked, finishing, its answer, and left", async ({ page, team }) => {
  team.play({ bram: sequence(useTool("bash", { command: UNTIL_TOLD }), agrees) })
  await runningCommand(page, team)
  const ask = await openAsk(page, "bram")
  await ask.getByRole("button", { name: /^Ask bram to leave/ }).click()
  const panel = page.getByRole("region", { name: "Shutting down bram" })
  await expect(panel.getByRole("listitem").first()).toContainText("Asked", SOON)
  await expect(panel).toContainText("Waiting for its answer")
  await team.letGo()
  const left = page.getByRole("region", { name: "bram left" })
  await expect(left).toContainText("Agreed", SOON)
  await expect(left).toContainText(/Finished until \[ -e go \]/)
  await left.getByRole("button", { name: "Close", exact: true }).click()
  await expect(left).toBeHidden()
  expect(await team.read("out")).toBe("finished\n")
})

test("one that waits for a decision leaves at once, and its plan is withdrawn from the queue", async ({
  page,
  team,
}) => {
  team.play({ otto: sequence(useTool("submit_plan", { title: "Sweep", plan: "1. Sweep.", files: ["a"] })) })
  await team.spawn("otto")
  const request = await team.pending("otto")
  await page.goto(`/queue/${request.request_id}`)
  await ready(page)
  await page.getByRole("button", { name: "Shut otto down…" }).click()
  const ask = page.getByRole("dialog", { name: "Shut down otto?" })
  await expect(ask).toContainText("otto waits for a decision, so it leaves at once and its plan is withdrawn.")
  await expect(ask.getByRole("list", { name: "In flight" })).toContainText("Plan “Sweep” waits for a person", SOON)
  await ask.getByRole("button", { name: /^Ask otto to leave/ }).click()
  await expect(page.getByRole("region", { name: "Decision" })).toContainText("otto's plan was withdrawn.", SOON)
  expect((await team.agent("otto")).status).toBe("shutdown")
})
