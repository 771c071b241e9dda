// POST /api/mcp: an agent that runs elsewhere takes part in a team, behind the same gate.
import "server-only"
import { z } from "zod"
import { mcpAnswer } from "../mcp/mcp-answer"
import { route } from "../route"
import { endpoint } from "../serve"

export const mcp = endpoint("/api/mcp", {
  POST: route({
    access: "agent",
    summary: "MCP over Streamable HTTP, for an agent that runs elsewhere",
    body: z.unknown(),
    media: "text/event-stream",
    repeatable: false,
    handler: (call) => mcpAnswer(call, call.body),
  }),
})
