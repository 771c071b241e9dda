// A copy of the embedded store while it is in use, for `npm run backup`.
import "server-only"
import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"
import { route } from "../route"
import { endpoint } from "../serve"

export const backup = endpoint("/api/backup", {
  POST: route({
    access: "operate",
    summary: "Copy the embedded store into a new folder of the data directory",
    body: z.strictObject({}),
    status: 201,
    answer: z.object({ folder: z.string() }),
    handler: async ({ runtime }) => {
      const parent = join(runtime.env.dataDir, "backups")
      await mkdir(parent, { recursive: true, mode: 0o700 })
      const folder = join(parent, new Date().toISOString().replace(/[:.]/g, "-"))
      await runtime.store.engine.backup(folder)
      return { folder }
    },
  }),
})
