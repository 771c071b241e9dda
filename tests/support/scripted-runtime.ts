// Teams whose agents speak by script, through the real SDK and the real wire format. The tests of one file share a runtime; each has a team, scripts and calls of its own.
import { afterAll } from "vitest"
import { NewTeam, type Team } from "@/lib/core/team"
import { AnthropicClient } from "@/lib/server/model/anthropic-client"
import { getTeamView } from "@/lib/server/queries/get-team-view"
import { requestShutdown } from "@/lib/server/requests/request-shutdown"
import type { RuntimeOptions } from "@/lib/server/runtime/runtime"
import { createTeam } from "@/lib/server/teams/create-team"
import { MessagesApi, type RecordedCall, type Script, type Scripts, scriptFor } from "./messages-api"
import { failWith } from "./messages-api-reply"
import { openTestRuntime, type StoreKind, type TestRuntime } from "./test-runtime"

/** The scripted API as one team sees it. */
export type TeamApi = Pick<MessagesApi, "callsOf" | "waitForCall" | "cacheShare"> & {
  readonly calls: RecordedCall[]
  readonly refusals: string[]
}
export type ScriptedRuntime = TestRuntime & { readonly api: TeamApi; readonly team: Team }
type Options = RuntimeOptions & {
  team?: Partial<NewTeam>
  idleMs?: number
  variables?: Record<string, string>
  /** A store of its own, for a test that looks at all of it. */
  alone?: boolean
}

type Stage = { opened: TestRuntime; api: MessagesApi; scripts: Map<string, Scripts> }
const shared = new Map<StoreKind, Promise<Stage>>()

afterAll(async () => {
  for (const stage of shared.values()) await closeStage(await stage)
})

export async function openScriptedRuntime(
  kind: StoreKind,
  scripts: Scripts,
  { team: asked, alone, idleMs, ...options }: Options = {},
): Promise<ScriptedRuntime> {
  const own = alone === true || idleMs !== undefined || Object.keys(options).length > 0
  const stage = await (own ? openStage(kind, options, idleMs) : sharedStage(kind))
  const { opened, api } = stage
  const team = await createTeam(opened.runtime, NewTeam.parse({ name: "Test team", ...asked }), "human:operator")
  stage.scripts.set(team.id, scripts)
  return {
    team,
    api: teamApi(api, team.id),
    dataDir: opened.dataDir,
    databaseUrl: opened.databaseUrl,
    get runtime() {
      return opened.runtime
    },
    restart: opened.restart,
    close: () => (own ? closeStage(stage) : leaveStage(stage, team.id)),
  }
}

function sharedStage(kind: StoreKind): Promise<Stage> {
  const known = shared.get(kind) ?? openStage(kind, {})
  shared.set(kind, known)
  return known
}

async function openStage(
  kind: StoreKind,
  options: Pick<Options, "variables"> & RuntimeOptions,
  idleMs?: number,
): Promise<Stage> {
  const scripts = new Map<string, Scripts>()
  const over: Script = () => failWith(400, { message: "The test of this team is over." })
  const api = await MessagesApi.start((request, call, about) =>
    scriptFor(scripts.get(about.team) ?? over, about.agent)(request, call, about),
  )
  const model = new AnthropicClient({ apiKey: "sk-test", authToken: null, baseURL: api.url, retries: 0, idleMs })
  return { opened: await openTestRuntime(kind, { model, ...options }), api, scripts }
}

async function closeStage({ opened, api }: Stage): Promise<void> {
  await opened.close()
  await api.close()
}

/** Whatever of the team still runs ends with its test: nothing of it may meet the next one. */
async function leaveStage({ opened: { runtime }, scripts }: Stage, team: string): Promise<void> {
  scripts.delete(team)
  for (const { name, generation, kind, status } of (await getTeamView(runtime, team)).agents) {
    if (status !== "working" && status !== "stopping") continue
    if (kind === "lead") runtime.interrupt({ team, name, generation }, true)
    else await requestShutdown(runtime, team, name, { force: true }, "human:operator")
  }
}

function teamApi(api: MessagesApi, team: string): TeamApi {
  const of = (agent: string) => `${team}:${agent}`
  return {
    get calls() {
      return api.calls.filter((call) => call.team === team)
    },
    get refusals() {
      return this.calls.flatMap((call) => (call.refused === null ? [] : [`${call.agent}: ${call.refused}`]))
    },
    callsOf: (agent) => api.callsOf(of(agent)),
    waitForCall: (agent, n) => api.waitForCall(of(agent), n),
    cacheShare: (agent) => api.cacheShare(of(agent)),
  }
}
