// Deciding as a person does it in the review: the bar, the press or two that approve, a comment on a line.
import { expect, type Locator, type Page } from "@playwright/test"
import type { Request } from "@/lib/core/request"

export const decisionBar = (page: Page): Locator => page.getByRole("region", { name: "Decision" })

/** Opens the review of a request and waits until it can be decided. */
export async function openReview(page: Page, request: Request): Promise<Locator> {
  await page.goto(`/queue/${request.request_id}`)
  const bar = decisionBar(page)
  await expect(bar.getByRole("button", { name: /^Approve plan/ })).toBeEnabled()
  await expect(page.getByText("Live", { exact: true })).toBeVisible()
  return bar
}

/** A high effective risk takes a second press; on a machine without a sandbox every risk is high. */
export async function pressApprove(page: Page, request: Pick<Request, "effective_risk">): Promise<void> {
  const bar = decisionBar(page)
  await bar.getByRole("button", { name: /^Approve plan/ }).click()
  if (request.effective_risk !== "high") return
  await bar.getByRole("button", { name: /^Approve high-risk plan/ }).click()
}

export async function commentOnLine(page: Page, line: number, words: string): Promise<void> {
  const button = page.getByRole("button", { name: `Line ${line}, comment` })
  await button.focus()
  await button.press("Enter")
  const field = page.getByLabel(`Comment on line ${line}`)
  await field.fill(words)
  await page.getByRole("button", { name: /^Keep comment/ }).click()
  await expect(page.getByRole("article", { name: `Your comment on line ${line}` })).toContainText(words)
}

export async function reject(page: Page, agent: string, words: string): Promise<void> {
  await decisionBar(page)
    .getByRole("button", { name: /^Reject…/ })
    .click()
  const dialog = page.getByRole("dialog", { name: `Reject ${agent}’s plan` })
  if (words) await dialog.getByLabel(`Words to ${agent}`).fill(words)
  await dialog.getByRole("button", { name: /^Reject and send/ }).click()
  await expect(dialog).toBeHidden()
}
