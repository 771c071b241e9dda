// A model that errs, breaks off, falls silent and floods, under servers that are killed meanwhile: the run comes to the same end.
import { describe, expect, it } from "vitest"
import { runUnderKills, setStage, sumOf } from "@/tests/support/fault-run"
import { STORY_END, storyScripts } from "@/tests/support/fault-story"
import { describeReport } from "@/tests/support/invariants"
import { failWith, Reply } from "@/tests/support/messages-api-reply"
import { createDatabase } from "@/tests/support/postgres"
import type { StoreKind } from "@/tests/support/test-runtime"

const KILLS = Math.ceil(Number(process.env.FAULT_KILLS ?? 10) * 0.3)
const WITHIN = 240_000 + KILLS * 30_000
/** No byte for this long counts as silence here; sixty seconds otherwise. */
const SILENCE = { MODEL_IDLE_MS: "700", MODEL_RETRIES: "1" }
const FLOOD = "All work and no play makes a long answer. ".repeat(1_000)

type Fault = { name: string; of: (reply: Reply, random: () => number) => Reply }

const FAULTS: readonly Fault[] = [
  { name: "erred", of: (_reply, random) => failWith([429, 500, 529][Math.floor(random() * 3)]!, { retryAfter: "0" }) },
  { name: "broke off", of: (reply, random) => reply.cutAfter(Math.floor(random() * 1_500)) },
  { name: "fell silent", of: (reply, random) => reply.stallAfter(Math.floor(random() * 1_500)) },
  { name: "erred in its stream", of: (reply) => reply.errorEvent() },
]

/** Every second answer goes wrong, never two of one agent in a row; what comes through is the story's own, or that in a flood. */
function moody(random: () => number) {
  const counts: Record<string, number> = {}
  const wrong = new Set<string>()
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  const pace = (reply: Reply, agent: string): Reply => {
    if (!wrong.delete(agent) && random() < 0.7) {
      wrong.add(agent)
      const fault = FAULTS[Math.floor(random() * FAULTS.length)]!
      count(fault.name)
      return fault.of(reply, random)
    }
    // Not in its last words, by which the end of the story is known.
    if (random() < 0.3 && reply.parts.blocks.some((block) => block.kind === "tool")) {
      count("flooded")
      return new Reply({ ...reply.parts, blocks: [{ kind: "text", text: FLOOD }, ...reply.parts.blocks] }).ping(200)
    }
    count("answered")
    return reply.slow(1)
  }
  return { pace, counts }
}

const RUNS: [title: string, kind: StoreKind, servers: number][] = [
  ["a server on the embedded store", "embedded", 1],
  ["two servers on PostgreSQL", "postgres", 2],
]

describe.concurrent("a model that goes wrong", () => {
  it.each(RUNS)(
    `under %s, killed ${KILLS} times meanwhile: nothing lost, early or twice`,
    async (title, kind, servers) => {
      const stage = await setStage(kind, createDatabase)
      const { pace, counts } = moody(Math.random)
      stage.api.use(storyScripts(pace))
      Object.assign(stage.variables, SILENCE)
      try {
        const outcomes = await runUnderKills(stage, { kills: KILLS, servers, random: Math.random })
        console.log(describeReport(`${title}, the model ${JSON.stringify(counts)}`, sumOf(outcomes)))
        expect(sumOf(outcomes).violations).toEqual([])
        for (const outcome of outcomes) {
          expect(outcome.end).toEqual(STORY_END)
          expect(outcome.refusals).toEqual([])
        }
      } finally {
        await stage.close()
      }
    },
    WITHIN,
  )
})
