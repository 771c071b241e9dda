// One disturbed run: a store, a scripted model, a server process that is killed at random points, and the checker at its end.
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { parseEnv } from "@/lib/server/env"
import { getTeamView } from "@/lib/server/queries/get-team-view"
import { type Runtime, startRuntime } from "@/lib/server/runtime/runtime"
import { FaultChild, NoAnswer } from "./fault-child"
import { playPerson } from "./fault-person"
import { noPromises, type Promised } from "./fault-promises"
import { BRIEF, endOf, MATES, storyScripts } from "./fault-story"
import { checkInvariants, mergeReports, type Report } from "./invariants"
import { MessagesApi } from "./messages-api"
import { makeTempDir, removeDir } from "./temp-dir"
import { type StoreKind, sharedTemplate } from "./test-runtime"
import { waitFor } from "./wait-for"

export type Stage = {
  api: MessagesApi
  variables: Record<string, string>
  close(): Promise<void>
}

/** Everything outside the server: the model's API, the data folder, and for PostgreSQL an empty database. */
export async function setStage(kind: StoreKind, createDatabase: () => Promise<string>): Promise<Stage> {
  const dataDir = await makeTempDir("faults")
  const api = await MessagesApi.start(storyScripts((reply) => reply.slow(1)))
  const store: Record<string, string> =
    kind === "postgres" ? { DATABASE_URL: await createDatabase() } : { TEMPLATE: await sharedTemplate() }
  return {
    api,
    variables: { COUNTERSIGN_DATA: dataDir, ANTHROPIC_BASE_URL: api.url, ...store },
    close: async () => {
      await api.close()
      await removeDir(dataDir)
    },
  }
}

export type Run = { team: string; workspace: string; promised: Promised }

/** A team, its brief, and the person's first words. */
export async function beginRun(server: FaultChild): Promise<Run> {
  const team = await server.ask("createTeam", { name: "Under fire" })
  await mkdir(team.workspace, { recursive: true })
  await writeFile(join(team.workspace, BRIEF), "Each does its part.\n")
  const promised = noPromises()
  const message = await server.ask("say", { team: team.id, to: "lead", content: "Begin." })
  promised.messages.add(message.id)
  return { team: team.id, workspace: team.workspace, promised }
}

export type Outcome = { report: Report; end: ReturnType<typeof endOf>; refusals: string[] }

/** Reads the end of a run with a process of its own that runs no agents; the embedded store must be free for it. */
export async function judgeRun(stage: Stage, run: Run): Promise<Outcome> {
  const runtime = await openStore(stage)
  try {
    const report = await checkInvariants(runtime.store.read, run.team, run.promised)
    const view = await getTeamView(runtime, run.team)
    const texts = await Promise.all(
      MATES.map(async (name) => [`${name}/out.txt`, await readOr(join(run.workspace, name, "out.txt"))] as const),
    )
    return { report, end: endOf(view, Object.fromEntries(texts)), refusals: stage.api.refusals }
  } finally {
    await runtime.stop()
  }
}

/** A runtime that runs no agents and only reads; on the embedded store no server may run beside it. */
export const openStore = (stage: Stage): Promise<Runtime> =>
  startRuntime(parseEnv(stage.variables, "/"), { idle: true })

/** An undisturbed run from its first word to its end, by a server of its own. */
export async function runOnce(stage: Stage, broken?: string): Promise<Run> {
  const server = await startServer(stage, broken)
  try {
    const run = await beginRun(server)
    await playPerson(() => server, run.team, run.promised, PATIENCE_MS)
    await server.stop()
    return run
  } finally {
    await server.kill9()
  }
}

/** As built, or broken on purpose in one place. */
export const startServer = (stage: Stage, broken?: string, variables: Record<string, string> = {}) =>
  FaultChild.start({
    variables: { ...stage.variables, ...variables, ...(broken ? { BROKEN: broken } : {}) },
    ...(broken ? { preload: "./tests/support/fault-broken.mjs" } : {}),
  })

const readOr = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "(missing)")

export type Killing = {
  kills: number
  /** How many servers share the store; each kill hits one of them. */
  servers: number
  random: () => number
  onKill?: (n: number) => unknown
  /** Each run has come to its end, however long the others take. */
  onRun?: (outcome: Outcome) => unknown
}

/** Kills servers at `kills` random points of as many runs as that takes; each run goes on to its end. */
export async function runUnderKills(stage: Stage, killing: Killing): Promise<Outcome[]> {
  const { kills, random } = killing
  const outcomes: Outcome[] = []
  const servers = await Promise.all(Array.from({ length: killing.servers }, () => startServer(stage)))
  const anyServer = () => servers[Math.floor(random() * servers.length)]!
  try {
    for (let killed = 0; killed < kills || outcomes.length === 0; ) {
      const run = await beginRun(anyServer())
      let over = false
      const played = playPerson(anyServer, run.team, run.promised, PATIENCE_MS).finally(() => {
        over = true
      })
      while (killed < kills && (await nextMoment(stage.api, random, () => over))) {
        const server = anyServer()
        await server.kill9()
        killed++
        killing.onKill?.(killed)
        await server.start()
        await greet(server, run, killed)
      }
      await played
      await nobodyToWake(anyServer, run.team)
      await playPerson(anyServer, run.team, run.promised, PATIENCE_MS)
      await Promise.all(servers.map((server) => server.stop()))
      const outcome = await judgeRun(stage, run)
      outcomes.push(outcome)
      killing.onRun?.(outcome)
      if (killed < kills) await Promise.all(servers.map((server) => server.start()))
    }
  } finally {
    await Promise.all(servers.map((server) => server.kill9()))
  }
  return outcomes
}

/**
 * The last greeting may have come after the story's end, to a lead whose job a dead server still held: it is heard, and
 * answered, before the servers stop. Whoever is not woken within any takeover is stuck, and the checker says so.
 */
async function nobodyToWake(server: () => FaultChild, team: string): Promise<void> {
  const asked = async () => (await server().ask("unfinished", { team })).length === 0
  await waitFor("nobody is left to be woken", asked, { within: TAKEOVER_MS }).catch(() => {})
}

const TAKEOVER_MS = 20_000
/** Longer than any takeover: a run in which nothing happens for so long is stuck, and the checker says where. */
const PATIENCE_MS = 45_000
const MOST_CALLS = 4
/** On PostgreSQL the agents of a dead server wait until they may be taken over; the next kill does not wait for them. */
const LONGEST_WAIT_MS = 2_500
const LONGEST_MOMENT_MS = 150

/** After a few more calls to the model, and then anywhere: while it streams, is stored, runs its tools, or ends its turn. */
async function nextMoment(api: MessagesApi, random: () => number, over: () => boolean): Promise<boolean> {
  const enough = api.calls.length + 1 + Math.floor(random() * MOST_CALLS)
  const late = Date.now() + LONGEST_WAIT_MS
  while (api.calls.length < enough && Date.now() < late && !over()) await pause(3)
  if (over()) return false
  await pause(random() * LONGEST_MOMENT_MS)
  return !over()
}

/** A message between two kills: once its arrival is acknowledged, the lead must hear it exactly once. */
async function greet(server: FaultChild, run: Run, n: number): Promise<void> {
  try {
    const message = await server.ask("say", { team: run.team, to: "lead", content: `Still there? (${n})` })
    run.promised.messages.add(message.id)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
  }
}

export const sumOf = (outcomes: readonly Outcome[]): Report => mergeReports(outcomes.map((outcome) => outcome.report))
