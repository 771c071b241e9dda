// Reads the project's own source files and the imports between them, for the tests that hold its architecture.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join, normalize, relative } from "node:path"
import { fileURLToPath } from "node:url"

export type Import = { specifier: string; typeOnly: boolean; file: string | null }
export type SourceFile = { path: string; text: string; imports: Import[] }

const root = fileURLToPath(new URL("../..", import.meta.url))
const folders = ["app", "components", "lib", "tests"]
const isSource = (name: string) => /\.(tsx?|mjs)$/.test(name) && !name.endsWith(".d.ts")

/** Every source file of ours: the four folders, and what tools insist on finding at the top. */
export function readSourceFiles(): SourceFile[] {
  const paths = [...readdirSync(root).filter(isSource), ...folders.flatMap((folder) => walk(folder))]
  return paths.map((path) => {
    const text = readFileSync(join(root, path), "utf8")
    return { path, text, imports: importsOf(path, text) }
  })
}

function walk(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return walk(path)
    return isSource(entry.name) ? [path] : []
  })
}

const STATEMENT = /^\s*(?:import|export)\b(?<type>\s+type\b)?(?:[^"'`;=()]*?\bfrom)?\s*["'](?<from>[^"']+)["']/gm
const DYNAMIC = /\bimport\(\s*["'](?<from>[^"']+)["']\s*\)/g

/** What a text imports; `file` is the project's own file it means, or null for a package. */
export function importsOf(path: string, text: string): Import[] {
  const found = [...text.matchAll(STATEMENT), ...text.matchAll(DYNAMIC)]
  return found.map(({ groups }) => {
    const specifier = groups!.from!
    return { specifier, typeOnly: groups!.type !== undefined, file: ownFile(path, specifier) }
  })
}

function ownFile(path: string, specifier: string): string | null {
  const target = specifier.startsWith("@/")
    ? specifier.slice(2)
    : specifier.startsWith(".")
      ? relative(".", normalize(join(dirname(path), specifier)))
      : null
  if (target === null) return null
  const candidates = [target, ...[".ts", ".tsx", ".mjs", "/index.ts", "/index.tsx"].map((end) => target + end)]
  return candidates.find((file) => existsSync(join(root, file)) && statSync(join(root, file)).isFile()) ?? target
}
