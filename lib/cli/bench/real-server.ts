// The real server as `npm start` runs it, with a build of these sources, for the sections that look at pages.
import { existsSync, readFileSync } from "node:fs"
import { type ServerOptions, type ServerProcess, startServer } from "@/tests/support/server-process"
import { ensureBuild } from "../ensure-build"

/** Before anything is timed; a build that is current is used as it is. */
export async function prepareBuild(): Promise<void> {
  if (!(await ensureBuild())) throw new Error("there is no build to serve")
}

export const openServer = (options: ServerOptions = {}): Promise<ServerProcess> =>
  startServer({ within: 120_000, ...options })

export async function sessionCookie(server: ServerProcess): Promise<string> {
  const answer = await fetch(`${server.url}/api/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url },
    body: JSON.stringify({ token: server.token }),
  })
  if (answer.status !== 204) throw new Error(`signing in answered ${answer.status}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ")
}

/** One page, read to its end; the answer is the milliseconds it took. */
export async function timePage(server: ServerProcess, cookie: string, path: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${server.url}${path}`, { headers: { cookie } })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  return performance.now() - began
}

/** What the process holds in memory now, and at most so far; where the system does not say, nothing. */
export function memoryOf(pid: number): { nowMb: number; peakMb: number } | null {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return null
  const text = readFileSync(file, "utf8")
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(text)?.[1] ?? Number.NaN) / 1024
  return { nowMb: read("VmRSS"), peakMb: read("VmHWM") }
}
