// Where the project lies, where its build goes, and how its own commands and tools are started.
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..")

/** The build folder by the same rule as next.config.ts. */
export const distDir = (): string => join(root, process.env.NEXT_DIST_DIR || ".next")

/** What `run.mjs` hands to a command beside its arguments. */
export type Loader = { compiled(): Promise<void> }

/** The arguments of `node` that run one of our own commands. */
export const ownCommand = (name: string, ...args: string[]): string[] => [
  "--conditions=react-server",
  join(root, "lib", "cli", "run.mjs"),
  name,
  ...args,
]

/** A tool's script in node_modules, run by this very Node: no shell and no PATH in between. */
export const tool = (path: string): string => join(root, "node_modules", path)
