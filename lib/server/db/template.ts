// An initialised, migrated data directory made at build time: PGlite's first init is slow and peaks at 800 MB.
import "server-only"
import fs from "node:fs"
import path from "node:path"
import { openEmbedded } from "./embedded"
import { migrate } from "./migrate"

/** Fills `directory` with a database that a first start only has to copy. */
export async function createTemplate(directory: string): Promise<void> {
  const scratch = `${directory}.making`
  fs.rmSync(scratch, { recursive: true, force: true })
  const engine = await openEmbedded(scratch, null)
  await migrate(engine)
  await engine.close()
  fs.rmSync(directory, { recursive: true, force: true })
  fs.renameSync(path.join(scratch, "db"), directory)
  fs.rmSync(scratch, { recursive: true, force: true })
}

/** The folder inside the build that holds it. */
export const TEMPLATE_NAME = "countersign-template"
