// Makes sure there is a build of these sources before something serves it.
import { buildIsCurrent, sourceDigest } from "./build-stamp"
import { ownCommand } from "./project"
import { runStep } from "./run-step"

/** Builds when there is no current build, in a process of its own so that this one stays small. */
export async function ensureBuild(): Promise<boolean> {
  if (buildIsCurrent(sourceDigest())) return true
  console.log("There is no current build: building, which takes a minute or two and happens once.")
  const { ok } = await runStep("build", ownCommand("build"), { show: true })
  return ok
}
