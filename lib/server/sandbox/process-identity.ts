// What makes a process that one and no other: its start, on this boot of this machine.
import "server-only"
import { execFile } from "node:child_process"
import { readFile, readlink } from "node:fs/promises"
import { promisify } from "node:util"

const run = promisify(execFile)

/** Where a process of this text was alive: another boot or another PID namespace has other processes. */
export async function machineIdentity(): Promise<string> {
  if (process.platform !== "linux") return process.platform
  const [boot, namespace] = await Promise.all([
    readFile("/proc/sys/kernel/random/boot_id", "utf8"),
    readlink("/proc/self/ns/pid"),
  ])
  return `${boot.trim()}/${namespace}`
}

/** Null when there is no such process. */
export async function processIdentity(pid: number): Promise<string | null> {
  const started = process.platform === "linux" ? await startTicks(pid) : await startDate(pid)
  return started === null ? null : `${await machineIdentity()}/${started}`
}

/** Field 22 of its stat line, counted after the name, which may itself hold spaces and brackets. */
async function startTicks(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => null)
  return stat === null ? null : (stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null)
}

async function startDate(pid: number): Promise<string | null> {
  const answer = await run("ps", ["-o", "lstart=", "-p", String(pid)]).catch(() => null)
  return answer?.stdout.trim() || null
}
