// The product shown by one click: from the empty home page to the signed plan, the file on disk, the teammate that left.
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Request } from "@/lib/core/request"
import { decisionBar, pressApprove } from "@/tests/support/browser-review"
import { expect, test } from "@/tests/support/browser-test"

const SOON = { timeout: 30_000 }

test("the rehearsal plays from the first click to the written file and the teammate that has left", async ({
  page,
  server,
}) => {
  // It is played at a pace that a person can follow.
  test.setTimeout(150_000)
  await page.goto("/")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your agents plan. Nothing happens until you sign.")
  await page.getByRole("button", { name: "Start the rehearsal" }).click()
  await expect(page).toHaveURL(/\/teams\/team_\w+$/, SOON)
  const id = page.url().split("/").at(-1)!
  const { body } = await server.api.get<{ team: { workspace: string } }>(`/api/teams/${id}`)
  const file = join(body.team.workspace, "src", "health.js")

  const alice = page.getByRole("table", { name: "Roster" }).getByRole("row", { name: /alice/ })
  await expect(alice).toContainText("Waiting", SOON)
  await expect(alice).toContainText("Shut, pending")
  await expect(page).toHaveTitle(/^\(1\) /)
  await alice.getByRole("link", { name: "Review the plan" }).click()

  await expect(page.getByRole("heading", { level: 1, name: "Add a health check in one file" })).toBeVisible(SOON)
  const bar = decisionBar(page)
  await expect(bar).toContainText("Approving lets alice change this 1 file in")
  await expect(bar).toContainText("not yet")
  await expect(readFile(file)).rejects.toThrow("ENOENT")
  const { requests } = (await server.api.get<{ requests: Request[] }>("/api/requests?status=pending")).body
  await pressApprove(page, requests[0]!)
  await expect(bar).toContainText(/Countersigned by \S+ \d\d:\d\d:\d\d\./, SOON)

  await page.getByRole("link", { name: "Team", exact: true }).click()
  await expect(alice).toContainText("Shut down", SOON)
  await expect(page).not.toHaveTitle(/^\(/)
  expect(await readFile(file, "utf8")).toContain("export async function health")

  await page.getByRole("link", { name: "Timeline", exact: true }).click()
  await expect(page.getByRole("region", { name: "Events" })).toContainText(/alice left/, SOON)
})
