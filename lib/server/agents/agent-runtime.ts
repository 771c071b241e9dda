// What running agents takes beyond the verbs: a model, a sandbox, and how patient to be.
import "server-only"
import type { ServerContext } from "@/lib/server/context"
import type { AgentRow } from "@/lib/server/db/agent-rows"
import type { Fence } from "@/lib/server/db/fence"
import type { StoredAnswer } from "@/lib/server/db/schema"
import type { TeamRow } from "@/lib/server/db/team-rows"
import type { ModelClient } from "@/lib/server/model/model-client"
import type { Sandbox } from "@/lib/server/sandbox/probe-sandbox"
import type { Tracer } from "@/lib/server/telemetry/tracer"

export type AgentRuntime = ServerContext & {
  model: ModelClient
  sandbox: Sandbox
  tracer: Tracer
  retry: { baseMs: number; capMs: number; attempts: number }
  /** Tokens of one exchange beyond which a summary takes the conversation's place. */
  compactAt: number
}

/** A turn under way: who, under which fence, and how far it has come. */
export type Begun = {
  fence: Fence
  agent: AgentRow
  team: TeamRow
  turn: { no: number; answer: StoredAnswer | null; attempts: number; maxTokens: number | null }
  /** The answer is not on record yet: it is written in the transaction of its first tool. */
  unstored: StoredAnswer | null
  /** The agent's row as the end of the turn left it. */
  left: Pick<AgentRow, "wake" | "stop" | "status"> | null
}

/** Under what conditions an agent is run here. */
export type Permit = {
  /** Asked between turns. */
  mayGoOn(): boolean
  /** Asked under the agent's lock: whether the team's machine is the one this run was given out for. */
  belongsHere(machine: string | null): boolean
}

/** The hand on a running agent: aborting `stream` ends the model call, `command` the running tool. */
export type Control = { stream: AbortController; command: AbortController; leaving: boolean }

export const newControl = (): Control => ({
  stream: new AbortController(),
  command: new AbortController(),
  leaving: false,
})

/** The agent must stop here: an end was ordered, or this process is going down. The rows say what happens next. */
export class Interrupted extends Error {
  override name = "Interrupted"
}
