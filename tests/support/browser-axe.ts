// What axe finds on a page as it stands: all rules in the light, and in the dark the one that colours can break.
import AxeBuilder from "@axe-core/playwright"
import { expect, type Page } from "@playwright/test"

export async function expectNoViolations(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
  const light = await new AxeBuilder({ page }).analyze()
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" })
  const dark = await new AxeBuilder({ page }).withRules(["color-contrast"]).analyze()
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
  const found = [...light.violations, ...dark.violations.map((each) => ({ ...each, id: `${each.id}, dark` }))]
  const words = found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary}`),
  )
  expect.soft(words, `axe on ${what}`).toEqual([])
}
