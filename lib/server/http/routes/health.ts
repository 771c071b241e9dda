// GET /api/health: is it up, what does it run on, and what is wrong with it.
import "server-only"
import { sql } from "drizzle-orm"
import { z } from "zod"
import { route } from "../route"
import { endpoint } from "../serve"

const Health = z.object({
  status: z.enum(["ok", "degraded"]),
  problems: z.array(z.string()),
  version: z.string(),
  store: z.enum(["embedded", "postgres"]),
  model: z.enum(["anthropic", "rehearsal"]),
  sandbox: z.boolean(),
})

export const health = endpoint("/api/health", {
  GET: route({
    access: "public",
    summary: "Whether the server is well, and what it runs on",
    answer: Health,
    handler: async ({ runtime }) => {
      const reachable = await runtime.store.read.execute(sql`select 1`).then(
        () => [],
        () => ["The database does not answer."],
      )
      const problems = [...runtime.problems(), ...reachable]
      const { version, store, model, sandbox } = runtime.facts
      return { status: problems.length === 0 ? "ok" : "degraded", problems, version, store, model, sandbox }
    },
  }),
})
