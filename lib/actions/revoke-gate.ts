// Closes an agent's open gate.
"use server"

import { revokeGate } from "@/lib/server/agents/revoke-gate"
import { OfAgent } from "./action-input"
import { defineAction } from "./define-action"

export const revokeGateAction = defineAction({
  role: "operator",
  input: OfAgent,
  run: ({ runtime, principal, input }) => revokeGate(runtime, input.team, input.name, principal.subject),
})
