// Two people at one request: the one who comes second learns who decided what and when, and nothing is decided twice.
import { commentOnLine, decisionBar, openReview, pressApprove } from "@/tests/support/browser-review"
import { expect, test } from "@/tests/support/browser-stage"
import { shownTo } from "@/tests/support/browser-team"
import { sequence } from "@/tests/support/messages-api"
import { say, useTool } from "@/tests/support/messages-api-reply"

const SOON = { timeout: 20_000 }
const PLAN = { title: "Sweep the logs", plan: "1. Delete old logs.\n2. Say what went.", files: ["logs/*"], risk: "low" }

const PRIYA = { name: "priya", password: "a-long-enough-password" }

test.beforeAll(async ({ stage }) => {
  expect((await stage.server.api.post("/api/users", { ...PRIYA, role: "reviewer" })).status).toBe(201)
})
test.afterAll(async ({ stage }) => {
  await stage.server.api.remove("/api/users/priya")
})

test("whoever comes second sees who was faster, what they decided and when, and can still send the comment", async ({
  page,
  browser,
  stage,
  team,
}) => {
  team.play({ otto: sequence(useTool("submit_plan", PLAN), say("Swept."), say("I see.")) })
  await team.spawn("otto")
  const request = await team.pending("otto")
  const bar = await openReview(page, request)
  await commentOnLine(page, 2, "Which ones stay?")

  const hers = await stage.signedIn(browser, PRIYA)
  const other = await hers.newPage()
  const otherBar = await openReview(other, request)
  await pressApprove(other, request)
  await expect(otherBar).toContainText("Countersigned by Priya", SOON)

  await expect(bar).toContainText(/Priya approved this \d+ s ago\./, SOON)
  await expect(bar).toContainText("Your comment was not sent.")
  await expect(bar.getByRole("button", { name: /^Approve/ })).toHaveCount(0)
  await bar.getByRole("button", { name: "Send it to otto" }).click()
  await expect(bar).toContainText("Sent to otto.", SOON)
  expect(shownTo(await team.nextCall("otto", 3))).toContain("Which ones stay?")
  await hers.close()
})

test("a decision that arrives after another one is refused by the server, and the page says whose stands", async ({
  page,
  browser,
  stage,
  team,
}) => {
  team.play({ otto: sequence(useTool("submit_plan", PLAN), say("Rejected, I see.")) })
  await team.spawn("otto")
  const request = await team.pending("otto")
  const bar = await openReview(page, request)
  const hers = await stage.signedIn(browser, PRIYA)
  // Hers overtakes this one on its way to the server.
  await page.route("**/queue/**", async (route) => {
    if (!route.request().postData()?.includes(request.payload_sha256)) return route.fallback()
    const answer = await hers.request.post(`/api/requests/${request.request_id}/decision`, {
      data: { approve: false, feedback: "Keep them.", payload_sha256: request.payload_sha256 },
      headers: { origin: stage.server.url },
    })
    expect(answer.status()).toBe(200)
    await route.fallback()
  })
  await pressApprove(page, request)
  await expect(bar).toContainText(/Priya rejected this/, SOON)
  const decided = (await team.events()).filter(
    (event) => event.type === "request.decided" && event.request_id === request.request_id,
  )
  expect(decided).toHaveLength(1)
  await hers.close()
})

test("a plan that is replaced while one reads it is not decided, and the page leads to the change", async ({
  page,
  stage,
  team,
}) => {
  const { body } = await stage.server.api.post<{ token: string }>("/api/tokens", {
    name: "scout",
    scope: "agent",
    team: team.id,
    agent: "scout",
  })
  const submit = async (plan: object) => {
    const answer = await fetch(new URL("/api/mcp", stage.server.url), {
      method: "POST",
      headers: {
        authorization: `Bearer ${body.token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "submit_plan", arguments: plan },
      }),
    })
    expect(answer.status).toBe(200)
    await answer.text()
  }
  await submit(PLAN)
  const bar = await openReview(page, await team.pending("scout"))
  await submit({ ...PLAN, plan: "1. Delete old logs.\n2. Say what went, by mail." })
  await expect(bar).toContainText("scout sent revision 2 while you were reading.", SOON)
  await expect(bar).toContainText("Nothing was decided.")
  await expect(bar.getByRole("button", { name: /^Approve/ })).toHaveCount(0)
  await bar.getByRole("link", { name: "Show the change" }).click()
  const paper = page.getByRole("region", { name: "Changes since the revision before" })
  await expect(paper.locator("ins")).toContainText([/by mail/], SOON)
  await expect(decisionBar(page).getByRole("button", { name: /^Approve plan/ })).toBeEnabled()
})
