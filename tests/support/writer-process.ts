// A process to be killed: uses the verbs as fast as it can and prints each acknowledgement only after it was given.
import { writeSync } from "node:fs"
import { NewTeam } from "@/lib/core/team"
import { spawnTeammate } from "@/lib/server/agents/spawn-teammate"
import { parseEnv } from "@/lib/server/env"
import { sendHumanMessage } from "@/lib/server/inbox/send-human-message"
import { listTeams } from "@/lib/server/queries/list-teams"
import { decideRequest } from "@/lib/server/requests/decide-request"
import { requestShutdown } from "@/lib/server/requests/request-shutdown"
import { startRuntime } from "@/lib/server/runtime/runtime"
import { createTeam } from "@/lib/server/teams/create-team"
import type { Acknowledged } from "./acknowledged"
import { submitPlan } from "./submit-plan"

const LANES = 3
const BY = "human:dana"

/** Straight into the pipe: what was printed is out, whatever happens to this process in the next instant. */
const acknowledge = (line: Acknowledged): void => {
  writeSync(1, `${JSON.stringify(line)}\n`)
}

const runtime = await startRuntime(parseEnv(process.env, process.cwd()), {
  idle: true,
  template: process.env.TEMPLATE ?? null,
})
const known = (await listTeams(runtime))[0]?.team
const team = known ?? (await createTeam(runtime, NewTeam.parse({ name: "Written under fire" }), BY))
acknowledge({ kind: "team", id: team.id })
await Promise.all(Array.from({ length: LANES }, (_, lane) => write(`w${process.pid}-${lane}`)))

async function write(lane: string): Promise<never> {
  for (let n = 0; ; n++) {
    const name = `${lane}-${n}`
    await spawnTeammate(runtime, team.id, { name, role: "writer", prompt: "Write." }, BY)
    const message = await sendHumanMessage(runtime, team.id, { to: "lead", content: `Ask ${name}.` }, BY)
    acknowledge({ kind: "message", id: message.id })
    for (const approve of [false, true]) {
      const plan = await submitPlan(runtime, team.id, name, { plan: `Write as ${name}.`, files: [`${name}.txt`] })
      acknowledge({ kind: "request", id: plan.request_id, status: plan.status })
      const decision = { approve, payload_sha256: plan.payload_sha256 }
      const decided = await decideRequest(runtime, plan.request_id, decision, BY)
      acknowledge({ kind: "request", id: decided.request_id, status: decided.status })
    }
    const shutdown = await requestShutdown(runtime, team.id, name, {}, BY)
    acknowledge({ kind: "request", id: shutdown.request_id, status: shutdown.status })
  }
}
