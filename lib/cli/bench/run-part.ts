// One part of the benchmark in a process of its own, which sends back what it measured.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { ownCommand, root } from "../project"

export async function runPart<T>(name: string, args: string[], nodeFlags: string[] = []): Promise<T> {
  const child = spawn(process.execPath, [...nodeFlags, ...ownCommand("bench", "--part", name, ...args)], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
  let outcome: T | undefined
  child.on("message", (message) => {
    outcome = message as T
  })
  const [code] = await once(child, "exit")
  if (outcome === undefined) throw new Error(`its process ended with ${code} and without figures`)
  return outcome
}
