// The hand on the model's process: what it measures is the server, so the model must not share its processor time.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { ownCommand, root } from "../project"
import type { Heard, ScriptName } from "./model-scripts"

export const MODEL_PROCESS = "model-process"

export type ModelServer = {
  readonly url: string
  /** The next request of this agent that has not arrived yet. */
  next(agent: string): Promise<Heard>
  close(): Promise<void>
}

export async function startModelServer(script: ScriptName): Promise<ModelServer> {
  const waiting = new Map<string, (heard: Heard) => void>()
  const child = spawn(
    process.execPath,
    ownCommand("bench", "--part", MODEL_PROCESS, "--with", JSON.stringify(script)),
    {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    },
  )
  const [{ port }] = (await once(child, "message")) as [{ port: number }]
  child.on("message", (message) => {
    const heard = message as Heard
    waiting.get(heard.agent)?.(heard)
    waiting.delete(heard.agent)
  })
  return {
    url: `http://127.0.0.1:${port}`,
    next: (agent) => new Promise((resolve) => waiting.set(agent, resolve)),
    close: async () => {
      const ended = once(child, "exit")
      child.disconnect()
      await ended
    },
  }
}
