// One step of a command: a child process with a name, its output shown or kept, and its time.
import { spawn } from "node:child_process"
import { root } from "./project"

export type StepResult = { name: string; ok: boolean; output: string; seconds: number }
type Options = { show?: boolean; env?: Record<string, string> }

/** Runs `node` with these arguments; with `show` the output goes straight to the terminal, else it is kept. */
export function runStep(name: string, args: string[], { show = false, env = {} }: Options = {}): Promise<StepResult> {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: show ? "inherit" : ["ignore", "pipe", "pipe"],
  })
  let output = ""
  child.stdout?.on("data", (chunk) => {
    output += chunk
  })
  child.stderr?.on("data", (chunk) => {
    output += chunk
  })
  // Ended from outside, a command takes its step with it.
  const pass = (signal: NodeJS.Signals) => {
    child.kill(signal)
    process.exitCode = 1
  }
  process.on("SIGTERM", pass)
  process.on("SIGINT", pass)
  return new Promise((resolve) => {
    const finish = (ok: boolean) => {
      process.off("SIGTERM", pass)
      process.off("SIGINT", pass)
      resolve({ name, ok, output, seconds: (performance.now() - began) / 1_000 })
    }
    child.once("error", (error) => {
      output += error.message
      finish(false)
    })
    child.once("close", (code) => finish(code === 0))
  })
}

export const inSeconds = (seconds: number): string => `${seconds.toFixed(1)} s`
