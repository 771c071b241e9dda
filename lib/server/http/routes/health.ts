// GET /api/health: is it up, what does it run on, and what is wrong with it.
import "server-only"
import { z } from "zod"
import { BUILD_HEADER } from "@/lib/core/page-views"
import type { Database } from "@/lib/server/db/database"
import { strandedTeams } from "@/lib/server/db/process-rows"
import { jsonAnswer } from "../error-answer"
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

/** A database that falls silent must not silence the answer. */
const ANSWER_MS = 3_000
const SILENT = ["The database does not answer."]

function within(ms: number, asked: Promise<string[]>): Promise<string[]> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(SILENT), ms)
    asked
      .catch(() => SILENT)
      .then((problems) => {
        clearTimeout(timer)
        resolve(problems)
      })
  })
}

/** Nobody is signed in here, so names stay with the doctor and the team's own page. */
async function storeProblems(db: Database): Promise<string[]> {
  const { length } = await strandedTeams(db)
  if (length === 0) return []
  const teams = length === 1 ? "One team is" : `${length} teams are`
  return [`${teams} pinned to a machine of which no process runs; npm run doctor names it.`]
}

export const health = endpoint("/api/health", {
  GET: route({
    access: "public",
    summary: "Whether the server is well, and what it runs on",
    answer: Health,
    handler: async ({ runtime }) => {
      const problems = [...runtime.problems(), ...(await within(ANSWER_MS, storeProblems(runtime.store.read)))]
      const { version, build, store, model, sandbox } = runtime.facts
      const status = problems.length === 0 ? "ok" : "degraded"
      return jsonAnswer(200, { status, problems, version, store, model, sandbox }, { [BUILD_HEADER]: build })
    },
  }),
})
