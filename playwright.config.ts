// How the browser tests run: the machine's own Chromium against servers that each test starts for itself.
import { defineConfig } from "@playwright/test"
import { CHROMIUM_FLAGS, findChromium } from "./tests/support/chromium"

const executablePath = findChromium()

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "*.spec.ts",
  outputDir: "test-results",
  fullyParallel: false,
  // A server and a browser each: more would fight over two cores.
  workers: 2,
  // A shared machine may leave a browser without time: once more there, and the report calls it flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "UTC",
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: CHROMIUM_FLAGS },
  },
})
