// Which sandbox works on this machine, found out by running it once.
import "server-only"
import { execFile } from "node:child_process"
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { wrapInBubblewrap } from "./bubblewrap"
import { bareEnvironment, commandEnvironment } from "./command-environment"
import { wrapInSandboxExec } from "./sandbox-exec"

export type Sandbox = {
  kind: "bubblewrap" | "sandbox-exec" | "none"
  wrap(command: string[], options: { workspace: string; network: boolean }): string[]
}

export const UNSANDBOXED: Sandbox = { kind: "none", wrap: (command) => command }

const CANDIDATES: Partial<Record<NodeJS.Platform, Sandbox>> = {
  linux: { kind: "bubblewrap", wrap: wrapInBubblewrap },
  darwin: { kind: "sandbox-exec", wrap: wrapInSandboxExec },
}

const PROBE_MS = 10_000

/** The platform's sandbox if it starts, lets the workspace be written and hides what lies beside it; else none. */
export async function probeSandbox(): Promise<Sandbox> {
  const candidate = CANDIDATES[process.platform]
  if (!candidate) return UNSANDBOXED
  const base = await realpath(await mkdtemp(join(tmpdir(), "countersign-probe-")))
  try {
    const workspace = join(base, "workspace")
    await mkdir(workspace)
    await writeFile(join(base, "secret"), "")
    const script = "echo kept > file && ! cat ../secret 2>/dev/null && cat file"
    const output = await runOnce(candidate.wrap(["/bin/sh", "-c", script], { workspace, network: false }), workspace)
    return output === "kept\n" ? candidate : UNSANDBOXED
  } finally {
    await rm(base, { recursive: true, force: true })
  }
}

/** What it printed, or null when it could not be started, failed or hung. */
function runOnce([file, ...args]: string[], cwd: string): Promise<string | null> {
  const env = bareEnvironment(commandEnvironment(cwd))
  const options = { cwd, env, timeout: PROBE_MS, killSignal: "SIGKILL" as const }
  return new Promise((resolve) => {
    execFile(file!, args, options, (error, stdout) => resolve(error ? null : stdout))
  })
}
