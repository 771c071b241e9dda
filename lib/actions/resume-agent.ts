// Takes a failed agent to idle and wakes it.
"use server"

import { resumeAgent } from "@/lib/server/agents/resume-agent"
import { OfAgent } from "./action-input"
import { defineAction } from "./define-action"

export const resumeAgentAction = defineAction({
  role: "operator",
  input: OfAgent,
  run: ({ runtime, principal, input }) => resumeAgent(runtime, input.team, input.name, principal.subject),
})
