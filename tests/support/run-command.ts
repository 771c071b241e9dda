// Runs one of the product's own commands to its end and keeps what it said.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))

export type Finished = { code: number | null; stdout: string; stderr: string }

export async function runCommand(name: string, variables: Record<string, string> = {}): Promise<Finished> {
  const { PATH, HOME, TMPDIR, NEXT_DIST_DIR } = process.env
  const child = spawn(process.execPath, ["--conditions=react-server", join(root, "lib", "cli", "run.mjs"), name], {
    cwd: root,
    env: { PATH, HOME, TMPDIR, NEXT_DIST_DIR, NODE_ENV: "production", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const finished: Finished = { code: null, stdout: "", stderr: "" }
  child.stdout.on("data", (chunk) => {
    finished.stdout += chunk
  })
  child.stderr.on("data", (chunk) => {
    finished.stderr += chunk
  })
  const [code] = await once(child, "close")
  return { ...finished, code }
}
