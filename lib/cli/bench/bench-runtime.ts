// The server's own runtime for a measurement: a fresh store of either kind, and a model on loopback behind the real SDK.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { NewTeam, type Team } from "@/lib/core/team"
import { spawnTeammate } from "@/lib/server/agents/spawn-teammate"
import { parseEnv } from "@/lib/server/env"
import { type Runtime, startRuntime } from "@/lib/server/runtime/runtime"
import { createTeam } from "@/lib/server/teams/create-team"
import { makeTempDir, removeDir } from "@/tests/support/temp-dir"
import { sharedTemplate } from "@/tests/support/test-runtime"
import { ownCommand, root } from "../project"

export const BY = "human:bench"

export type BenchRuntime = {
  runtime: Runtime
  /** A real worker process on the same store; PostgreSQL only. */
  addWorker(): Promise<void>
  close(): Promise<void>
}

export async function openRuntime(options: {
  modelUrl: string
  databaseUrl?: string | null
  /** Decides and listens, but leaves running agents to workers. */
  idle?: boolean
}): Promise<BenchRuntime> {
  const dataDir = await makeTempDir("bench")
  const databaseUrl = options.databaseUrl ?? null
  const variables: Record<string, string> = { COUNTERSIGN_DATA: dataDir, ANTHROPIC_BASE_URL: options.modelUrl }
  if (databaseUrl) variables.DATABASE_URL = databaseUrl
  const template = databaseUrl ? null : await sharedTemplate()
  const runtime = await startRuntime(parseEnv(variables, root), { template, idle: options.idle ?? false })
  const workers: ChildProcess[] = []
  return {
    runtime,
    addWorker: async () => {
      workers.push(await startWorker(variables))
    },
    close: async () => {
      await Promise.all(workers.map(endProcess))
      await runtime.stop()
      await removeDir(dataDir)
    },
  }
}

async function startWorker(variables: Record<string, string>): Promise<ChildProcess> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "production" as const, ...variables }
  const child = spawn(process.execPath, ownCommand("worker"), { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] })
  const ended = once(child, "exit").then(() => Promise.reject(new Error("A worker ended before it ran anything.")))
  await Promise.race([once(child.stdout!, "data"), ended])
  ended.catch(() => {})
  child.stdout!.resume()
  return child
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, "exit")
  child.kill("SIGTERM")
  await ended
}

export const newTeam = (runtime: Runtime, name: string): Promise<Team> =>
  createTeam(runtime, NewTeam.parse({ name }), BY)

export async function spawnAll(runtime: Runtime, team: Team, names: readonly string[]): Promise<void> {
  for (const name of names)
    await spawnTeammate(runtime, team.id, { name, role: "engineer", prompt: "Begin.", plan_required: true }, BY)
}
