// The protocol as it happened: rows joined by their request, one request's life, filters, the export, and news at the end.
import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { canonicalJson } from "@/lib/core/canonical-json"
import type { Event } from "@/lib/core/event"
import { shortId } from "@/lib/core/short-id"
import { createChainVerifier } from "@/lib/core/verify-chain"
import { expect, ready, test } from "@/tests/support/browser-stage"
import { sequence } from "@/tests/support/messages-api"
import { say, useTool } from "@/tests/support/messages-api-reply"

const SOON = { timeout: 20_000 }
const PLAN = { title: "Note it down", plan: "1. Write it.", files: ["note.txt"], risk: "low" }
const eventHash = (event: Event) => createHash("sha256").update(canonicalJson(event)).digest("hex")

test("a request's rows are joined, selecting one opens its life, filters narrow, and the export holds its chain", async ({
  page,
  team,
}) => {
  team.play({
    otto: sequence(
      useTool("submit_plan", PLAN),
      useTool("write_file", { path: "note.txt", content: "a\n" }),
      say("Noted."),
    ),
  })
  await team.spawn("otto")
  const request = await team.pending("otto")
  await team.approve(request)
  await team.agent("otto", (agent) => agent.status === "idle" && agent.gate !== "pending")
  await team.shutdown("otto")

  await page.goto(`${team.path}/timeline`)
  await ready(page)
  const events = page.getByRole("region", { name: "Events" })
  const its = events.getByRole("listitem").filter({ hasText: shortId(request.request_id) })
  await expect(its.first()).toBeVisible(SOON)
  const joined = await its.count()
  expect(joined).toBeGreaterThanOrEqual(3)

  await its.first().click()
  const life = page.getByRole("complementary", { name: "Request: Note it down" })
  await expect(life.getByRole("listitem").first()).toBeVisible(SOON)
  await expect(life).toContainText("Calls made under it")
  await expect(life.getByRole("link", { name: "Open the plan" })).toHaveAttribute(
    "href",
    `/queue/${request.request_id}`,
  )

  await life.getByRole("button", { name: "Only its events" }).click()
  await expect(page.getByRole("button", { name: `Only ${shortId(request.request_id)}`, exact: true })).toBeVisible()
  await expect(events.getByRole("listitem").filter({ hasNotText: shortId(request.request_id) })).toHaveCount(0)
  await page.getByRole("button", { name: `Take back: Only ${shortId(request.request_id)}` }).click()
  await expect(events).toContainText(/otto left/)

  await page.getByRole("button", { name: "All agents" }).click()
  await page.getByRole("menuitemcheckbox", { name: "People" }).click()
  await page.keyboard.press("Escape")
  await expect(events).not.toContainText(/otto left/)
  await page.getByRole("button", { name: "Take back: People" }).click()

  const downloading = page.waitForEvent("download")
  await page.getByRole("link", { name: "Export" }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/\.jsonl$/)
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\n")
  const verifier = createChainVerifier(eventHash)
  for (const line of lines) verifier.add(line)
  expect(verifier.finish()).toMatchObject({ ok: true, events: lines.length })
  expect(lines.length).toBeGreaterThanOrEqual((await team.events()).length)
  const forged = createChainVerifier(eventHash)
  for (const line of lines) forged.add(line.replace('"Note it down"', '"Drop it all"'))
  expect(forged.finish()).toMatchObject({ ok: false, what: "changed" })
})

test("at the end it follows; scrolled up it holds still and says how many events are new", async ({ page, team }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  for (let n = 1; n <= 30; n++) await team.say(`Message number ${n}`)
  await page.goto(`${team.path}/timeline`)
  await ready(page)
  const events = page.getByRole("region", { name: "Events" })
  await expect(events).toContainText("Following the newest event", SOON)
  await team.say("The newest of all")
  await expect(events).toContainText("The newest of all", SOON)

  await events.evaluate((element) => element.scrollTo(0, 120))
  await expect(events).not.toContainText("Following the newest event")
  await team.say("Said while you were reading")
  const pill = page.getByRole("button", { name: /^\d+ new events?$/ })
  await expect(pill).toBeVisible(SOON)
  expect(await events.evaluate((element) => element.scrollTop)).toBe(120)
  await pill.click()
  await expect(events).toContainText("Said while you were reading", SOON)
  await expect(events).toContainText("Following the newest event")
  await expect(pill).toBeHidden()
})
