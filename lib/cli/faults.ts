// `npm run faults [-- <kills>]`: the fault suite at length, a hundred kills of each kind unless told otherwise.
import { tool } from "./project"
import { runStep } from "./run-step"

export async function run([kills = "100", ...filter]: string[]): Promise<void> {
  if (!/^\d+$/.test(kills)) {
    console.error(`The number of kills must be a whole number, such as 100; it is "${kills}".`)
    process.exit(1)
  }
  const args = [tool("vitest/vitest.mjs"), "run", "--project", "faults", ...filter]
  const { ok } = await runStep("faults", args, { show: true, env: { FAULT_KILLS: kills } })
  process.exit(ok ? 0 : 1)
}
