// The few variables and the shell a command starts with; nothing of the server's own environment.
import "server-only"
import { existsSync, realpathSync } from "node:fs"
import { dirname } from "node:path"

const SYSTEM_PATH = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"]
const HOMEBREW = "/opt/homebrew/bin"

/** Node first, wherever it was installed, so that `node` and `npm` are the ones that run the server. */
function searchPath(): string {
  const own = new Set([dirname(process.execPath), dirname(realpathSync(process.execPath))])
  const folders = [...own].filter((folder) => !SYSTEM_PATH.includes(folder))
  if (process.platform === "darwin") folders.push(HOMEBREW)
  return [...folders, ...SYSTEM_PATH].join(":")
}

export function commandEnvironment(home: string): Record<string, string> {
  return { PATH: searchPath(), HOME: home, LANG: "C.UTF-8", TERM: "dumb" }
}

/** Next declares NODE_ENV to be in every environment; here it must not be in any. */
export const bareEnvironment = (variables: Record<string, string>): NodeJS.ProcessEnv => variables as NodeJS.ProcessEnv

/** bash where there is one, else the shell that every system has. */
export function shellCommand(command: string): string[] {
  const bash = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"].find((path) => existsSync(path))
  return [bash ?? "/bin/sh", "-c", command]
}
