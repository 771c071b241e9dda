// The sandbox on macOS: a sandbox-exec profile that shows the system read-only and lets the workspace be written.
import "server-only"
import { realpathSync } from "node:fs"
import { basename, dirname } from "node:path"
import { commandEnvironment } from "./command-environment"

const READABLE = [
  "/bin",
  "/sbin",
  "/usr",
  "/opt/homebrew",
  "/System",
  "/Library/Apple",
  "/Library/Developer/CommandLineTools",
  "/Applications/Xcode.app",
  "/private/etc/ssl",
  "/private/var/db/timezone",
  "/private/var/db/dyld",
]
const READABLE_FILES = [
  "/private/etc/passwd",
  "/private/etc/hosts",
  "/private/etc/resolv.conf",
  "/private/etc/localtime",
]
const DEVICES = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/dtracehelper"]

/** The workspace and Node come as parameters, so that no path is ever read as part of the profile. */
function profile(network: boolean): string {
  const quoted = (kind: string, paths: string[]) => paths.map((path) => `(${kind} "${path}")`).join(" ")
  return [
    "(version 1)",
    "(deny default)",
    "(allow process-exec process-fork signal sysctl-read mach-lookup ipc-posix-sem)",
    '(allow file-read-metadata (subpath "/"))',
    `(allow file-read* (literal "/") ${quoted("subpath", READABLE)} ${quoted("literal", READABLE_FILES)})`,
    `(allow file-read* file-write-data file-ioctl ${quoted("literal", DEVICES)} (subpath "/dev/fd"))`,
    '(allow file-read* (subpath (param "NODE")))',
    '(allow file-read* file-write* (subpath (param "WORKSPACE")))',
    network ? "(allow network* system-socket)" : "(deny network*)",
  ].join("\n")
}

export function wrapInSandboxExec(command: string[], options: { workspace: string; network: boolean }): string[] {
  const { workspace, network } = options
  const executable = realpathSync(process.execPath)
  const folder = dirname(executable)
  const node = basename(folder) === "bin" && dirname(folder) !== process.env.HOME ? dirname(folder) : executable
  // There is no private /tmp here; temporary files belong where the profile lets them be written.
  const environment = { ...commandEnvironment(workspace), TMPDIR: workspace }
  return [
    "/usr/bin/sandbox-exec",
    ...["-D", `WORKSPACE=${workspace}`, "-D", `NODE=${node}`, "-p", profile(network)],
    ...["/usr/bin/env", "-i", ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)],
    ...command,
  ]
}
