// Installs one of Debian's packages that the tests need, where that is allowed: as root, on Debian.
import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"

/** False where it is not allowed or did not work; the caller says what that means. */
export function installFromDebian(name: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return false
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  const apt = (...args: string[]) => execFileSync("apt-get", args, { stdio: "inherit", env })
  const install = () => apt("install", "-y", "--no-install-recommends", name)
  try {
    install()
  } catch {
    try {
      // A fresh container has no package lists yet.
      apt("update")
      install()
    } catch {
      return false
    }
  }
  return true
}
