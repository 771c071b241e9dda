// Ends what an earlier server process left running, and nothing else that happens to have its number now.
import "server-only"
import { hostname } from "node:os"
import { machineIdentity, processIdentity } from "./process-identity"
import { Supervisor } from "./supervisor"

/** As stored before a command starts. `started` also holds the mark by which its descendants are known. */
export type CommandProcess = { pid: number; started: string; host: string }

const MARK_FORM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export async function describeProcess(pid: number, mark: string): Promise<CommandProcess> {
  const identity = await processIdentity(pid)
  if (identity === null) throw new Error("The supervisor of the command ended at once.")
  return { pid, started: `${identity} ${mark}`, host: hostname() }
}

/** True when something was still there; it is gone now. */
export async function killLeftover(process: CommandProcess): Promise<boolean> {
  const cut = process.started.lastIndexOf(" ")
  const identity = process.started.slice(0, cut)
  const mark = process.started.slice(cut + 1)
  if (process.host !== hostname() || !MARK_FORM.test(mark)) return false
  if (!identity.startsWith(`${await machineIdentity()}/`)) return false
  const same = (await processIdentity(process.pid)) === identity
  return endMarked(mark, same ? process.pid : 0)
}

/** Waits until nothing with this mark is left. True when there was something. */
export async function endMarked(mark: string, pid = 0): Promise<boolean> {
  const report = await Supervisor.sweep(mark, pid)
  if (!report || report.survivors > 0) throw new Error("A command that was left running could not be ended.")
  return report.found > 0
}
