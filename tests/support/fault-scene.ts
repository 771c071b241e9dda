// A scene of several server processes on one store, cleaned away when its test is over.
import { expect } from "vitest"
import { FaultChild } from "./fault-child"
import { judgeRun, type Run, type Stage, setStage } from "./fault-run"
import { MATES, storyScripts } from "./fault-story"
import { describeReport } from "./invariants"
import { createDatabase } from "./postgres"
import { TcpProxy } from "./tcp-proxy"
import type { StoreKind } from "./test-runtime"

export type Scene = {
  stage: Stage
  /** `web` runs no agents. */
  start(role: "web" | "worker", variables?: Record<string, string>): Promise<FaultChild>
  throughProxy(): Promise<{ proxy: TcpProxy; url: string }>
  /** The one checker: its counts are printed, and it must find nothing. */
  judge(title: string, run: Run): Promise<Awaited<ReturnType<typeof judgeRun>>["end"]>
  /** The teammates' answers are held back until they are let go. */
  holdTeammates(): () => void
  allAsk(n: number): Promise<unknown>
}

/** `onEnd` takes what is to be undone, the last first. */
export async function openScene(
  kind: StoreKind,
  onEnd: (undo: () => Promise<void>) => void,
  database: () => Promise<string> = createDatabase,
): Promise<Scene> {
  const stage = await setStage(kind, database)
  onEnd(() => stage.close())
  return {
    stage,
    start: async (role, variables = {}) => {
      const child = await FaultChild.start({ variables: { ...stage.variables, ROLE: role, ...variables } })
      onEnd(() => child.kill9())
      return child
    },
    throughProxy: async () => {
      const line = await TcpProxy.before(stage.variables.DATABASE_URL!)
      onEnd(() => line.proxy.stop())
      return line
    },
    judge: async (title, run) => {
      const outcome = await judgeRun(stage, run)
      console.log(describeReport(title, outcome.report))
      expect(outcome.report.violations).toEqual([])
      expect(outcome.refusals).toEqual([])
      return outcome.end
    },
    holdTeammates: () => {
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      stage.api.use(storyScripts((reply, agent) => (agent === "lead" ? reply : reply.hold(held))))
      return () => release()
    },
    allAsk: (n) => Promise.all(MATES.map((name) => stage.api.waitForCall(name, n))),
  }
}
