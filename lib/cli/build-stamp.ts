// Tells whether the build in the dist folder is the build of these sources: a digest kept beside it.
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { STAMP_NAME } from "@/lib/server/runtime/build-stamp"
import { distDir, root } from "./project"

/** All that goes into a build; commands and tests do not, nor tsconfig.json, which Next itself rewrites. */
const folders = ["app", "components", "lib", "public"]
const outside = [join("lib", "cli")]
const atTop = /^(instrumentation|proxy|next\.config|postcss\.config|package|package-lock)\.(ts|mjs|js|json)$/

const stampFile = () => join(distDir(), STAMP_NAME)

export const buildIsCurrent = (digest: string): boolean =>
  existsSync(stampFile()) && readFileSync(stampFile(), "utf8") === digest

export const stampBuild = (digest: string): void => writeFileSync(stampFile(), digest)

export const unstampBuild = (): void => rmSync(stampFile(), { force: true })

/** Also over the place and the Node: a build remembers where it was made. */
export function sourceDigest(): string {
  const hash = createHash("sha256").update(`${root}\0${process.version}\0${process.platform}-${process.arch}`)
  const files = [...readdirSync(root).filter((name) => atTop.test(name)), ...folders.flatMap(walk)].sort()
  for (const file of files) {
    const content = readFileSync(join(root, file))
    hash.update(`\0${file}\0${content.length}\0`).update(content)
  }
  return hash.digest("hex")
}

function walk(folder: string): string[] {
  if (outside.includes(folder) || !existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return walk(path)
    return entry.isFile() ? [path] : []
  })
}
