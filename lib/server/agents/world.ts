// The hands a tool is given: the workspace, the sandbox, the fence to check, and where its output goes.
import "server-only"
import { and, eq } from "drizzle-orm"
import { Policy } from "@/lib/core/policy"
import { whereKey } from "@/lib/server/db/agent-rows"
import { lockFenced } from "@/lib/server/db/fence"
import { ofAgent } from "@/lib/server/db/own-rows"
import { agents, toolCalls } from "@/lib/server/db/schema"
import type { World } from "@/lib/server/tools/tool"
import type { AgentRuntime, Begun, Control } from "./agent-runtime"
import type { ToolUse } from "./tool-results"

export function worldOf(
  context: AgentRuntime,
  begun: Begun,
  control: Control,
  call: { turn: number; use: ToolUse },
): World {
  const { team, name, generation } = begun.fence
  const about = { team, agent: name, generation, turn: call.turn, tool: call.use.name, tool_use_id: call.use.id }
  return {
    workspace: begun.team.workspace,
    sandbox: context.sandbox,
    network: Policy.parse(begun.team.policy).network,
    signal: control.command.signal,
    onOutput: (text) => context.bus.publishDelta({ ...about, kind: "output", text }),
    onStarted: (process) => storeProcess(context, begun, call.use.id, process),
    checkFence: () => holdsFence(context, begun),
  }
}

async function holdsFence(context: AgentRuntime, { fence }: Begun): Promise<boolean> {
  const rows = await context.store.read.select({ epoch: agents.epoch }).from(agents).where(whereKey(fence))
  return rows[0]?.epoch === fence.epoch
}

/** The process of a running command, stored before anything of it runs. */
async function storeProcess(
  context: AgentRuntime,
  begun: Begun,
  toolUseId: string,
  process: { pid: number; started: string; host: string },
): Promise<void> {
  await context.store.transaction(async (tx) => {
    await lockFenced(tx, begun.fence)
    await tx.db
      .update(toolCalls)
      .set({ process })
      .where(and(ofAgent(toolCalls, begun.fence), eq(toolCalls.toolUseId, toolUseId)))
  })
}
