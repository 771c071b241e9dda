// Which build is being served: the digest that the build left beside itself.
import "server-only"
import fs from "node:fs"
import path from "node:path"

export const STAMP_NAME = "countersign-build.txt"

/** Empty when there is none: while developing, pages are replaced as they change. */
export function servedBuild(): string {
  const file = path.resolve(process.env.NEXT_DIST_DIR || ".next", STAMP_NAME)
  try {
    return fs.readFileSync(/* turbopackIgnore: true */ file, "utf8").trim().slice(0, 16)
  } catch {
    return ""
  }
}
