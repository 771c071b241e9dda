// Ten tabs of one browser: one reads the stream, all are live.
import { expect, test } from "@/tests/support/browser-stage"
import { sequence } from "@/tests/support/messages-api"
import { useTool } from "@/tests/support/messages-api-reply"

const SOON = { timeout: 40_000 }

test("ten tabs on one origin are all live, over one stream of the team", async ({ context, team }) => {
  team.play({ otto: sequence(useTool("submit_plan", { title: "Reach them all", plan: "1. Go.", files: ["a"] })) })
  const streams: string[] = []
  context.on("request", (request) => {
    if (request.headers().accept === "text/event-stream") streams.push(new URL(request.url()).pathname)
  })
  const tabs = await Promise.all(Array.from({ length: 10 }, () => context.newPage()))
  for (const tab of tabs) await tab.goto(team.path)
  for (const tab of tabs) await expect(tab.getByText("Live", { exact: true })).toBeVisible(SOON)

  await team.spawn("otto")
  for (const tab of tabs) {
    const otto = tab.getByRole("table", { name: "Roster" }).getByRole("row", { name: /otto/ })
    await expect(otto).toContainText("Waiting", SOON)
    await expect(tab).toHaveTitle(/^\(1\) /, SOON)
  }
  expect(streams.filter((path) => path.endsWith("/events"))).toHaveLength(1)
  expect(streams.filter((path) => path === "/api/stream")).toHaveLength(1)

  // The one that leads goes; another takes its place.
  await tabs[0]!.close()
  await team.shutdown("otto")
  for (const tab of tabs.slice(1)) {
    const otto = tab.getByRole("table", { name: "Roster" }).getByRole("row", { name: /otto/ })
    await expect(otto).toContainText("Shut down", SOON)
  }
})
