// What a tool is: a schema the model sees, one line for the timeline, and one of three ways to run.
import "server-only"
import type { z } from "zod"
import type { Touch } from "@/lib/core/gate-rule"
import type { ServerContext } from "@/lib/server/context"
import type { AgentRow } from "@/lib/server/db/agent-rows"
import type { Database } from "@/lib/server/db/database"
import type { Tx } from "@/lib/server/db/store"
import type { TeamRow } from "@/lib/server/db/team-rows"
import type { Sandbox } from "@/lib/server/sandbox/probe-sandbox"

export type ToolOutcome = {
  text: string
  isError: boolean
  /** A few words for the timeline: `exit 0`, `61 lines`, `+9 −22`. */
  outcome: string
  /** The turn ends with this call: the agent is parked, or has left. */
  ends?: "parked" | "left"
}

export type World = {
  workspace: string
  sandbox: Sandbox
  network: boolean
  signal: AbortSignal
  onOutput(text: string): void
  /** Stores the process before anything of the command runs. */
  onStarted(process: { pid: number; started: string; host: string }): Promise<void>
  checkFence(): Promise<boolean>
}

export type RecordsContext = Pick<ServerContext, "facts" | "protocols"> & { team: TeamRow; turn: number }

type Base<I> = {
  name: string
  description: string
  input: z.ZodType<I>
  for: "lead" | "teammate" | "both"
  summary(input: I): string
}

/** Reads the world; safe to run again after a crash. */
export type ReadTool<I> = Base<I> & { kind: "read"; run(input: I, world: World): Promise<ToolOutcome> }

/** Changes the world: asked at the gate, started at most once. */
export type WorldTool<I> = Base<I> & {
  kind: "world"
  touch(input: I, workspace: string): Promise<Touch>
  /** `touch` is what the gate was asked about; the tool makes sure that it still does just that. */
  run(input: I, world: World, touch: Touch): Promise<ToolOutcome>
}

/** Writes only our own records, in the transaction of its `done`. */
export type RecordsTool<I> = Base<I> & {
  kind: "records"
  /** Whose rows it touches besides its own; locked together, by name. */
  locks(input: I, read: { db: Database; team: string }): readonly string[] | "all" | Promise<readonly string[]>
  write(tx: Tx, context: RecordsContext, self: AgentRow, others: Map<string, AgentRow>, input: I): Promise<ToolOutcome>
}

export type Tool<I = never> = ReadTool<I> | WorldTool<I> | RecordsTool<I>
/** A tool whose input type is its own business; `dispatch` parses before it calls. */
export type AnyTool = ReadTool<unknown> | WorldTool<unknown> | RecordsTool<unknown>

export const defineTool = <I>(tool: Tool<I>): AnyTool => tool as unknown as AnyTool

export const said = (text: string, outcome = ""): ToolOutcome => ({ text, isError: false, outcome })
export const failed = (text: string, outcome = "error"): ToolOutcome => ({ text, isError: true, outcome })
