// Runs one shell command in the workspace, to its end or to ours, and answers when nothing of it is left.
import "server-only"
import { randomUUID } from "node:crypto"
import { realpath } from "node:fs/promises"
import { constants } from "node:os"
import { commandEnvironment, shellCommand } from "./command-environment"
import { type CommandProcess, describeProcess, endMarked } from "./leftover"
import { openOutputPipe } from "./output-pipe"
import type { Sandbox } from "./probe-sandbox"
import { OutputReader } from "./read-output"
import { type Report, Supervisor } from "./supervisor"
import { watchFence } from "./watch-fence"

export type CommandOptions = {
  command: string
  workspace: string
  sandbox: Sandbox
  network: boolean
  timeoutMs?: number
  signal?: AbortSignal
  /** The beginning of the output as it comes, up to what is kept. */
  onOutput?: (text: string) => void
  /** Nothing of the command runs before this is through, so that its process can be stored first. */
  onStarted?: (process: CommandProcess) => Promise<void> | void
  checkFence?: () => Promise<boolean>
  fenceEveryMs?: number
}

type Stop = "timeout" | "aborted" | "fenced"
export type CommandOutcome = { kind: "exited"; code: number; output: string } | { kind: Stop; output: string }

export const TIMEOUT_MS = 120_000
const FENCE_EVERY_MS = 3_000
/** What the supervisor adds before it takes the server's silence for a lost fence; all together below 10 s. */
const SILENCE_MARGIN_MS = 2_000

export async function runCommand(options: CommandOptions): Promise<CommandOutcome> {
  if (options.signal?.aborted) return { kind: "aborted", output: "" }
  const workspace = await realpath(options.workspace)
  const fenceEveryMs = options.fenceEveryMs ?? FENCE_EVERY_MS
  const mark = randomUUID()
  const pipe = await openOutputPipe()
  const silenceMs = options.checkFence ? 2 * fenceEveryMs + SILENCE_MARGIN_MS : 0
  const supervisor = Supervisor.start(mark, silenceMs, pipe?.writer ?? "pipe")
  await pipe?.closeWriter()

  let stopped: Stop | null = null
  let failure: { error: unknown } | null = null
  const stop = (cause: Stop) => {
    stopped ??= cause
    supervisor.kill()
  }
  const fail = (error: unknown) => {
    failure ??= { error }
    supervisor.kill()
  }
  const reader = new OutputReader(pipe?.reader ?? supervisor.output!, (text) => {
    try {
      options.onOutput?.(text)
    } catch (error) {
      fail(error)
    }
  })
  const onAbort = () => stop("aborted")
  options.signal?.addEventListener("abort", onAbort, { once: true })
  if (options.signal?.aborted) onAbort()

  const cleanUp: (() => void)[] = [() => options.signal?.removeEventListener("abort", onAbort)]
  try {
    await options.onStarted?.(await describeProcess(supervisor.pid, mark))
    if (!stopped) {
      const argv = options.sandbox.wrap(shellCommand(options.command), { workspace, network: options.network })
      const timer = setTimeout(() => stop("timeout"), options.timeoutMs ?? TIMEOUT_MS)
      cleanUp.push(() => clearTimeout(timer))
      if (options.checkFence)
        cleanUp.push(
          watchFence({
            check: options.checkFence,
            everyMs: fenceEveryMs,
            onHeld: () => supervisor.alive(),
            onLost: () => stop("fenced"),
          }),
        )
      supervisor.go({ argv, cwd: workspace, env: commandEnvironment(workspace) })
    }
  } catch (error) {
    fail(error)
  }
  const report = await supervisor.ended
  for (const undo of cleanUp) undo()
  if (!report) await endMarked(mark)
  const output = await reader.finish()
  if (failure) throw (failure as { error: unknown }).error
  return outcome(report, stopped, output)
}

function outcome(report: Report | null, stopped: Stop | null, output: string): CommandOutcome {
  const exited = (code: number, note?: string): CommandOutcome => ({
    kind: "exited",
    code,
    output: note ? [output, note].filter(Boolean).join("\n") : output,
  })
  if (!report) return stopped ? { kind: stopped, output } : exited(137, "(the command's supervisor was killed)")
  const note = report.survivors > 0 ? `(${report.survivors} of its processes could not be ended)` : undefined
  if (report.error !== undefined) return exited(126, `The command could not be started: ${report.error}`)
  if (report.silent) return { kind: "fenced", output }
  if (report.killed) return { kind: stopped ?? "aborted", output }
  return exited(report.code ?? 128 + (report.signal ? constants.signals[report.signal] : 0), note)
}
