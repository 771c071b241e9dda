// Agents of a team: spawning, looking at one, revoking its gate, resuming it.
import "server-only"
import { z } from "zod"
import { Agent, Usage } from "@/lib/core/agent"
import { GATES } from "@/lib/core/gate-rule"
import { Lease } from "@/lib/core/plan"
import { resumeAgent } from "@/lib/server/agents/resume-agent"
import { revokeGate } from "@/lib/server/agents/revoke-gate"
import { spawnTeammate } from "@/lib/server/agents/spawn-teammate"
import { getAgent } from "@/lib/server/queries/get-agent"
import { NewTeammate } from "@/lib/server/teams/add-teammate"
import { Generation } from "../paging"
import { route } from "../route"
import { endpoint } from "../serve"

export const agents = endpoint("/api/teams/{team}/agents", {
  POST: route({
    access: "operate",
    summary: "Spawn a teammate",
    body: NewTeammate,
    status: 201,
    answer: z.object({ agent: Agent }),
    kept: (agent: Agent) => ({ agent }),
    handler: async ({ runtime, params, body, principal }) => ({
      agent: await spawnTeammate(runtime, params.team!, body, principal.subject),
    }),
  }),
})

export const agent = endpoint("/api/teams/{team}/agents/{name}", {
  GET: route({
    access: "read",
    summary: "An agent, its gate, its lease and what it has used",
    query: z.object({ generation: Generation }),
    answer: z.object({ agent: Agent, gate: z.enum(GATES), lease: Lease.nullable(), usage: Usage }),
    handler: async ({ runtime, params, query }) => {
      const found = await getAgent(runtime, params.team!, params.name!, query.generation)
      return { agent: found, gate: found.gate, lease: found.lease, usage: found.usage }
    },
  }),
})

export const revoke = endpoint("/api/teams/{team}/agents/{name}/revoke", {
  POST: route({
    access: "operate",
    summary: "Close an agent's open gate",
    body: z.strictObject({}),
    answer: z.object({ agent: Agent }),
    kept: (agent: Agent) => ({ agent }),
    handler: async ({ runtime, params, principal }) => ({
      agent: await revokeGate(runtime, params.team!, params.name!, principal.subject),
    }),
  }),
})

export const resume = endpoint("/api/teams/{team}/agents/{name}/resume", {
  POST: route({
    access: "operate",
    summary: "Take a failed agent to idle and wake it",
    body: z.strictObject({}),
    answer: z.object({ agent: Agent }),
    kept: (agent: Agent) => ({ agent }),
    handler: async ({ runtime, params, principal }) => ({
      agent: await resumeAgent(runtime, params.team!, params.name!, principal.subject),
    }),
  }),
})
