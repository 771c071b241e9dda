// What can be asked of a server under test from outside, by name.
import type { Agent } from "@/lib/core/agent"
import type { Event } from "@/lib/core/event"
import type { Message } from "@/lib/core/message"
import type { Request } from "@/lib/core/request"
import { NewTeam, type Team } from "@/lib/core/team"
import type { TeamView } from "@/lib/core/team-view"
import { spawnTeammate } from "@/lib/server/agents/spawn-teammate"
import { sendHumanMessage } from "@/lib/server/inbox/send-human-message"
import { getTeamView } from "@/lib/server/queries/get-team-view"
import { type Decision, decideRequest } from "@/lib/server/requests/decide-request"
import { requestShutdown } from "@/lib/server/requests/request-shutdown"
import type { Runtime } from "@/lib/server/runtime/runtime"
import { createTeam } from "@/lib/server/teams/create-team"
import { updateTeam } from "@/lib/server/teams/update-team"
import { unfinishedAgents } from "@/lib/server/wakeups/unfinished-agents"
import { setClock } from "./fault-clock"
import { allEvents } from "./test-runtime"

export type Verbs = {
  createTeam(input: { name: string; workspace?: string; machine?: string | null }): Promise<Team>
  change(input: {
    team: string
    machine?: string | null
    paused?: boolean
    policy?: { deadline_seconds: number; on_deadline: "reject" }
  }): Promise<Team>
  say(input: { team: string; to: string; content: string }): Promise<Message>
  spawn(input: { team: string; name: string; planRequired: boolean }): Promise<Agent>
  decide(input: { request: string; decision: Decision; by: string }): Promise<Request>
  leave(input: { team: string; name: string; force?: boolean }): Promise<Request>
  view(input: { team: string }): Promise<TeamView>
  events(input: { team: string }): Promise<Event[]>
  /** Who of a team has something to do, at work or not. */
  unfinished(input: { team: string }): Promise<string[]>
  problems(input: Record<string, never>): Promise<string[]>
  /** The wall clock of this process from now on, against the real one. */
  setClock(input: { aheadMs: number }): Promise<void>
  /** Nothing of this process's own goes on for so long, as in a loop that does not end. */
  block(input: { ms: number }): Promise<void>
}
export type VerbName = keyof Verbs

const BY = "human:dana"

export const createVerbs = (runtime: Runtime): Verbs => ({
  createTeam: (input) => createTeam(runtime, NewTeam.parse(input), BY),
  change: ({ team, ...change }) => updateTeam(runtime, team, change, BY),
  say: ({ team, to, content }) => sendHumanMessage(runtime, team, { to, content }, BY),
  spawn: ({ team, name, planRequired }) =>
    spawnTeammate(runtime, team, { name, role: "engineer", prompt: "Begin.", plan_required: planRequired }, BY),
  decide: ({ request, decision, by }) => decideRequest(runtime, request, decision, by),
  leave: ({ team, name, force }) => requestShutdown(runtime, team, name, { force }, BY),
  view: ({ team }) => getTeamView(runtime, team),
  events: ({ team }) => allEvents(runtime, team),
  unfinished: async ({ team }) =>
    (await unfinishedAgents(runtime.store.read)).filter((agent) => agent.team === team).map((agent) => agent.name),
  problems: async () => runtime.problems(),
  setClock: async ({ aheadMs }) => setClock(aheadMs),
  block: async ({ ms }) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
  },
})
