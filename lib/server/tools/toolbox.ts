// Which tools an agent has, and how they are described to the model: one schema for both sides.
import "server-only"
import { z } from "zod"
import type { ProtocolTable } from "@/lib/core/protocols"
import type { ToolSpec } from "@/lib/server/model/model-client"
import {
  checkRequest,
  openingTool,
  requestPlan,
  requestShutdownTool,
  respondShutdown,
  reviewPlan,
  spawnTeammate,
} from "./protocol-tools"
import { broadcast, checkInbox, listTeammates, sendMessage } from "./talk-tools"
import { claimTaskTool, completeTaskTool, createTask, getTaskTool, listTasksTool } from "./task-tools"
import type { AnyTool } from "./tool"
import { bash, editFile, listFilesTool, readFile, searchFilesTool, writeFile } from "./world-tools"

const FIXED: readonly AnyTool[] = [
  bash,
  readFile,
  writeFile,
  editFile,
  listFilesTool,
  searchFilesTool,
  createTask,
  listTasksTool,
  getTaskTool,
  claimTaskTool,
  completeTaskTool,
  spawnTeammate,
  listTeammates,
  sendMessage,
  broadcast,
  checkInbox,
  requestShutdownTool,
  checkRequest,
  requestPlan,
  reviewPlan,
  respondShutdown,
]

type Kind = "lead" | "teammate"
type Box = { byName: Map<string, AnyTool>; specs: ToolSpec[] }

/** Made once for each table, in a fixed order, so that the prompt cache holds. */
const boxes = new WeakMap<ProtocolTable, Record<Kind, Box>>()

function boxOf(kind: Kind, protocols: ProtocolTable): Box {
  const known = boxes.get(protocols) ?? { lead: makeBox("lead", protocols), teammate: makeBox("teammate", protocols) }
  boxes.set(protocols, known)
  return known[kind]
}

function makeBox(kind: Kind, protocols: ProtocolTable): Box {
  const opening = Object.values(protocols).flatMap(({ tool, ...rest }) =>
    tool ? [openingTool({ ...rest, tool })] : [],
  )
  const tools = [...FIXED, ...opening].filter((tool) => tool.for === "both" || tool.for === kind)
  return { byName: new Map(tools.map((tool) => [tool.name, tool])), specs: tools.map(describe) }
}

export const findTool = (kind: Kind, name: string, protocols: ProtocolTable): AnyTool | undefined =>
  boxOf(kind, protocols).byName.get(name)

export const toolSpecs = (kind: Kind, protocols: ProtocolTable): ToolSpec[] => boxOf(kind, protocols).specs

function describe(tool: AnyTool): ToolSpec {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, { io: "input" }) as Record<string, unknown>
  return { name: tool.name, description: tool.description, input_schema: schema }
}
