// Which part of a thirty-turn teammate's input tokens is read from the prompt cache, as the scripted API counts it.
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { decideRequest } from "@/lib/server/requests/decide-request"
import { MessagesApi, type Script } from "@/tests/support/messages-api"
import { say, think } from "@/tests/support/messages-api-reply"
import { waitForEvent } from "@/tests/support/test-runtime"
import { BY, newTeam, openRuntime, spawnAll } from "./bench-runtime"
import { figure } from "./figure"
import { followPlans } from "./plan-rounds"
import type { Section } from "./section"

const SECTION = "cache"
const TURNS = 30
const PLAN_AT = 5

/** Reads, plans, is approved, writes and tests: the tools of a usual piece of work. */
const work: Script = (_request, call) => {
  if (call === PLAN_AT)
    return think("I know enough.").useTool("submit_plan", {
      title: "Tidy the notes",
      plan: "1. Rewrite every part\n2. Read it again",
      files: ["*.md"],
      commands: [],
      risk: "low",
    })
  if (call === TURNS) return say("All parts are tidy.")
  if (call > PLAN_AT && call % 2 === 0)
    return think("The next part.").useTool("write_file", { path: `part-${call}.md`, content: LINES })
  return think("Let me look.").say(`Step ${call}.`).useTool("read_file", { path: "notes.md" })
}

const LINES = "A line of notes that somebody will want to read again one day.\n".repeat(12)

export const cache: Section = async () => {
  const api = await MessagesApi.start({ lead: () => say("Noted."), "*": work })
  const bench = await openRuntime({ modelUrl: api.url })
  try {
    const team = await newTeam(bench.runtime, "Cache")
    await writeFile(join(team.workspace, "notes.md"), LINES)
    const plans = followPlans(bench.runtime, team.id)
    await spawnAll(bench.runtime, team, ["alice"])
    const request = await plans.pending("alice")
    await decideRequest(
      bench.runtime,
      request.request_id,
      { approve: true, payload_sha256: request.payload_sha256 },
      BY,
    )
    await waitForEvent(
      bench.runtime,
      team.id,
      "alice is done",
      (event) => event.agent === "alice" && event.type === "agent.status_changed" && event.data.status === "idle",
      120_000,
    )
    plans.stop()
    const usages = api.callsOf("alice").flatMap((call) => (call.usage ? [call.usage] : []))
    const sum = (pick: (usage: (typeof usages)[number]) => number) => usages.reduce((all, each) => all + pick(each), 0)
    const read = sum((usage) => usage.cache_read_input_tokens)
    const rest = sum((usage) => usage.input_tokens + usage.cache_creation_input_tokens)
    const about = `a ${usages.length}-turn teammate`
    return {
      figures: [
        figure(SECTION, api.cacheShare("alice") * 100, "%", {
          what: `${about}: input tokens read from the cache`,
          target: { least: 93 },
        }),
        figure(SECTION, read, "tokens", { what: `${about}: read from the cache` }),
        figure(SECTION, rest, "tokens", { what: `${about}: sent anew` }),
      ],
      notes: api.refusals.length > 0 ? [`The scripted API refused: ${api.refusals.join("; ")}`] : [],
    }
  } finally {
    await bench.close()
    await api.close()
  }
}
