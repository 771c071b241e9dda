// The sandbox on Linux: bubblewrap with the workspace, read-only system folders, and its own everything else.
import "server-only"
import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { commandEnvironment } from "./command-environment"

const SYSTEM_FOLDERS = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"]

/** What programs need to run; not all of /etc, because as root its secrets would be readable. */
const ETC = [
  "alternatives",
  "ca-certificates/extracted",
  "debian_version",
  "fonts",
  "group",
  "host.conf",
  "hosts",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "localtime",
  "magic",
  "mime.types",
  "nsswitch.conf",
  "os-release",
  "passwd",
  "perl",
  "pki/ca-trust/extracted",
  "pki/tls/certs",
  "protocols",
  "python3",
  "services",
  "ssl/certs",
  "ssl/openssl.cnf",
  "terminfo",
  "timezone",
]
const ETC_FOR_NETWORK = ["gai.conf", "resolv.conf"]

/** A root without capabilities may still write these, and core_pattern alone would be a way out; hence read-only. */
const PROC_COVERED = ["acpi", "asound", "bus", "fs", "irq", "mtrr", "scsi", "sys", "sysrq-trigger"]

export function wrapInBubblewrap(command: string[], options: { workspace: string; network: boolean }): string[] {
  const { workspace, network } = options
  // /tmp is its own and gone afterwards, so a home there leaves nothing in the workspace that nobody asked for.
  const environment = Object.entries(commandEnvironment("/tmp"))
  return [
    "bwrap",
    ...["--die-with-parent", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
    ...(network ? [] : ["--unshare-net"]),
    ...["--cap-drop", "ALL", "--clearenv"],
    ...environment.flatMap(([name, value]) => ["--setenv", name, value]),
    ...["--ro-bind", "/usr", "/usr"],
    ...SYSTEM_FOLDERS.flatMap(systemFolder),
    ...[...ETC, ...(network ? ETC_FOR_NETWORK : [])].flatMap((name) => readOnly(`/etc/${name}`)),
    ...nodeInstallation(),
    ...["--proc", "/proc"],
    ...PROC_COVERED.flatMap((name) => readOnly(`/proc/${name}`)),
    ...["--dev", "/dev", "--tmpfs", "/tmp"],
    ...["--bind", workspace, workspace],
    // Last: what is written beside the workspace would vanish silently; this way it is refused.
    ...["--remount-ro", "/", "--chdir", workspace, "--"],
    ...command,
  ]
}

const readOnly = (path: string): string[] => (existsSync(path) ? ["--ro-bind", path, path] : [])

/** Symlinks into /usr on most systems today, real folders on the others. */
function systemFolder(path: string): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return []
  return found.isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path]
}

/** A Node outside /usr is shown with its npm; a lone executable alone, for its folder may be somebody's home. */
function nodeInstallation(): string[] {
  const executable = realpathSync(process.execPath)
  if (executable.startsWith("/usr/") || SYSTEM_FOLDERS.some((folder) => executable.startsWith(`${folder}/`))) return []
  const prefix = dirname(dirname(executable))
  const whole = basename(dirname(executable)) === "bin" && existsSync(join(prefix, "include/node/node.h"))
  return readOnly(whole ? prefix : executable)
}
